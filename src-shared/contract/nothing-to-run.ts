import type { McpLaunchInfo } from './mcp'

/** For an entry that cannot be used, and as defaults for a server over the network. */
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

/** True for a program that was not found: consent is impossible, because it is unknown what would run. */
export const isNotFound = ({ isRemote, file }: Pick<McpLaunchInfo, 'isRemote' | 'file'>): boolean =>
  !isRemote && file === null
