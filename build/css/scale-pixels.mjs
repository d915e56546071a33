// A PostCSS plugin that scales pixels in our style sheets with the text size. Lengths of three pixels or more become
// rem. Conditions on the size of the window become container queries of the body, because lengths in such queries
// follow the text size.
const HAIRLINE = 3
const BROWSER_DEFAULT = 16

export const scalePixels = {
  postcssPlugin: 'scale-pixels',
  Once(sheet) {
    if (sheet.source?.input.file?.includes('node_modules')) return
    sheet.walkDecls((declaration) => {
      if (!declaration.value.includes('url(')) declaration.value = scaled(declaration.value)
    })
    sheet.walkAtRules(/^(?:media|container)$/, (rule) => {
      if (!/\dpx/.test(rule.params)) return
      if (rule.name === 'media') rule.params = `window ${rule.params}`
      rule.name = 'container'
      rule.params = scaled(rule.params)
    })
  },
}

const scaled = (text) =>
  text.replace(/(?<![\w.#-])(-?)(\d*\.?\d+)px\b/g, (length, sign, pixels) =>
    Number(pixels) < HAIRLINE ? length : `${sign}${Number(pixels) / BROWSER_DEFAULT}rem`,
  )
