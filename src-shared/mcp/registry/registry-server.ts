import { z } from 'zod'
import { isRecord } from '../../base/json/is-record'
import { plainLine, visibleLine } from '../../base/visible-text'

/**
 * A server as an MCP registry describes it: `ServerResponse` of the registry API v0.1, with a server.json of
 * 2025-12-11. Texts are made visible, on one line, and lists are bounded.
 */
export interface RegistryServer {
  /** `namespace/name` in ASCII, with a namespace that the registry verified. */
  readonly name: string
  readonly title: string | null
  readonly description: string
  readonly version: string
  readonly repository: string | null
  readonly website: string | null
  readonly status: z.infer<typeof statuses> | null
  readonly statusMessage: string | null
  /** ISO 8601. */
  readonly publishedAt: string | null
  readonly packages: readonly RegistryPackage[]
  readonly remotes: readonly RegistryRemote[]
  /** Number of packages and remotes that could not be read. */
  readonly unreadable: number
}

export interface RegistryPage {
  readonly servers: readonly RegistryServer[]
  /** Number of entries that could not be read. */
  readonly unreadable: number
  /** Cursor of the next page; null after the last page. */
  readonly nextCursor: string | null
}

/** More entries than any registry sends per page. */
const MAX_ENTRIES = 500
const MAX_CURSOR = 2000
const MAX_PARTS = 20
const MAX_INPUTS = 60

const line = (most: number) => z.string().transform((text) => visibleLine(text, most))
const optionalLine = (most: number) => line(most).nullish().catch(null)
/** A text that becomes part of a command or an address. It is never cut, but refused if it is too long. */
const exact = z.string().max(2000)
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value === true)

const inputShape = {
  description: optionalLine(500),
  isRequired: flag,
  isSecret: flag,
  format: z.enum(['string', 'number', 'boolean', 'filepath']).nullish().catch('string'),
  default: exact.nullish(),
  placeholder: optionalLine(200),
  value: exact.nullish(),
  choices: z.array(exact).max(MAX_INPUTS).nullish(),
}
const variable = z.object(inputShape)
const input = variable.extend({ variables: z.record(exact, variable).nullish() })
const named = input.extend({ name: exact.min(1) })
const argument = z.discriminatedUnion('type', [
  named.extend({ type: z.literal('named'), isRepeated: flag }),
  input.extend({ type: z.literal('positional'), isRepeated: flag, valueHint: optionalLine(100) }),
])
const inputs = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema)
    .max(MAX_INPUTS)
    .nullish()
    .transform((list) => list ?? [])

const registryPackage = z.object({
  registryType: line(40),
  registryBaseUrl: exact.nullish(),
  identifier: exact.min(1),
  version: exact.nullish(),
  fileSha256: z.hash('sha256').toLowerCase().nullish(),
  runtimeHint: exact.nullish(),
  transport: z.object({ type: line(40) }).nullish(),
  runtimeArguments: inputs(argument),
  packageArguments: inputs(argument),
  environmentVariables: inputs(named),
})
const remote = z.object({
  type: z.enum(['streamable-http', 'sse']),
  url: exact.min(1),
  headers: inputs(named),
  variables: z.record(exact, variable).nullish(),
})

export type RegistryInput = z.output<typeof input>
export type RegistryArgument = z.output<typeof argument>
export type RegistryPackage = z.output<typeof registryPackage>
export type RegistryRemote = z.output<typeof remote>

const statuses = z.enum(['active', 'deprecated', 'deleted'])
const official = z.object({
  status: statuses.nullish().catch(null),
  statusMessage: optionalLine(500),
  publishedAt: z.iso.datetime({ offset: true }).nullish().catch(null),
})

const response = z.object({
  server: z.object({
    name: z.string().transform((text) => plainLine(text, 200)),
    title: optionalLine(100),
    description: optionalLine(500),
    version: line(255),
    repository: z
      .object({ url: line(500) })
      .nullish()
      .catch(null),
    websiteUrl: optionalLine(500),
    packages: z.array(z.unknown()).nullish(),
    remotes: z.array(z.unknown()).nullish(),
  }),
  _meta: z.record(z.string(), z.unknown()).nullish().catch(null),
})

const OFFICIAL = 'io.modelcontextprotocol.registry/official'

/** Parses `ServerList`. Invalid entries are counted and omitted. Null if the answer as a whole is invalid. */
export function readRegistryPage(answer: unknown): RegistryPage | null {
  if (!isRecord(answer) || !(Array.isArray(answer.servers) || answer.servers === null)) return null
  const entries = (answer.servers ?? []).slice(0, MAX_ENTRIES)
  const servers = entries.flatMap((entry: unknown) => readRegistryServer(entry) ?? [])
  const metadata = isRecord(answer.metadata) ? answer.metadata : {}
  const cursor = metadata.nextCursor
  return {
    servers,
    unreadable: entries.length - servers.length,
    nextCursor: typeof cursor === 'string' && cursor !== '' && cursor.length <= MAX_CURSOR ? cursor : null,
  }
}

function readRegistryServer(entry: unknown): RegistryServer | null {
  const parsed = response.safeParse(entry)
  if (!parsed.success) return null
  const { server, _meta: meta } = parsed.data
  const { status, statusMessage, publishedAt } = official.catch({}).parse(meta?.[OFFICIAL])
  const packages = readAll(registryPackage, server.packages)
  const remotes = readAll(remote, server.remotes)
  return {
    name: server.name,
    title: server.title ?? null,
    description: server.description ?? '',
    version: server.version,
    repository: server.repository?.url ?? null,
    website: server.websiteUrl ?? null,
    status: status ?? null,
    statusMessage: statusMessage ?? null,
    publishedAt: publishedAt ?? null,
    packages,
    remotes,
    unreadable: (server.packages?.length ?? 0) + (server.remotes?.length ?? 0) - packages.length - remotes.length,
  }
}

const readAll = <Schema extends z.ZodType>(
  schema: Schema,
  list: readonly unknown[] | null | undefined,
): readonly z.output<Schema>[] =>
  (list ?? []).slice(0, MAX_PARTS).flatMap((each) => {
    const parsed = schema.safeParse(each)
    return parsed.success ? [parsed.data] : []
  })
