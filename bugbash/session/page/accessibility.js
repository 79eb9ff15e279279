// What axe-core finds on the page, where it has been put in: only what breaks a rule for sure, never what it calls
// incomplete. It neither loads anything nor moves the page.
async ({ tags, without, most }) => {
  const axe = window[Symbol.for('bugbash.axe')]
  if (!axe || !globalThis.__bugbash__) return { missing: true }
  if (__bugbash__.moving()) return null
  const url = location.href
  const { violations } = await axe.run(document, {
    runOnly: { type: 'tag', values: tags }, rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'], elementRef: true, iframes: false, preload: false, restoreScroll: true, selectors: false,
  })
  const colours = ({ any }) => {
    const data = any.find(({ id }) => id === 'color-contrast')?.data
    return data?.fgColor ? { text: data.fgColor, ground: data.bgColor, ratio: data.contrastRatio, wanted: String(data.expectedContrastRatio) } : null
  }
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return {
    url,
    violations: grave.map(({ id, impact, help, nodes }) => ({
      rule: id, impact, help,
      offenders: nodes.filter(({ element }) => element?.isConnected).slice(0, most)
        .map((node) => ({ ...__bugbash__.whereabouts(node.element), colours: colours(node) })),
    })),
  }
}
