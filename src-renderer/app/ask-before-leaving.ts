import { isWeb } from '../session/host/tell-shell'
import { isAnyUnsaved, useUnsaved } from '../session/view/unsaved'

/**
 * In the web shell, the browser asks before the page is left while a draft has unsaved changes. Electron would not ask,
 * and the window could not be closed.
 */
export function askBeforeLeaving(signal: AbortSignal): void {
  window.addEventListener(
    'beforeunload',
    (event) => {
      if (isWeb() && isAnyUnsaved(useUnsaved.getState())) event.preventDefault()
    },
    { signal },
  )
}
