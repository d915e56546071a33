/** `process` with an addition of Electron: the path of the app's helper, which is empty under ELECTRON_RUN_AS_NODE. */
type Host = Pick<NodeJS.Process, 'platform' | 'execPath'> & { readonly helperExecPath?: string }

/**
 * The program that runs Node for child processes, in Electron with ELECTRON_RUN_AS_NODE. On macOS it is the app's
 * helper, because every process of the app's own program would get a Dock tile.
 */
export const ownNode = ({ platform, execPath, helperExecPath }: Host = process): string =>
  (platform === 'darwin' && helperExecPath) || execPath
