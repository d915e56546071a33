import type { McpLaunchInfo } from './mcp'

/** Of an entry that cannot be used, and in part of a server that is reached over the network. */
export const NOTHING_TO_RUN: McpLaunchInfo = {
  isRemote: false,
  line: '',
  variables: [],
  envFile: null,
  file: null,
  folder: null,
  folderIsMissing: false,
  fault: null,
  unagreed: null,
  agreed: null,
}

/** True of a program that cannot be found: what would be run is not known, and so is nothing to agree to. */
export const isNotFound = ({ isRemote, file }: Pick<McpLaunchInfo, 'isRemote' | 'file'>): boolean =>
  !isRemote && file === null
