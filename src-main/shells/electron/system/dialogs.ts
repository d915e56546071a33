import { BrowserWindow, dialog, type MessageBoxOptions, type OpenDialogOptions } from 'electron'
import { printError } from '../../../base/terminal/terminal'

/** Shows a message over our window, if there is one. */
export function showMessage(options: MessageBoxOptions) {
  const [window] = BrowserWindow.getAllWindows()
  return window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)
}

/**
 * Reports an error without blocking: `dialog.showErrorBox` would stop the host, and every episode, until it is closed.
 */
export function showError(message: string, detail: string): void {
  printError(`${message}: ${detail}`)
  void showMessage({ type: 'error', title: 'ZorkGPT', message, detail, buttons: ['OK'], noLink: true })
}

/** Reports options of a second start, which the running app ignores. */
export function reportUnused(options: readonly string[]): void {
  if (options.length === 0) return
  const detail = `The window keeps its folders and settings: ${options.join(', ')} of the second start had no effect. Quit ZorkGPT first.`
  void showMessage({ type: 'info', title: 'ZorkGPT', message: 'ZorkGPT is already open.', detail, buttons: ['OK'] })
}

/** Opens the system's folder dialog over our window, starting in `from` if it exists. Resolves to null if cancelled. */
export async function pickFolder(from: string): Promise<string | null> {
  const [window] = BrowserWindow.getAllWindows()
  const options: OpenDialogOptions = {
    properties: ['openDirectory', 'createDirectory'],
    ...(from !== '' && { defaultPath: from }),
  }
  const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  return filePaths[0] ?? null
}

/** `isLast`: the user does not want to be asked again. */
export async function askToQuit(episodes: number): Promise<{ readonly quits: boolean; readonly isLast: boolean }> {
  const [message, detail] =
    episodes === 1
      ? ['An episode is running.', 'It is saved to its last turn and can be resumed.']
      : [`${episodes} episodes are running.`, 'They are saved to their last turns and can be resumed.']
  const { response, checkboxChecked } = await showMessage({
    type: 'question',
    title: 'ZorkGPT',
    message,
    detail,
    buttons: ['Quit', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
    checkboxLabel: 'Do not ask again',
  })
  return { quits: response === 0, isLast: response === 0 && checkboxChecked }
}
