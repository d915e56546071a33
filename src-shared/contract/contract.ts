import { ExpectedError } from '../base/expected-error'
import { whyNotValid } from '../base/why-not-valid'
import { app } from './app'
import { bundles } from './bundles'
import type { ApiOf, Entry, EntryKind } from './define'
import { episodes } from './episodes'
import { experiments } from './experiments'
import { knowledge } from './knowledge'
import { library } from './library'
import { localModels } from './local-models'
import { mcp } from './mcp'
import { mcpApps } from './mcp-apps'
import { mcpVisits } from './mcp-visits'
import { models } from './models'
import { questions } from './questions'
import { registry } from './registry'
import { secrets } from './secrets'
import { settings } from './settings'
import { start } from './start'
import { stories } from './stories'

/** Everything that a shell can request from the host. Callers are untrusted: every parameter is validated. */
const contract = {
  ...app,
  ...stories,
  ...start,
  ...episodes,
  ...library,
  ...knowledge,
  ...experiments,
  ...mcp,
  ...registry,
  ...bundles,
  ...mcpVisits,
  ...mcpApps,
  ...questions,
  ...models,
  ...localModels,
  ...settings,
  ...secrets,
}

/** The host as every shell uses it: in the same process for the command line, over a port for a window. */
export type HostApi = ApiOf<typeof contract>

const entries = new Map<string, Entry<unknown>>(Object.entries(contract))

export const isCommand = (name: string): boolean => entries.get(name)?.kind === 'command'

/**
 * Validates and parses parameters. Throws `bad_input` with field and reason for an unknown name or invalid parameters.
 */
export function checkParams(kind: EntryKind, name: string, value: unknown): unknown {
  const entry = entries.get(name)
  if (entry?.kind !== kind) throw new ExpectedError('bad_input', `There is no ${kind} "${name}".`)
  const result = entry.params.safeParse(value ?? {})
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue?.path.join('.') || 'parameters'
  throw new ExpectedError('bad_input', `${field}: ${issue ? whyNotValid(issue) : 'not valid'} (${kind} ${name}).`)
}
