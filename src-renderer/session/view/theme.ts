import { type Theme, useView } from './view-store'

/** Applies theme and sizes to the document, at once and after each change of a setting or of the system. */
export function followTheme(signal: AbortSignal): void {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)')
  const prefersContrast = matchMedia('(prefers-contrast: more)')
  let appliedSize: number | null = null
  const apply = () => {
    const { theme, textSize, rowHeight, motion, isHyperlegible } = useView.getState()
    const { dataset, style } = document.documentElement
    dataset.theme = effectiveTheme(theme, prefersDark.matches, prefersContrast.matches)
    dataset.rows = rowHeight
    dataset.motion = motion
    dataset.typeface = isHyperlegible ? 'hyperlegible' : 'own'
    if (textSize === appliedSize) return
    appliedSize = textSize
    style.fontSize = `${textSize}%`
    style.setProperty('--text-scale', String(textSize / 100))
    // Chromium re-evaluates container conditions in rem only for a new container.
    document.body.style.containerType = 'normal'
    void document.body.offsetHeight
    document.body.style.containerType = ''
    // Parts that depend on the size of the window also depend on the text size.
    window.dispatchEvent(new Event('resize'))
  }
  apply()
  prefersDark.addEventListener('change', apply, { signal })
  prefersContrast.addEventListener('change', apply, { signal })
  signal.addEventListener('abort', useView.subscribe(apply), { once: true })
}

function effectiveTheme(setting: Theme, prefersDark: boolean, prefersContrast: boolean): Exclude<Theme, 'system'> {
  if (setting !== 'system') return setting
  if (prefersContrast) return 'contrast'
  return prefersDark ? 'dark' : 'light'
}
