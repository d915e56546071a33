/** `process`, and what Electron adds to it for its own `fork`: the program of the app's helper. */
type Host = Pick<NodeJS.Process, 'platform' | 'execPath'> & { readonly helperExecPath?: string }

/**
 * The program that is Node to what we start: in Electron with ELECTRON_RUN_AS_NODE. macOS shows a tile in the Dock for
 * every process of the app's own program, and none for its helper.
 */
export const ownNode = ({ platform, execPath, helperExecPath }: Host = process): string =>
  platform === 'darwin' ? (helperExecPath ?? execPath) : execPath
