import type { BrowserWindow } from 'electron'

const LONGEST_HIDDEN_MS = 2_000

/**
 * Shows a hidden window at its first paint, so that it never appears empty. On Wayland a hidden window may never paint,
 * so it is also shown when the page has loaded, and after two seconds in any case.
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
    // Not earlier: maximizing shows a window.
    if (isMaximized) window.maximize()
    window.show()
  }
}
