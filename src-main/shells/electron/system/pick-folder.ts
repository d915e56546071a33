import { BrowserWindow, dialog, type OpenDialogOptions } from 'electron'

/** Opens the system's folder dialog over our window, starting in `from` if it exists. Resolves to null if canceled. */
export async function pickFolder(from: string): Promise<string | null> {
  const [window] = BrowserWindow.getAllWindows()
  const options: OpenDialogOptions = {
    properties: ['openDirectory', 'createDirectory'],
    ...(from !== '' && { defaultPath: from }),
  }
  const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  return filePaths[0] ?? null
}
