/* Single pages: product, account, contact, our shops, popular. Loaded after shop.js, whose helpers it uses. */
"use strict";

const euros = (cents) => `€${(cents / 100).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

function startTabs(box) {
  const tabs = [...box.querySelectorAll("[role=tab]")];
  const select = (chosen, focus = false) => {
    for (const tab of tabs) {
      const on = tab === chosen;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !on;
    }
    if (focus) chosen.focus();
  };
  tabs.forEach((tab, place) => {
    tab.addEventListener("click", () => {
      select(tab);
      /*% if bug("specifications-console-error") %*/
      if (tab.id === "tab-specifications") console.error("tabs: the height of the specifications is not known");
      /*% endif %*/
    });
    tab.addEventListener("keydown", (event) => {
      const last = tabs.length - 1;
      const next = { ArrowRight: place === last ? 0 : place + 1, ArrowLeft: place === 0 ? last : place - 1, Home: 0, End: last };
      if (!(event.key in next)) return;
      event.preventDefault();
      select(tabs[next[event.key]], true);
    });
  });
  const follow = () => {
    const wanted = tabs.find((tab) => `#${tab.getAttribute("aria-controls")}` === location.hash);
    if (wanted) select(wanted);
  };
  follow();
  window.addEventListener("hashchange", follow);
}

function startQuantity(box) {
  const field = box.querySelector("input");
  const [less, more] = box.querySelectorAll("[data-step]");
  const preview = document.querySelector("[data-preview]");
  const valid = () => field.checkValidity() && /^[0-9]+$/.test(field.value);
  const show = () => {
    less.disabled = valid() && Number(field.value) <= Number(field.min);
    more.disabled = valid() && Number(field.value) >= Number(field.max);
    const total = euros(Number(preview.dataset.cents) * Number(field.value));
    /*% if bug("preview-nan") %*/
    preview.textContent = valid() ? `€${Number(total.slice(1)).toFixed(2)}` : "–";
    /*% else %*/
    preview.textContent = valid() ? total : "–";
    /*% endif %*/
  };
  for (const button of [less, more]) {
    button.addEventListener("click", () => {
      const wanted = (valid() ? Number(field.value) : 0) + Number(button.dataset.step);
      field.value = Math.min(Math.max(wanted, Number(field.min)), Number(field.max));
      show();
    });
  }
  field.addEventListener("input", show);
  show();
}

function startDeliveryTimes(button) {
  const panel = document.getElementById(button.getAttribute("aria-controls"));
  button.addEventListener("click", () => {
    const { regions } = JSON.parse(button.dataset.times);
    /*% if bug("delivery-times-crash") %*/
    const rows = [...Object.entries(regions), ...Object.entries(regions.overseas.islands)];
    /*% else %*/
    const rows = Object.entries(regions);
    /*% endif %*/
    panel.replaceChildren(...rows.map(([where, time]) => element("p", `${where}: ${time}`)));
    panel.hidden = !panel.hidden;
    button.setAttribute("aria-expanded", String(!panel.hidden));
  });
}

function showShops(button, text) {
  const panel = document.getElementById(button.getAttribute("aria-controls"));
  panel.replaceChildren(element("p", text));
  panel.hidden = false;
  button.setAttribute("aria-expanded", "true");
}

function startFindShops(button) {
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-expanded") === "true") {
      button.setAttribute("aria-expanded", "false");
      document.getElementById(button.getAttribute("aria-controls")).hidden = true;
      return;
    }
    /*% if bug("find-in-shops-rejection") %*/
    const answer = await fetch(button.dataset.findShops);
    const { shops } = await answer.json();
    showShops(button, `Today in ${shops.join(" and ")}.`);
    /*% else %*/
    try {
      const { facts } = await ask(button.dataset.findShops);
      showShops(button, facts.shops ? `Today in ${facts.shops.join(" and ")}.` : "No shop has it today.");
    } catch {
      toast(UNREACHABLE, true);
    }
    /*% endif %*/
  });
}

function showAddressErrors(form, errors) {
  for (const field of form.querySelectorAll("[data-error-for]")) {
    showFieldError(form, field.dataset.errorFor, errors[field.dataset.errorFor] ?? "");
  }
}

async function saveAddress(form, saved) {
  const { ok, status, facts } = await ask(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  showAddressErrors(form, facts.errors ?? {});
  if (status === 401) location.assign("/sign-in?next=/account");
  saved.setAttribute("role", ok ? "status" : "alert");
  saved.classList.toggle("failed", !ok);
  saved.textContent = ok ? facts.message : (facts.message ?? "Not saved yet: please look at the fields above.");
}

function startAddress(form) {
  const saved = form.querySelector("[data-saved]");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    document.querySelector("[data-summary]").replaceChildren();
    /*% if bug("address-save-silent") %*/
    const body = JSON.stringify(Object.fromEntries(new FormData(form)));
    const answer = await fetch(form.action, { method: "POST", body, headers: { ...JSON_HEADERS, "Content-Type": "application/json" } });
    if (answer.ok) saved.textContent = (await answer.json()).message;
    /*% else %*/
    try {
      await saveAddress(form, saved);
    } catch {
      toast(UNREACHABLE, true);
    }
    /*% endif %*/
  });
}

async function startTopics(select) {
  try {
    const { facts } = await ask("/contact/topics");
    for (const topic of facts.topics) {
      /*% if bug("topic-object") %*/
      const option = element("option", topic, { value: topic.name });
      /*% else %*/
      const option = element("option", topic.name, { value: topic.name });
      /*% endif %*/
      option.selected = topic.name === select.dataset.chosen;
      select.append(option);
    }
  } catch {
    toast(UNREACHABLE, true);
  }
}

function shopCard({ town, street, hours }) {
  const card = element("li", "", { class: "shop-card" });
  card.append(element("h2", town), element("p", street), element("p", hours));
  return card;
}

async function startShops(box) {
  try {
    const { facts } = await ask(box.dataset.shops);
    /*% if bug("shops-spinner") %*/
    if (facts.state !== "done") return;
    /*% endif %*/
    const list = element("ul", "", { class: "tiles shop-cards" });
    list.append(...facts.shops.map(shopCard));
    box.replaceChildren(list);
  } catch {
    box.replaceChildren(element("p", UNREACHABLE, { role: "alert" }));
  }
  box.setAttribute("aria-busy", "false");
}

function startPopular(list) {
  const every = 2000; // milliseconds
  const refresh = async () => {
    try {
      const { facts } = await ask(list.dataset.popular);
      for (const [id, count] of Object.entries(facts)) {
        const box = list.querySelector(`[data-ordered="${id}"]`);
        if (box && box.textContent !== String(count)) box.textContent = count;
      }
    } catch {
      // the numbers stay as they are until the shop answers again
    }
  };
  setInterval(refresh, every);
}

const STARTS = {
  "[data-tabs]": startTabs,
  "[data-stepper]": startQuantity,
  "[data-times]": startDeliveryTimes,
  "[data-find-shops]": startFindShops,
  "[data-address]": startAddress,
  "[data-topics]": startTopics,
  "[data-shops]": startShops,
  "[data-popular]": startPopular,
};
for (const [selector, start] of Object.entries(STARTS)) document.querySelectorAll(selector).forEach(start);
