import { commandStrings } from '../../commands/strings'
import { formatNumber } from '../../kit/text/format'

/**
 * Words of the settings. Names and sentences of the settings themselves come from the host: they stand in the schema.
 */
export const settingsStrings = {
  title: 'Settings',
  pages: commandStrings.settingsPages,
  loading: 'Reading the settings…',
  search: 'Search the settings',
  noMatch: (text: string) => `No setting matches “${text}”.`,
  byDefault: (value: string) => `Default: ${value}`,
  none: 'none',
  yes: 'on',
  no: 'off',
  reset: 'Use the default',
  notANumber: 'Takes a number',
  notSentHere: 'Not sent: this endpoint or model does not take it.',
  problems: (file: string) => `Something is wrong in ${file}:`,
  notUsed: (file: string) => `Not used of ${file}:`,
  line: (line: number) => `line ${formatNumber(line)}`,
  save: 'Save',
  discard: 'Discard',
  nothingToSave: 'Nothing is changed',
  faultFirst: 'A value is wrong: correct it first',
  changes: (count: number) => (count === 1 ? '1 change, not saved' : `${formatNumber(count)} changes, not saved`),
  keptUnsaved: (count: number) =>
    count === 1
      ? '1 changed setting is kept here, not saved yet.'
      : `${formatNumber(count)} changed settings are kept here, not saved yet.`,
  saved: 'Saved. It holds from the next episode.',
  reload: 'Load the file again, keep my changes',

  stray: {
    title: (keys: number) => (keys === 1 ? 'Send a key to another address?' : 'Send keys to another address?'),
    ask: (keys: number) =>
      `An episode, a preset or a settings file names an address that ${keys === 1 ? 'this key was' : 'these keys were'} not given for.`,
    givenFor: (addresses: readonly string[]) => `Given for ${addresses.join(', ')}`,
    givenForNothing: 'Not given for any address yet',
    goesTo: 'Would be sent to',
    danger: (keys: number) =>
      `Whoever runs that address can use ${keys === 1 ? 'the key' : 'the keys'} from then on as you can, at your cost. Send ${keys === 1 ? 'it' : 'them'} only if you know whose address it is. You are not asked again for it.`,
    cancel: 'Cancel',
    send: (keys: number) => (keys === 1 ? 'Send the key there' : 'Send the keys there'),
  },

  model: {
    endpoint: 'Where the model is asked',
    provider: 'Provider',
    otherProvider: 'Another OpenAI-compatible endpoint',
    address: 'Address',
    key: 'API key',
    keyKept: 'A key is kept. Type another to replace it',
    keyNone: 'No key yet',
    keyOptional: 'Needs no key',
    keyFromFile: (reference: string) => `The settings file names the key: ${reference}.`,
    keep: 'Use this key',
    models: 'Models',
    find: 'Find a model',
    found: (shown: number, all: number) =>
      shown === all ? `${formatNumber(all)} models` : `${formatNumber(shown)} of ${formatNumber(all)} models`,
    asking: 'Asking for the models…',
    list: 'List the models',
    chosen: 'Model',
    notListed: (model: string) => `${model} (chosen, not listed here)`,
    context: (tokens: number) => `${formatNumber(tokens)} tokens`,
    tools: 'tools',
    withoutTools: 'no tools',
    probe: 'Try this model',
    noModel: 'Choose a model first',
    cancel: 'Cancel',
    probing: 'Asking…',
    probeHint: 'Three small requests, a few hundred tokens.',
    probes: {
      answer: 'Answers',
      streaming: 'Streams',
      tools: 'Calls tools',
      json: 'Keeps to a JSON schema',
      reasoning: 'Shows its thinking',
    },
    verdicts: { yes: 'yes', no: 'no', failed: 'failed' },
    ms: (ms: number) => `${formatNumber(ms)} ms`,
    seed: 'The seed of a request is that of its episode.',
  },
  secrets: {
    explanation:
      'Written as ${secret:NAME} in the list of MCP servers and in the settings file. A value is never shown again.',
    none: 'There are no secrets yet.',
    delete: (name: string) => `Delete ${name}`,
    name: 'Name',
    value: 'Value',
    add: 'Keep',
    kept: (name: string) => `${name} is kept.`,
  },
  appearance: {
    explanation: 'For this window alone; none of it is in the settings file.',
    theme: 'Theme',
    themes: { system: 'As the system', dark: 'Dark', light: 'Light', contrast: 'High contrast' },
    textSize: 'Text size',
    rowHeight: 'Row height',
    rowHeights: { compact: 'Compact', normal: 'Normal', comfortable: 'Comfortable' },
    motion: 'Motion',
    motions: { system: 'As the system', reduced: 'None' },
    hyperlegible: 'Atkinson Hyperlegible as typeface',
    announcements: 'Screen readers are told',
    announced: { off: 'Nothing of what is played', turns: 'Each turn', thoughts: 'Each turn and its conclusion' },
    singleKeys: 'Single-letter keys',
  },
} as const
