/** The names that both ends of the contract share, without the schemas: the renderer loads these and no zod. */
export const commandNames = [
  'getAppInfo',
  'listStories',
  'openStory',
  'addStory',
  'removeStory',
  'restoreStory',
  'examineStory',
  'downloadStory',
  'cancelDownload',
  'readStart',
  'savePreset',
  'deletePreset',
  'exportRun',
  'importRun',
  'readDemo',
  'dismissDemo',
  'startEpisode',
  'resumeEpisode',
  'forkEpisode',
  'controlEpisode',
  'setPauseRules',
  'submitAction',
  'readVocabulary',
  'renameEpisode',
  'annotateTurn',
  'deleteEpisode',
  'restoreEpisode',
  'readTrash',
  'eraseEpisodes',
  'readReplayPage',
  'readMcpConfig',
  'checkMcpConfig',
  'saveMcpConfig',
  'probeMcpServers',
  'describeMcpServer',
  'listNewPrograms',
  'agreeToPrograms',
  'withdrawAgreement',
  'answerQuestion',
  'pickFolder',
  'readMcpTools',
  'findMcpImports',
  'keepImportedSecrets',
  'describeEndpoint',
  'listModels',
  'readSettings',
  'checkSetting',
  'saveSettings',
  'setSecret',
  'listSecrets',
  'deleteSecret',
] as const
export type CommandName = (typeof commandNames)[number]

export const feedNames = [
  'watchStories',
  'watchLibrary',
  'readOutline',
  'watchEpisode',
  'watchMcp',
  'testMcpServer',
  'watchMcpLog',
  'watchQuestions',
  'probeModel',
] as const
export type FeedName = (typeof feedNames)[number]

/** What crosses the contract when something fails: a code to act on, a sentence to show. */
export interface ContractError {
  readonly code: string
  readonly message: string
  /** With the code `key_not_agreed` alone: what somebody can be asked. */
  readonly strayKeys?: StrayKeys
}

/** Keys that would be sent to an address which they were not given for. */
export interface StrayKeys {
  /** Where they would go, see `addressOf` in src-main/llm/key-addresses.ts. */
  readonly address: string
  readonly keys: readonly StrayKey[]
}

export interface StrayKey {
  /** Of the secret or the variable that holds it. */
  readonly name: string
  /** The addresses that it was given for, as far as that is known. */
  readonly givenFor: readonly string[]
}

export const isContractError = (error: unknown): error is ContractError =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  'message' in error &&
  typeof error.message === 'string'

/** What fits, as base64, into one message of a page. */
export const MOST_STORY_BYTES = 2_800_000

/** IPC channels of the Electron shell: the port is handed over once, everything else goes through it. */
export const PORT_CHANNEL = 'zorkgpt:port'

/** The code of the refusal to go on from an event that the log does not reach. */
export const SHORTER_LOG = 'shorter_log'
