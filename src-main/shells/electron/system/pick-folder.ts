import { BrowserWindow, dialog, type OpenDialogOptions } from 'electron'

/**
 * The system's own dialog, over our window, which begins in the folder `from` if there is one. Resolves to null if it
 * was cancelled.
 */
export async function pickFolder(from: string): Promise<string | null> {
  const [window] = BrowserWindow.getAllWindows()
  const options: OpenDialogOptions = {
    properties: ['openDirectory', 'createDirectory'],
    ...(from !== '' && { defaultPath: from }),
  }
  const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  return filePaths[0] ?? null
}
