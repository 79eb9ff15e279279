// Watching the page change, so that settling is by seeing it rest and not by sleeping.

let changed = performance.now()
const observed = new WeakSet()
const observer = new MutationObserver((records) => {
  changed = performance.now()
  noteChanges(records)
})
const observe = (root) => {
  if (observed.has(root)) return
  observed.add(root)
  observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true, attributeOldValue: true, characterDataOldValue: true })
}
observe(document)

const moving = () => document.getAnimations().some((animation) => {
  if (animation.playState !== 'running') return false
  const timing = animation.effect?.getComputedTiming()
  return timing && Number.isFinite(timing.endTime) && timing.endTime < 5000
})

// Resolves once nothing has changed for `quiet` ms and no short animation runs, or after `most` ms; says which.
const rest = (quiet, most) => new Promise((resolve) => {
  for (const element of everything()) if (element.shadowRoot) observe(element.shadowRoot)
  const began = performance.now()
  const look = () => {
    const now = performance.now()
    if (document.readyState !== 'loading' && now - Math.max(changed, began) >= quiet && !moving()) resolve(true)
    else if (now - began >= most) resolve(false)
    else setTimeout(look, Math.min(quiet, 25))
  }
  look()
})
