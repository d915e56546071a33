import { type Theme, useView } from './view-store'

/** Puts the theme and the sizes in force on the document, now and whenever the setting or the system changes. */
export function followTheme(signal: AbortSignal): void {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)')
  const prefersContrast = matchMedia('(prefers-contrast: more)')
  const apply = () => {
    const { theme, textSize, rowHeight, motion, isHyperlegible } = useView.getState()
    const { dataset, style } = document.documentElement
    dataset.theme = themeInForce(theme, prefersDark.matches, prefersContrast.matches)
    dataset.rows = rowHeight
    dataset.motion = motion
    dataset.typeface = isHyperlegible ? 'hyperlegible' : 'own'
    style.fontSize = `${textSize}%`
  }
  apply()
  prefersDark.addEventListener('change', apply, { signal })
  prefersContrast.addEventListener('change', apply, { signal })
  signal.addEventListener('abort', useView.subscribe(apply), { once: true })
}

function themeInForce(setting: Theme, prefersDark: boolean, prefersContrast: boolean): Exclude<Theme, 'system'> {
  if (setting !== 'system') return setting
  if (prefersContrast) return 'contrast'
  return prefersDark ? 'dark' : 'light'
}
