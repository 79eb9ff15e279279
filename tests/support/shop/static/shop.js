/* Every page: menus, dialogs, quick view, adding to the cart, printing, the visit counter. */
"use strict";

const JSON_HEADERS = { Accept: "application/json" };
const UNREACHABLE = "The shop could not be reached. Please try again.";

let toastTimer;
function toast(text, failed = false) {
  const box = document.querySelector("[data-toast]");
  box.textContent = text;
  box.classList.toggle("failed", failed);
  box.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    box.classList.remove("shown");
    box.textContent = "";
  }, 5000);
}

async function ask(address, options = {}) {
  const answer = await fetch(address, { ...options, headers: { ...JSON_HEADERS, ...options.headers } });
  const facts = answer.status === 204 ? {} : await answer.json();
  return { ok: answer.ok, status: answer.status, facts };
}

function element(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function closeMenu(button) {
  button.setAttribute("aria-expanded", "false");
}

function startMenus() {
  const buttons = [...document.querySelectorAll("[data-menu]")];
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const open = button.getAttribute("aria-expanded") === "true";
      buttons.forEach(closeMenu);
      button.setAttribute("aria-expanded", String(!open));
    });
  }
  document.addEventListener("keydown", (event) => {
    const open = buttons.find((button) => button.getAttribute("aria-expanded") === "true");
    if (event.key === "Escape" && open) {
      closeMenu(open);
      open.focus();
    }
  });
  document.addEventListener("click", (event) => {
    for (const button of buttons) {
      const menu = document.getElementById(button.getAttribute("aria-controls"));
      if (!button.contains(event.target) && !menu.contains(event.target)) closeMenu(button);
    }
  });
}

function startDialog(dialog) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });
}

function startDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    /*% if bug("care-dialog-stuck") %*/
    if (dialog.id === "care-guide") {
      dialog.addEventListener("keydown", (event) => {
        if (event.key === "Escape") event.preventDefault();
      });
      dialog.addEventListener("cancel", (event) => event.preventDefault());
      dialog.querySelector(".close-button")?.addEventListener("click", () => dialog.close());
      continue;
    }
    /*% endif %*/
    startDialog(dialog);
  }
  for (const button of document.querySelectorAll("[data-dialog]")) {
    button.addEventListener("click", () => document.getElementById(button.dataset.dialog).showModal());
  }
}

function pair(label, value) {
  const row = element("div");
  row.append(element("dt", label), element("dd", value));
  return row;
}

function fillQuickView(dialog, item) {
  const pairs = element("dl", "", { class: "pairs" });
  pairs.append(pair("Price", item.price), pair("Department", item.category), pair("Availability", item.availability));
  /*% if bug("quick-view-undefined") %*/
  pairs.append(pair("Material", `${item.material}`));
  /*% else %*/
  if (item.material) pairs.append(pair("Material", item.material));
  /*% endif %*/
  const row = element("div", "", { class: "row" });
  row.append(
    element("a", "See the whole page", { class: "main-button", href: `/products/${item.id}` }),
    element("button", "Close", { type: "button", "data-close": "" }),
  );
  dialog.replaceChildren(
    element("h2", item.name, { id: "quick-title", dir: "auto" }),
    element("img", "", { src: `/images/${item.id}.svg`, alt: "", width: "160", height: "160" }),
    element("p", item.description, { class: "written", dir: "auto" }),
    pairs,
    row,
  );
}

function startQuickView() {
  const dialog = document.querySelector("[data-quick]");
  for (const button of document.querySelectorAll("[data-quick-view]")) {
    button.addEventListener("click", async () => {
      try {
        const { ok, facts } = await ask(`/products/${button.dataset.quickView}/quick`);
        if (!ok) return toast(facts.message, true);
        fillQuickView(dialog, facts);
        if (!dialog.open) dialog.showModal();
      } catch {
        toast(UNREACHABLE, true);
      }
    });
  }
}

function showFieldError(form, name, text) {
  const box = form.querySelector(`[data-error-for="${name}"]`);
  const field = form.elements[name];
  if (!box || !field) return false;
  box.textContent = text;
  box.hidden = !text;
  if (text) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  return true;
}

async function addToCart(form, body) {
  const { ok, facts } = await ask(form.action, { method: "POST", body });
  if (ok) {
    document.querySelector("[data-badge]").textContent = facts.badge;
    showFieldError(form, "quantity", "");
    toast(facts.message);
  } else if (!showFieldError(form, "quantity", facts.message)) {
    toast(facts.message, true);
  }
}

function startAdding() {
  let turn = Promise.resolve(); // one after the other, so that the badge ends on the last answer
  for (const form of document.querySelectorAll("form[data-add]")) {
    form.addEventListener("click", (event) => {
      if (event.detail > 1 && event.target.closest(".main-button")) event.preventDefault(); // a double click adds once
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const body = new URLSearchParams(new FormData(form));
      turn = turn.then(() => addToCart(form, body)).catch(() => toast(UNREACHABLE, true));
    });
  }
}

function startPrinting() {
  for (const button of document.querySelectorAll("[data-print]")) {
    button.addEventListener("click", () => window.print());
  }
}

function countVisit() {
  const body = new URLSearchParams({ page: location.pathname });
  fetch("/beacon", { method: "POST", body, keepalive: true }).catch(() => undefined);
}

startMenus();
startDialogs();
startQuickView();
startAdding();
startPrinting();
countVisit();
