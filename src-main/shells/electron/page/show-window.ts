import type { BrowserWindow } from 'electron'

const LONGEST_HIDDEN_MS = 2_000

/**
 * Shows a hidden window with its first picture, so that nobody sees it empty. On Wayland a hidden window may never be
 * painted, and then `ready-to-show` never comes: it is shown when the page has loaded, and after two seconds whatever
 * the page does.
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
    // Not before: this shows a window as well.
    if (isMaximized) window.maximize()
    window.show()
  }
}
