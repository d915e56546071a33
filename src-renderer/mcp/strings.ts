import type { McpProgram } from '@shared/contract/mcp'
import { visibleLine } from '@shared/base/visible-text'
import { count, formatCompact, formatNumber } from '../kit/text/format'
import { keyText } from '../kit/text/KeyName'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Everything that the MCP panel says. */
export const configStrings = {
  title: 'MCP servers',
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss the result of the test',
  retry: 'Try again',
  undo: 'Undo',
  unknownReason: 'the host gave no reason.',

  loading: 'Reading mcp_config.json…',
  loadFailed: (reason: string) => `mcp_config.json could not be read: ${reason}`,
  checkFailed: (reason: string) => `The text could not be checked: ${reason}`,
  saveFailed: (reason: string) => `Nothing was saved: ${reason}`,
  cannotSave: (fault: string) => `This cannot be saved: ${fault}`,
  review: 'Save…',
  nothingToSave: 'Nothing is changed',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved.',
  saveHint: `See the changes and save them (${keyText('Mod+S')})`,
  revert: 'Revert',
  unsaved: 'Unsaved changes',
  keptUnsaved: 'Your changes of the MCP servers are kept here, not saved yet.',
  removed: (name: string) => `${name} was removed.`,
  merged: (names: readonly string[]) =>
    `Another program changed ${list.format(names)} meanwhile: that is now in your text too.`,
  conflictTitle: 'Changes of another program',
  conflict: 'Another program changed the same in this file while you were editing. Your text is still here.',
  mine: (name: string | null) => (name === null ? 'Your text' : `${name}: yours`),
  theirs: (name: string | null) => (name === null ? 'The file on disk' : `${name}: on disk`),
  isRemoved: '(removed)',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',

  saveTitle: 'Save mcp_config.json',
  diff: 'Changes',
  unchanged: (lines: number) => `⋯ ${count(lines, 'unchanged line', 'unchanged lines')}`,
  newPrograms: 'Servers that nobody has agreed to yet',
  newProgramsHint:
    'A server is a program with your rights, or an address that is sent something of yours. Look at each. What you do not agree to is saved, but not used.',
  agree: ({ server, isRemote }: Pick<McpProgram, 'server' | 'isRemote'>) =>
    isRemote ? `Let “${visibleLine(server)}” be connected to` : `Let “${visibleLine(server)}” run this`,
  unagreed: (isRemote: boolean) =>
    isRemote
      ? 'Not agreed yet: you are asked before it is connected to.'
      : 'Not agreed yet: you are asked before it is run.',
  agreeHere: 'Agree',
  agreed: (isRemote: boolean) =>
    isRemote ? 'You agreed that this may be connected to from here.' : 'You agreed that this may run here.',
  withdraw: 'Withdraw',
  askTitle: (programs: readonly Pick<McpProgram, 'isRemote'>[]) => {
    const servers = programs.length === 1 ? 'a new server' : 'new servers'
    if (programs.every(({ isRemote }) => isRemote)) return `Connect to ${servers}?`
    if (programs.some(({ isRemote }) => isRemote)) return `Use ${servers}?`
    return programs.length === 1 ? 'Run a new program?' : 'Run new programs?'
  },
  ask: (programs: readonly Pick<McpProgram, 'isRemote'>[]) => {
    const isOne = programs.length === 1
    const nobody = 'that nobody has agreed to on this computer.'
    const untold = isOne ? '' : ' What you do not tick is not used.'
    if (programs.every(({ isRemote }) => isRemote))
      return `This episode would connect to ${isOne ? 'a server' : 'servers'} ${nobody} Look at where that is and what is sent along.${untold}`
    if (programs.some(({ isRemote }) => isRemote))
      return `This episode would use servers ${nobody} Some are programs with your rights, some are sent something of yours: look at each.${untold}`
    return `This episode would start ${isOne ? 'a program' : 'programs'} ${nobody} A server is a program with your rights: look at what will be executed.${untold}`
  },
  fromFile: (server: string, file: string) => `“${visibleLine(server)}”, from ${visibleLine(file)}`,
  startWithout: (programs: number) => `Start without ${programs === 1 ? 'it' : 'them'}`,
  startWith: 'Agree and start with it',
  startWithTicked: (ticked: number, programs: number) =>
    `Agree and start with ${formatNumber(ticked)} of ${formatNumber(programs)}`,
  tickFirst: 'Tick what may be used',
  whenTitle: 'Episodes that run now',
  when: {
    restart: 'Restart the servers that changed, at the next turn',
    keep: 'Keep their servers; the change holds from the next episode',
  },

  servers: 'Servers',
  add: 'Add server',
  import: 'Import…',
  noServers: 'No server is configured. Add one, or import what another client has.',
  inSettings: (file: string) => `From ${visibleLine(file)}`,
  namedIn: (file: string, line: number) =>
    `It stands in ${visibleLine(file)}, line ${formatNumber(line)}, and is changed there.`,
  settingsTabs: { entry: 'Entry', log: 'Log' },
  mcpOff: 'MCP is switched off in zorkgpt.toml. Episodes run without these servers until [mcp] enabled is true.',
  feedStopped: (reason: string) => `The list of servers is no longer updated: ${reason}`,
  testAll: 'Test all',
  testAllHint: 'Connect once to every server of the saved file',
  testingAll: 'Testing all…',
  testFailed: (reason: string) => `The connections could not be tested: ${reason}`,
  tested: (ready: number, tried: number, unsaved: number) => {
    const answered = `${formatNumber(ready)} of ${count(tried, 'server', 'servers')} answered.`
    return unsaved === 0 ? answered : `${answered} ${formatNumber(unsaved)} not saved yet.`
  },
  state: {
    unsaved: 'Not saved yet',
    disabled: 'Off',
    not_agreed: 'Not agreed yet',
    idle: 'Not connected',
    answered: 'Answered',
    starting: 'Connecting',
    ready: 'Ready',
    failed: 'Failed',
    closing: 'Closing',
  },
  transport: { stdio: 'stdio', http: 'Streamable HTTP', sse: 'SSE' },
  legacy: ' (older servers)',
  toolsOf: (used: number, all: number) => `${formatNumber(used)}/${count(all, 'tool', 'tools')}`,
  use: (name: string) => `Use ${name}`,
  useHint: 'Off is not deleted: the entry stays in the file',
  clone: (name: string) => `Clone ${name}`,
  remove: (name: string) => `Remove ${name}`,

  details: 'Details',
  tabsLabel: 'Views of the server',
  tabs: { form: 'Form', json: 'JSON', tools: 'Tools', log: 'Log' },
  broken: 'The text has an error. Correct it under JSON: the form comes back by itself.',
  noServer: 'Choose a server, or add one.',
  noForm: 'This entry cannot be shown as a form: it is no object, or a name is there twice. Correct it under JSON.',

  formOf: (name: string) => `Entry of ${name}`,
  name: 'Name',
  nameMissing: 'A name is needed.',
  nameTaken: 'This name is taken.',
  resolving: 'Looking for the program…',
  executes: 'What will be executed',
  reaches: 'What will be connected to',
  withHeaders: 'with the headers',
  takesAlong: 'It is sent what the references behind ${ stand for on this computer: keys, secrets, variables.',
  withVariables: 'with the variables',
  withEnvFile: (path: string, sha256: string | null) =>
    `with the variables of ${visibleLine(path)}${sha256 === null ? '' : `, as it is now (SHA-256 ${sha256})`}`,
  decides: 'decides what is loaded or run',
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
  },
  table: {
    env: { title: 'Environment variables', row: 'variable' },
    headers: { title: 'Headers', row: 'header' },
  },
  lock: (row: string) => `Keep ${row} as a secret`,
  lockHint: 'Keep the value out of the file, among the secrets',
  unlockHint: 'Write the value into the file again; what is stored stays stored',
  secretStored: (name: string) => `Secret ${name} is stored.`,
  secretMissing: (name: string) => `Secret ${name} is not stored yet.`,
  secretValue: (name: string) => `Value of the secret ${name}`,
  enterSecret: 'Its value',
  replaceSecret: 'Another value',
  storeSecret: 'Store value',
  chooseFolder: 'Choose the working folder',
  noFolder: 'There is no such folder.',
  more: 'Time limits and permissions',
  fromSettings: 'as in the settings',
  stderr: (server: string) => `Last lines that ${server} wrote to standard error`,

  editorLabel: (path: string) => `Text of ${path}. Escape leaves the text.`,
  noFile: 'There is no such file yet. Saving makes it.',
  startFile: 'Start with an empty list',
  readAs: (key: string, meaning: string) => `Read as ${key}. ${meaning}`,
  tableOfServers: 'The servers, each under its name.',
  attachable: {
    resources: 'URIs of resources that go into every prompt.',
    prompts: 'Names of prompts that go into every prompt.',
  },
  appFolder: 'The folder of the app.',
  hostVariable: 'A variable of the environment that the host runs in.',
  anySecret: 'A secret by its name.',
  problems: 'Problems in the text',
  problemAt: (line: number, column: number) => `Line ${formatNumber(line)}, column ${formatNumber(column)}`,
  severity: { error: 'Error', warning: 'Warning' },

  test: 'Test connection',
  testTitle: 'Test of the connection',
  testStages: 'Stages of the test',
  confirmTitle: (isRemote: boolean) => (isRemote ? 'Connect to this server?' : 'Run this program?'),
  confirm: (name: string, isRemote: boolean) =>
    isRemote
      ? `Nobody has agreed to “${visibleLine(name)}” on this computer. A test connects to it:`
      : `Nobody has agreed to the program of “${visibleLine(name)}” on this computer. A test runs it with your rights:`,
  run: (isRemote: boolean) => (isRemote ? 'Agree and connect' : 'Agree and run'),
  nothingToRun: 'There is nothing to agree to while it cannot be run: correct the entry, and test it again.',
  stages: { resolve: 'Find the program', start: 'Start it', handshake: 'Handshake', list: 'List tools', call: 'Call' },
  stepState: { running: 'Running', done: 'Done', failed: 'Failed' },
  stopped: 'Stopped',
  testing: (stage: string) => `Testing: ${stage}…`,
  cancelled: 'The test was cancelled.',
  testFailedShort: 'The test failed.',
  works: (tools: number) => `It works: ${count(tools, 'tool', 'tools')}.`,
  failedAt: (stage: string, error: string) => `${stage}: ${error}`,
  lastWords: 'Last lines of standard error',
  callFailed: (tool: string, error: string) => `${tool}: ${error}`,
  toolCount: (tools: number) => count(tools, 'tool', 'tools'),

  toolsUnknown: 'What this server offers is not known yet.',
  listTools: 'Ask the server',
  searchTools: 'Search tools',
  toolList: 'Tools',
  toolsSum: (used: number, all: number, tokens: number) =>
    `${formatNumber(used)} of ${count(all, 'tool', 'tools')}, about ${formatCompact(tokens)} tokens in every request`,
  allOn: 'All on',
  allOff: 'All off',
  noTools: 'This server offers no tools.',
  noMatch: (filter: string) => `No tool matches “${filter}”.`,
  toolsGone: (names: readonly string[]) =>
    `Switched off in the file, but not offered by the server: ${list.format(names)}.`,
  offer: (tool: string) => `Offer ${tool} to the agent`,
  openTool: (tool: string) => `Details of ${tool}`,
  tokens: (tokens: number) => `about ${formatCompact(tokens)} tokens`,
  usedLast: (calls: number) =>
    calls === 0 ? 'not used in the last episode' : `used ${formatNumber(calls)}× in the last episode`,
  readOnly: 'only reads',
  unsupported: 'runs as a task, which is not supported',
  noDescription: 'The server does not describe it.',
  sameName: (tool: string, servers: readonly string[]) =>
    `${list.format(servers)} each offer a tool named ${tool}: models mix them up. Switch one off.`,
  schema: 'Schema',
  schemaOf: (tool: string) => `Schema of ${tool}`,
  resources: 'Resources',
  prompts: 'Prompts',
  attach: (name: string) => `Put ${name} into every prompt`,

  try: 'Try…',
  tryTool: (tool: string) => `Try ${tool}`,
  asJson: 'As JSON',
  argumentsAsJson: 'Arguments as JSON',
  call: (tool: string) => `Call ${tool}`,
  resultOf: (tool: string) => `Answer of ${tool}`,
  answered: (time: string) => `Answered after ${time}.`,
  failedAfter: (time: string) => `Failed after ${time}.`,
  structured: 'Structured content',
  wantsNothing: 'It wants no arguments.',

  again: {
    title: (tool: string) => `Run ${visibleLine(tool)} again`,
    hint: 'In a session of its own, with the server as it is saved now: what it remembered in the episode is not there, and nothing of this goes into the episode.',
    server: 'Server',
    gone: (server: string) =>
      `“${visibleLine(server)}” is not among the MCP servers any more. Choose the one that is to be asked instead.`,
    noServers: 'No MCP server is configured that could be asked.',
    noTool: (server: string, tool: string) => `“${visibleLine(server)}” has no tool ${visibleLine(tool)} now.`,
    off: (server: string) =>
      `“${visibleLine(server)}” is switched off for episodes; it can be asked here all the same.`,
    masked: 'A secret was taken out where ••• stands. Put it in again before you call.',
    before: (turn: number) => `In the episode, turn ${formatNumber(turn)}`,
    now: 'Now',
    notAnswered: 'It was not answered.',
    same: 'The same answer as in the episode.',
    other: 'Another answer than in the episode.',
  },

  noLog: 'Nothing was exchanged with this server since the app started. Test it, or start an episode.',
  logOf: (server: string) => `Log of ${server}`,
  logStopped: (reason: string) => `The log is no longer updated: ${reason}`,
  showStderr: 'Show standard error',
  logKind: { sent: 'Sent', received: 'Received', stderr: 'Standard error' },
  replyFailed: (time: string) => `error, ${time}`,

  importTitle: 'Import servers',
  paste: 'Paste a snippet',
  pasteHint: '{ "mcpServers": { … } }, one server, or a line “claude mcp add …”',
  pasted: 'pasted',
  searching: 'Looking for the files of other clients…',
  noOtherClients: 'No other MCP client was found on this machine.',
  searchFailed: (reason: string) => `The files of other clients could not be looked for: ${reason}`,
  sourceFault: (client: string, path: string, fault: string) => `${client}, ${path}: ${fault}`,
  found: 'Servers that were found',
  importServer: (name: string, source: string) => `Import ${name} from ${source}`,
  entryOf: (name: string) => `Entry of ${name} as it will be written`,
  getsOtherName: (name: string) => `There is a server ${name} already: this one gets a number.`,
  secretToEnter: (name: string) => `The secret ${name} is to be entered afterwards.`,
  secretWillBeKept: (name: string) => `What stands there in clear goes to the secrets, as ${name}.`,
  secretNotDeleted: (reason: string) => `A secret of the import that was taken back is still stored: ${reason}`,
  secretNotKept: (reason: string) => `Nothing was imported, because a secret could not be kept: ${reason}`,
  addChosen: (servers: number) => `Add ${count(servers, 'server', 'servers')}`,
} as const
