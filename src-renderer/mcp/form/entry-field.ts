import type { FieldInput, FormField } from '@shared/base/form/form-field'
import { type EntryKeyName, meaningOf, TRANSPORTS } from '@shared/mcp/mcp-entry-keys'
import { configStrings } from '../strings'

const text: FieldInput = {
  kind: 'text',
  format: null,
  minLength: 0,
  maxLength: Infinity,
  isLong: false,
  isSecret: false,
  fallback: null,
}
const milliseconds: FieldInput = { kind: 'number', isInteger: true, minimum: 1, maximum: null, fallback: null }
const off: FieldInput = { kind: 'boolean', fallback: false }

const field = (name: EntryKeyName, title: string, input: FieldInput, description = ''): FormField => ({
  name,
  title,
  description,
  isRequired: false,
  input,
})
const textField = (name: EntryKeyName, title: string): FormField => field(name, title, text, meaningOf(name))

const { entry: titles } = configStrings

/** An entry of `mcp_config.json` as the fields of its form. */
export const entryFields = {
  type: {
    ...field('type', titles.type, {
      kind: 'choice',
      options: TRANSPORTS.map((type) => ({
        value: type,
        title: configStrings.transport[type] + (type === 'sse' ? configStrings.legacy : ''),
      })),
      fallback: 'stdio',
    }),
    isRequired: true,
  },
  command: textField('command', titles.command),
  args: field('args', titles.args, {
    kind: 'list',
    item: { ...textField('args', titles.arg), isRequired: true },
    fallback: null,
  }),
  cwd: textField('cwd', titles.cwd),
  envFile: textField('envFile', titles.envFile),
  url: textField('url', titles.url),
  connectTimeoutMs: field('connectTimeoutMs', titles.connectTimeoutMs, milliseconds),
  timeoutMs: field('timeoutMs', titles.timeoutMs, milliseconds),
  description: textField('description', titles.description),
  roots: field('roots', titles.roots, {
    kind: 'list',
    item: { ...textField('roots', titles.root), isRequired: true },
    fallback: null,
  }),
  allowSampling: field('allowSampling', meaningOf('allowSampling'), off),
  allowElicitation: field('allowElicitation', meaningOf('allowElicitation'), off),
} as const satisfies Readonly<Partial<Record<EntryKeyName, FormField>>>
