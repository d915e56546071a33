import { type Theme, useView } from '../store/view-store'

/** Puts the theme in force on the document, now and whenever the setting or the system changes. */
export function followTheme(signal: AbortSignal): void {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)')
  const prefersContrast = matchMedia('(prefers-contrast: more)')
  const apply = () => {
    document.documentElement.dataset.theme = themeInForce(useView.getState().theme, prefersDark.matches, prefersContrast.matches)
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
