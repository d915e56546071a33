import { commandStrings } from '../../commands/strings'
import { count, formatNumber } from '../../kit/text/format'

/**
 * Words of the settings sheet. Titles and descriptions of the settings come from the host, which has their schema.
 */
export const settingsStrings = {
  title: 'Settings',
  pages: commandStrings.settingsPages,
  loading: 'Loading settings…',
  search: 'Search settings',
  noMatch: (text: string) => `No setting matches “${text}”.`,
  byDefault: (value: string) => `Default: ${value}`,
  none: 'none',
  yes: 'on',
  no: 'off',
  reset: 'Reset to default',
  notANumber: 'Must be a number',
  notSentHere: 'Not sent: this endpoint or model does not support it.',
  problems: (file: string) => `Errors in ${file}:`,
  notUsed: (file: string) => `Ignored in ${file}:`,
  line: (line: number) => `line ${formatNumber(line)}`,
  save: 'Save',
  discard: 'Discard',
  nothingToSave: 'No changes',
  faultFirst: 'Correct the invalid value first',
  changes: (changes: number) => count(changes, 'unsaved change', 'unsaved changes'),
  keptUnsaved: (changes: number) =>
    changes === 1
      ? 'Your change to one setting is kept, but not saved yet.'
      : `Your changes to ${formatNumber(changes)} settings are kept, but not saved yet.`,
  saved: 'Saved. Changes apply from the next episode.',
  reload: 'Reload file, keep my changes',

  stray: {
    title: (keys: number) => (keys === 1 ? 'Send a key to another address?' : 'Send keys to another address?'),
    ask: (keys: number) =>
      `An episode, a preset or a settings file names an address that ${keys === 1 ? 'this key was' : 'these keys were'} not entered for.`,
    givenFor: (addresses: readonly string[]) => `Entered for ${addresses.join(', ')}`,
    givenForNothing: 'Not entered for any address yet',
    goesTo: 'Recipient',
    danger: (keys: number) =>
      `The operator of that address could then use ${keys === 1 ? 'the key' : 'the keys'} at your cost. Send ${keys === 1 ? 'it' : 'them'} only if you trust that address. You are not asked again for it.`,
    cancel: 'Cancel',
    send: (keys: number) => (keys === 1 ? 'Send key' : 'Send keys'),
  },

  model: {
    endpoint: 'Endpoint',
    provider: 'Provider',
    otherProvider: 'Another OpenAI-compatible endpoint',
    address: 'Address',
    key: 'API key',
    keyKept: 'A key is stored. Type another to replace it',
    keyNone: 'No key yet',
    keyOptional: 'No key needed',
    keyFromFile: (reference: string) => `The settings file names the key: ${reference}.`,
    keep: 'Save key',
    models: 'Models',
    find: 'Find model',
    found: (shown: number, all: number) =>
      shown === all ? `${formatNumber(all)} models` : `${formatNumber(shown)} of ${formatNumber(all)} models`,
    asking: 'Loading models…',
    list: 'List models',
    chosen: 'Model',
    notListed: (model: string) => `${model} (selected, not listed)`,
    context: (tokens: number) => `${formatNumber(tokens)} tokens`,
    tools: 'tools',
    withoutTools: 'no tools',
    probe: 'Test model',
    noModel: 'Select a model first',
    cancel: 'Cancel',
    probing: 'Testing…',
    probeHint: 'Sends three small requests of a few hundred tokens.',
    probes: {
      answer: 'Answers',
      streaming: 'Streams',
      tools: 'Calls tools',
      json: 'Follows a JSON schema',
      reasoning: 'Shows its thinking',
    },
    verdicts: { yes: 'yes', no: 'no', failed: 'failed' },
    ms: (ms: number) => `${formatNumber(ms)} ms`,
    seed: 'Requests use the seed of their episode.',
  },
  secrets: {
    explanation:
      'Refer to a secret as ${secret:NAME} in the MCP config and the settings file. Its value is never shown again.',
    none: 'There are no secrets yet.',
    delete: (name: string) => `Delete ${name}`,
    name: 'Name',
    value: 'Value',
    add: 'Save',
    kept: (name: string) => `${name} was saved.`,
  },
  appearance: {
    explanation: 'These apply to this window only and are not in the settings file.',
    theme: 'Theme',
    themes: { system: 'Use system theme', dark: 'Dark', light: 'Light', contrast: 'High contrast' },
    textSize: 'Text size',
    rowHeight: 'Row height',
    rowHeights: { compact: 'Compact', normal: 'Normal', comfortable: 'Comfortable' },
    motion: 'Motion',
    motions: { system: 'Use system setting', reduced: 'Reduced' },
    hyperlegible: 'Use the typeface Atkinson Hyperlegible',
    announcements: 'Screen reader announcements',
    announced: { off: 'Off', turns: 'Each turn', thoughts: 'Each turn and its conclusion' },
    singleKeys: 'Single-letter shortcuts',
  },
} as const
