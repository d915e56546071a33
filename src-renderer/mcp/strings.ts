import { visibleLine } from '@shared/base/visible-text'
import type { McpHealth, McpProgram } from '@shared/contract/mcp'
import { count, formatCompact, formatDateTime, formatDuration, formatNumber } from '../kit/text/format'
import { keyText } from '../kit/text/KeyName'
import { offerStrings } from './offers/strings'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Words of the MCP panel. */
const wantsAgreement = (servers: number): string =>
  servers === 1
    ? '1 needs your agreement: test it to be asked.'
    : `${formatNumber(servers)} need your agreement: test each to be asked.`

export const configStrings = {
  title: 'MCP servers',
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss test result',
  retry: 'Try again',
  undo: 'Undo',
  unknownReason: 'the host gave no reason.',

  loading: 'Loading mcp_config.json…',
  loadFailed: (reason: string) => `mcp_config.json could not be read: ${reason}`,
  checkFailed: (reason: string) => `The text could not be checked: ${reason}`,
  saveFailed: (reason: string) => `The file was not saved: ${reason}`,
  cannotSave: (fault: string) => `The file cannot be saved: ${fault}`,
  savedWithFault: (server: string, fault: string) => `Until this is corrected, “${server}” cannot start: ${fault}`,
  review: 'Save…',
  nothingToSave: 'No changes',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved.',
  saveHint: `Review and save changes (${keyText('Mod+S')})`,
  revert: 'Revert',
  revertQuestion: 'Discard all unsaved changes of this file?',
  discard: 'Discard changes',
  keepEditing: 'Keep editing',
  unsaved: 'Unsaved changes',
  keptUnsaved: 'Your changes to the MCP servers are kept, but not saved yet.',
  removed: (name: string) => `${name} was removed.`,
  merged: (names: readonly string[]) =>
    `Another program changed ${list.format(names)}. Your text now includes these changes.`,
  conflictTitle: 'Changes by another program',
  conflict: 'Another program changed the same part of this file while you were editing. Your text was not overwritten.',
  mine: (name: string | null) => (name === null ? 'Your text' : `${name}: yours`),
  theirs: (name: string | null) => (name === null ? 'The file on disk' : `${name}: on disk`),
  isRemoved: '(removed)',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',

  saveTitle: 'Save mcp_config.json',
  diff: 'Changes',
  unchanged: (lines: number) => `⋯ ${count(lines, 'unchanged line', 'unchanged lines')}`,
  newPrograms: 'Servers without your agreement',
  newProgramsHint:
    'A server is a program that runs with your rights, or an address that receives your data. Check each one. A server that you do not agree to is saved, but not used.',
  agree: ({ server, isRemote }: Pick<McpProgram, 'server' | 'isRemote'>) =>
    isRemote ? `Allow connections to “${visibleLine(server)}”` : `Allow “${visibleLine(server)}” to run this`,
  unagreed: (isRemote: boolean) =>
    isRemote
      ? 'Not agreed yet. You are asked before the first connection.'
      : 'Not agreed yet. You are asked before it runs.',
  agreeHere: 'Agree',
  agreed: (isRemote: boolean) =>
    isRemote ? 'You agreed to connections from this computer.' : 'You agreed to run this on this computer.',
  withdraw: 'Withdraw',
  askTitle: (programs: readonly Pick<McpProgram, 'isRemote'>[]) => {
    const servers = programs.length === 1 ? 'a new server' : 'new servers'
    if (programs.every(({ isRemote }) => isRemote)) return `Connect to ${servers}?`
    if (programs.some(({ isRemote }) => isRemote)) return `Use ${servers}?`
    return programs.length === 1 ? 'Run a new program?' : 'Run new programs?'
  },
  ask: (programs: readonly Pick<McpProgram, 'isRemote'>[]) => {
    const isOne = programs.length === 1
    const unagreed = 'that you have not agreed to on this computer.'
    const rest = isOne ? '' : ' Servers that you do not select are not used.'
    if (programs.every(({ isRemote }) => isRemote))
      return `This episode would connect to ${isOne ? 'a server' : 'servers'} ${unagreed} Check the address and what it receives.${rest}`
    if (programs.some(({ isRemote }) => isRemote))
      return `This episode would use servers ${unagreed} Some are programs that run with your rights, some receive your data: check each one.${rest}`
    return `This episode would start ${isOne ? 'a program' : 'programs'} ${unagreed} A server runs with your rights: check what will be executed.${rest}`
  },
  fromFile: (server: string, file: string) => `“${visibleLine(server)}”, from ${visibleLine(file)}`,
  startWithout: (programs: number) => `Start without ${programs === 1 ? 'it' : 'them'}`,
  startWith: 'Agree and start',
  startWithTicked: (ticked: number, programs: number) =>
    `Agree to ${formatNumber(ticked)} of ${formatNumber(programs)} and start`,
  tickFirst: 'Select at least one server',
  whenTitle: 'Running episodes',
  when: {
    restart: 'Restart changed servers at the next turn',
    keep: 'Keep their servers; the changes apply from the next episode',
  },

  servers: 'Servers',
  add: 'Add server',
  find: 'Find…',
  import: 'Import…',
  noServers: 'No servers are configured. Add one, find one in a registry, or import servers from another client.',
  lastValid: 'The text has an error. This list is from the last valid text.',
  inSettings: (file: string) => `From ${visibleLine(file)}`,
  namedIn: (file: string, line: number) =>
    `Defined in ${visibleLine(file)}, line ${formatNumber(line)}. Edit it there.`,
  settingsTabs: { entry: 'Entry', offers: offerStrings.tab, log: 'Log' },
  mcpOff: 'MCP is disabled in zorkgpt.toml. Episodes run without these servers.',
  enableMcp: 'Enable MCP',
  feedStopped: (reason: string) => `The server list is no longer updated: ${reason}`,
  testAll: 'Test all',
  testAllHint: 'Connect once to every server in the saved file',
  testingAll: 'Testing all…',
  testFailed: (reason: string) => `The connections could not be tested: ${reason}`,
  tested: (ready: number, tried: number, unagreed: number, unsaved: number) =>
    [
      ...(tried === 0 ? [] : [`${formatNumber(ready)} of ${count(tried, 'server', 'servers')} answered.`]),
      ...(unagreed === 0 ? [] : [wantsAgreement(unagreed)]),
      ...(unsaved === 0 ? [] : [`${formatNumber(unsaved)} not saved yet.`]),
    ].join(' '),
  state: {
    unsaved: 'Not saved yet',
    disabled: 'Off',
    not_agreed: 'Not agreed yet',
    sign_in: 'Sign-in needed',
    idle: 'Not connected',
    answered: 'Answered',
    starting: 'Connecting',
    ready: 'Ready',
    call_failed: 'Last call failed',
    failed: 'Failed',
    closing: 'Closing',
  },
  transport: { stdio: 'stdio', http: 'Streamable HTTP', sse: 'SSE' },
  legacy: ' (older servers)',
  toolsOf: (used: number, all: number) => `${formatNumber(used)}/${count(all, 'tool', 'tools')}`,
  use: (name: string) => `Use ${name}`,
  useHint: 'A disabled server stays in the file',
  clone: (name: string) => `Duplicate ${name}`,
  remove: (name: string) => `Remove ${name}`,

  details: 'Details',
  health: ({ calls, failures, medianMs }: McpHealth) =>
    [
      `Since the app started: ${count(calls, 'call', 'calls')}, ${failures === 0 ? 'all answered' : `${formatNumber(failures)} without an answer`}.`,
      ...(medianMs === null ? [] : [`The median time of an answer is ${formatDuration(medianMs)}.`]),
    ].join(' '),
  revision: (name: string) => `MCP ${visibleLine(name, 20)}`,
  tabsLabel: 'Server views',
  tabs: { form: 'Form', json: 'JSON', tools: 'Tools', offers: offerStrings.tab, log: 'Log' },
  broken: 'The text has an error. Correct it on the JSON tab; the form then returns.',
  noServer: 'Select a server, or add one.',
  noForm:
    'This entry cannot be shown as a form: it is not an object, or a name occurs twice. Correct it on the JSON tab.',

  formOf: (name: string) => `Entry of ${name}`,
  name: 'Name',
  nameMissing: 'A name is required.',
  nameTaken: 'This name is already used.',
  resolving: 'Looking for the program…',
  executes: 'What will be executed',
  reaches: 'What will be connected to',
  withHeaders: 'with the headers',
  takesAlong: 'It receives the values of the ${…} references: keys, secrets or variables of this computer.',
  withVariables: 'with the variables',
  withEnvFile: (path: string, sha256: string | null) =>
    `with the variables of ${visibleLine(path)}${sha256 === null ? '' : `, as it is now (SHA-256 ${sha256})`}`,
  decides: 'controls what is loaded or run',
  inFolder: (folder: string) => `in ${visibleLine(folder)}`,
  entry: {
    type: 'Transport',
    command: 'Command',
    args: 'Arguments',
    arg: 'argument',
    cwd: 'Working folder',
    envFile: 'File of variables',
    url: 'URL',
    connectTimeoutMs: 'Start-up timeout, ms',
    timeoutMs: 'Timeout of a tool call, ms',
    description: 'Description',
    roots: 'Folders that the server is told about',
    root: 'folder',
  },
  table: {
    env: { title: 'Environment variables', row: 'variable' },
    headers: { title: 'Headers', row: 'header' },
    oauth: { title: 'Sign-in options', row: 'option' },
  },
  lock: (row: string) => `Store ${row} as a secret`,
  lockHint: 'Move the value from the file to the secrets',
  moveToSecrets: 'Move to secrets',
  isPlain: 'The file holds this value in plain text.',
  argumentIsPlain: 'The file holds a secret in plain text, as an argument.',
  unlockHint: 'Put the value back into the file. The stored secret is kept.',
  secretStored: (name: string) => `Secret ${name} is stored.`,
  secretMissing: (name: string) => `Secret ${name} is not stored yet.`,
  secretValue: (name: string) => `Value of the secret ${name}`,
  enterSecret: 'Value',
  replaceSecret: 'New value',
  storeSecret: 'Store value',
  chooseFolder: 'Choose working folder',
  split: 'Split into command and arguments',
  wasSplit: (args: number) => `The line was split into a command and ${count(args, 'argument', 'arguments')}.`,
  noFolder: 'This folder does not exist.',
  more: 'Time limits and permissions',
  fromSettings: 'from settings',
  stderr: (server: string) => `Last lines of standard error of ${server}`,

  editorLabel: (path: string) => `Text of ${path}. Press Escape to leave the editor.`,
  noFile: 'The file does not exist yet. Saving creates it.',
  startFile: 'Create an empty list',
  readAs: (key: string, meaning: string) => `Treated as “${key}”. ${meaning}`,
  tableOfServers: 'Servers by name.',
  attachable: {
    resources: 'URIs of resources that are added to every prompt.',
    prompts: 'Names of prompts that are added to every prompt.',
  },
  appFolder: 'The folder of the app.',
  hostVariable: 'An environment variable of the host.',
  anySecret: 'A secret by name.',
  problems: 'Problems in the text',
  problemAt: (line: number, column: number) => `Line ${formatNumber(line)}, column ${formatNumber(column)}`,
  severity: { error: 'Error', warning: 'Warning' },

  test: 'Test connection',
  testTitle: 'Connection test',
  testStages: 'Test steps',
  confirmTitle: (isRemote: boolean) => (isRemote ? 'Connect to this server?' : 'Run this program?'),
  confirm: (name: string, isRemote: boolean) =>
    isRemote
      ? `You have not agreed to “${visibleLine(name)}” on this computer. The test connects to it:`
      : `You have not agreed to the program of “${visibleLine(name)}” on this computer. The test runs it with your rights:`,
  run: (isRemote: boolean) => (isRemote ? 'Agree and connect' : 'Agree and run'),
  nothingToRun: 'The program was not found, so there is nothing to agree to. Correct the entry and test again.',
  stages: { resolve: 'Find program', start: 'Start program', handshake: 'Handshake', list: 'List tools', call: 'Call' },
  stepState: { running: 'Running', done: 'Done', failed: 'Failed' },
  stopped: 'Stopped',
  testing: (stage: string) => `Testing: ${stage}…`,
  cancelled: 'The test was cancelled.',
  testFailedShort: 'The test failed.',
  works: (tools: number) => `Connected: ${count(tools, 'tool', 'tools')}.`,
  failedAt: (stage: string, error: string) => `${stage}: ${error}`,
  signInAbove: 'Press “Sign in” above.',
  lastWords: 'Last lines of standard error',
  testedAt: (time: string) => `Tested at ${time}.`,
  changedSince: (keys: readonly string[]) => `Changed since then: ${list.format(keys)}.`,
  failedSince: (tool: string, error: string) => `A later call of ${visibleLine(tool)} failed: ${error}`,
  lastCallFailed: (tool: string, time: string, error: string) =>
    `The last call, ${visibleLine(tool)} at ${time}, failed: ${error}`,
  showLog: 'Show the log',
  notices: (server: string) => `Problems in the answers of ${server}`,
  callFailedShort: (tool: string, isAnswered: boolean) =>
    isAnswered ? `Connected. The tool ${tool} returned an error.` : `Connected, but the call of ${tool} failed.`,
  callFailed: (tool: string, error: string) => `${tool}: ${error}`,
  toolCount: (tools: number) => count(tools, 'tool', 'tools'),

  toolsUnknown: 'The tools of this server are not known yet.',
  listTools: 'List tools',
  searchTools: 'Search tools',
  toolList: 'Tools',
  toolsSum: (used: number, all: number, tokens: number) =>
    `${formatNumber(used)} of ${count(all, 'tool', 'tools')}, about ${formatCompact(tokens)} tokens in every request`,
  allOn: 'Enable all',
  allOff: 'Disable all',
  noTools: 'This server offers no tools.',
  noMatch: (filter: string) => `No tool matches “${filter}”.`,
  toolsGone: (names: readonly string[]) =>
    `Disabled in the file, but not offered by the server: ${list.format(names)}.`,
  offer: (tool: string) => `Offer ${tool} to the agent`,
  openTool: (tool: string) => `Details of ${tool}`,
  tokens: (tokens: number) => `about ${formatCompact(tokens)} tokens`,
  usedLast: (calls: number) =>
    calls === 0 ? 'not used in the last episode' : `used ${formatNumber(calls)}× in the last episode`,
  readOnly: 'read-only',
  destructive: 'destructive',
  destructiveHint: 'The server declares that this tool may delete or overwrite something.',
  toolHint: {
    idempotent: 'same effect if repeated',
    open_world: 'reaches other systems',
    closed_world: 'reaches no other systems',
    task: 'runs as a task',
  },
  noDescription: 'No description.',
  sameName: (tool: string, servers: readonly string[]) =>
    `${list.format(servers)} each offer a tool named ${tool}, which models may confuse. Disable one of them.`,
  schema: 'Schema',
  schemaOf: (tool: string) => `Schema of ${tool}`,
  outputSchema: 'Output schema',
  outputSchemaOf: (tool: string) => `Output schema of ${tool}`,

  try: 'Try…',
  tryTool: (tool: string) => `Try ${tool}`,
  asJson: 'As JSON',
  argumentsAsJson: 'Arguments as JSON',
  call: (tool: string) => `Call ${tool}`,
  resultOf: (tool: string) => `Result of ${tool}`,
  answered: (time: string) => `Answered after ${time}.`,
  failedAfter: (time: string) => `Failed after ${time}.`,
  structured: 'Structured content',
  argumentIsMissing: 'Required.',
  argumentIsEmpty: 'Required. An empty text can be sent as JSON.',
  wantsNothing: 'This tool takes no arguments.',

  again: {
    title: (tool: string) => `Run ${visibleLine(tool)} again`,
    hint: 'Runs in a new session of the server as it is saved now. State from the episode is not available, and the episode does not change.',
    server: 'Server',
    gone: (server: string) => `“${visibleLine(server)}” is no longer configured. Select another server.`,
    noServers: 'No MCP servers are configured.',
    noTool: (server: string, tool: string) => `“${visibleLine(server)}” no longer has a tool ${visibleLine(tool)}.`,
    off: (server: string) => `“${visibleLine(server)}” is disabled for episodes, but can be used here.`,
    masked: 'A secret was replaced by •••. Enter it again before you call.',
    before: (turn: number) => `In the episode, turn ${formatNumber(turn)}`,
    now: 'Now',
    byHand: (number: number, at: string) => `Call ${formatNumber(number)} by hand, ${at}`,
    compareWith: 'Compare with',
    notAnswered: 'There was no answer.',
    same: 'Both results are the same.',
    other: 'The results differ.',
    history: 'Calls by hand since the window opened',
    show: (number: number) => `Show call ${formatNumber(number)}`,
    useArguments: 'Use arguments',
    useArgumentsOf: (number: number) => `Use arguments of call ${formatNumber(number)}`,
    outcome: (error: string | null | undefined, time: string | null) => {
      if (error === undefined || time === null) return 'cancelled'
      return error === null ? `answered after ${time}` : `failed after ${time}`
    },
  },

  noLog: 'No messages since the app started. Test the server, or start an episode.',
  logOf: (server: string) => `Log of ${server}`,
  logStopped: (reason: string) => `The log is no longer updated: ${reason}`,
  showStderr: 'Show standard error and other output',
  logKind: {
    sent: 'Sent',
    received: 'Received',
    stderr: 'Standard error',
    stdout: 'Standard output',
    ended: 'End',
  },
  sessionEnded: (began: string, how: string) =>
    `End of the session of ${began}${how === '' ? '' : `: the server ${how}`}`,
  replyFailed: (time: string) => `error, ${time}`,
  noReply: 'no answer',

  importTitle: 'Import servers',
  paste: 'Paste a snippet',
  pasteHint: '{ "mcpServers": { … } }, a single server, or a command “claude mcp add …”',
  pasted: 'pasted',
  searching: 'Searching for other clients…',
  noOtherClients: 'No other MCP clients were found on this computer.',
  searchFailed: (reason: string) => `The search for other clients failed: ${reason}`,
  sourceFault: (client: string, path: string, fault: string) => `${client}, ${path}: ${fault}`,
  found: 'Found servers',
  importServer: (name: string, source: string) => `Import ${name} from ${source}`,
  entryOf: (name: string) => `Entry of ${name} as it will be written`,
  getsOtherName: (name: string) => `A server ${name} already exists. A number is added to this name.`,
  secretToEnter: (name: string) => `You need to enter the secret ${name} afterwards.`,
  secretWillBeKept: (name: string) => `The plain text value is moved to the secrets, as ${name}.`,
  secretNotDeleted: (reason: string) => `A secret of the undone import is still stored: ${reason}`,
  secretNotKept: (reason: string) => `Nothing was imported, because a secret could not be stored: ${reason}`,
  addChosen: (servers: number) => (servers === 0 ? 'Add' : `Add ${count(servers, 'server', 'servers')}`),
} as const

/** Words of a sign-in to an MCP server, in its panel and where an episode waits for it. */
export const signInStrings = {
  needed: 'This server requires you to sign in.',
  signIn: 'Sign in',
  signInAndGoOn: 'Sign in and continue',
  looking: 'Looking for the authorization server…',
  signInAt: (host: string, isOpened: boolean) =>
    isOpened
      ? `Sign in at ${host}: your browser has opened the page.`
      : `Sign in at ${host}, in a browser on this computer.`,
  openPage: 'Open the page',
  copyAddress: 'Copy address',
  cancel: 'Cancel',
  signedIn: (host: string, since: string) => `Signed in to ${visibleLine(host, 200)} since ${formatDateTime(since)}.`,
  signOut: 'Sign out',
  signedOut: (note: string) => `Signed out here. ${note}`,
}
