// What axe-core finds on the page, where it has been put in: only what breaks a rule for sure, never what it calls
// incomplete. It neither loads anything nor moves the page.
async ({ tags, without, most }) => {
  const axe = window[Symbol.for('bugbash.axe')]
  if (!axe || !globalThis.__bugbash__) return { missing: true }
  if (__bugbash__.moving()) return null
  const url = location.href
  const contrast = 'color-contrast'
  const options = { resultTypes: ['violations'], elementRef: true, iframes: false, preload: false, restoreScroll: true, selectors: false }
  const broken = async (context, runOnly, rules) => (await axe.run(context, { ...options, runOnly, rules })).violations
  const off = Object.fromEntries([...without, contrast].map((rule) => [rule, { enabled: false }]))
  const violations = await broken(document, { type: 'tag', values: tags }, off)
  // Contrast takes longer than all other rules together: it is asked of one text of each kind.
  const texts = __bugbash__.textKinds()
  if (texts.length) violations.push(...await broken({ include: texts }, { type: 'rule', values: [contrast] }, {}))
  const colours = ({ any }) => {
    const data = any.find(({ id }) => id === contrast)?.data
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
