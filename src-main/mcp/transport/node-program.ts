/** `process`, with Electron's addition: the program of the app's helper; empty under ELECTRON_RUN_AS_NODE. */
type Host = Pick<NodeJS.Process, 'platform' | 'execPath'> & { readonly helperExecPath?: string }

/**
 * The Node for child processes: in Electron with ELECTRON_RUN_AS_NODE. macOS shows a Dock tile for every process of the
 * app's own program, and none for its helper.
 */
export const ownNode = ({ platform, execPath, helperExecPath }: Host = process): string =>
  (platform === 'darwin' && helperExecPath) || execPath
