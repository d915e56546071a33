import type { BrowserWindow } from 'electron'

const LONGEST_HIDDEN_MS = 2_000

/**
 * Shows a window at its first paint. On Wayland it may never paint, so it is also shown after its load or two seconds.
 */
export function showWindow(window: BrowserWindow, isMaximized: boolean): void {
  const limit = setTimeout(show, LONGEST_HIDDEN_MS)
  window.once('ready-to-show', show)
  window.webContents.once('did-finish-load', show)

  let isShown = false
  function show(): void {
    clearTimeout(limit)
    if (isShown || window.isDestroyed()) return
    isShown = true
    // Only now, because maximizing shows a window.
    if (isMaximized) window.maximize()
    window.show()
  }
}
