import { z } from 'zod'
import type { ImportedServer } from '../mcp/mcp-import'
import type { ConfigProblem } from '../mcp/mcp-config'
import { type ApiOf, command, feed, none } from './define'

/**
 * What a window asks about MCP servers, and what it is told: their config file, what an entry would run, whether it
 * works, what it says.
 */

const text = z.string().max(1_000_000)
const server = z.string().min(1).max(200)

const toolCall = z.object({ tool: z.string().max(500), arguments: z.record(z.string(), z.unknown()) })

/** How a call can be written for a shell; see `writeMcpCall`. */
const SHELL_FORMS = ['curl', 'inspector'] as const
export type ShellForm = (typeof SHELL_FORMS)[number]

const fingerprints = z.array(z.hash('sha256')).min(1).max(1000)

/**
 * What becomes of MCP servers whose program nobody has agreed to on this machine: the start is refused with
 * `program_not_agreed`, or goes on without them.
 */
export const newPrograms = z.enum(['refuse', 'leave_out']).default('refuse')
export type NewPrograms = z.infer<typeof newPrograms>

export const mcp = {
  readMcpConfig: command(none).gives<McpConfigFile>(),
  checkMcpConfig: command(z.object({ text })).gives<readonly ConfigProblem[]>(),
  /** Refused with `changed_on_disk` if the file is no longer the one that `version` named. */
  saveMcpConfig: command(
    z.object({
      text,
      version: z.string(),
      /**
       * Whether episodes that run now start the servers that changed anew, at their next turn, or keep what they have.
       */
      runningEpisodes: z.enum(['restart', 'keep']).default('restart'),
    }),
  ).gives<McpConfigFile>(),
  watchMcp: feed(none).gives<McpBatch>(),
  /** Connects once to every configured server and lists its tools; `watchMcp` shows the progress. */
  probeMcpServers: command(none),
  /** What the entry of this text would execute or connect to, without doing so. */
  describeMcpServer: command(z.object({ text, server })).gives<McpLaunchInfo>(),
  /**
   * The programs that an episode with the servers of this text would start on this machine and nobody has agreed to
   * yet; null for the saved file.
   */
  listNewPrograms: command(z.object({ text: text.nullable() })).gives<readonly McpProgram[]>(),
  /**
   * From now on these may be started on this machine. The fingerprints are those of `McpLaunchInfo`, so that what was
   * shown is what is agreed to.
   */
  agreeToPrograms: command(z.object({ fingerprints })),
  /**
   * From now on these are asked about again; an episode that runs goes on without them from its next turn. The
   * fingerprints are those of `agreed`.
   */
  withdrawAgreement: command(z.object({ fingerprints })),
  /** The tools as the server last described them; null if it has not been asked since the host started. */
  readMcpTools: command(z.object({ server })).gives<readonly McpToolDetail[] | null>(),
  /**
   * Servers in the config files of other MCP clients on this machine. Reads only those files; secrets are replaced by
   * references.
   */
  findMcpImports: command(none).gives<readonly McpImportSource[]>(),
  /**
   * Copies secrets that stand in clear in a file that `findMcpImports` named into the secret store. Refused with
   * `not_found` for any other.
   */
  keepImportedSecrets: command(z.object({ path: z.string().max(4096), server })),
  /**
   * Starts or reaches the server as this text describes it, in a session of its own, and ends it again. Ending the feed
   * cancels. `call`: after the tools were listed, call one, or ask for a sign of life, which does no harm. Refused with
   * `program_not_agreed`.
   */
  testMcpServer: feed(
    z.object({
      text,
      server,
      call: z.union([z.literal('ping'), toolCall]).nullable(),
    }),
  ).gives<McpTest>(),
  /**
   * A call of a saved server, to be pasted into a POSIX shell: it runs nothing but this call, and holds no secret.
   * Refused with `not_found`, `bad_file`, `program_not_agreed`, or `not_possible` where the form cannot say it.
   */
  writeMcpCall: command(toolCall.extend({ server, form: z.enum(SHELL_FORMS) })).gives<{ readonly text: string }>(),
  /**
   * What was exchanged with a server, by whichever session, and what it wrote to standard error: the last of it, then
   * live.
   */
  watchMcpLog: feed(z.object({ server })).gives<McpLogBatch>(),
}
export type McpApi = ApiOf<typeof mcp>

export interface McpConfigFile {
  readonly path: string
  readonly text: string
  /** Hash of what is on disk; empty if there is no file. */
  readonly version: string
  readonly problems: readonly ConfigProblem[]
}

interface McpTool {
  readonly name: string
  readonly description: string
}

/** What a server lists of a tool that is told of it in short. */
export interface McpListedTool extends McpTool {
  /** It must run as a task, which we do not speak: it is not offered. */
  readonly isUnsupported: boolean
}

export interface McpResource extends McpTool {
  readonly uri: string
}

export type McpPrompt = McpTool

export interface McpServerStatus {
  readonly name: string
  /**
   * Where in the settings file it stands, if that names it and not the config file; there it can only be changed by
   * hand.
   */
  readonly namedIn: { readonly file: string; readonly line: number } | null
  readonly transport: 'stdio' | 'http' | 'sse'
  /** Exactly what is executed or connected to, secrets masked. */
  readonly target: string
  readonly state: 'disabled' | 'not_agreed' | 'idle' | 'starting' | 'ready' | 'failed' | 'closing'
  /** All that it has, those too that are switched off; null if it has not been asked. */
  readonly tools: readonly McpListedTool[] | null
  readonly resources: readonly McpResource[] | null
  readonly prompts: readonly McpPrompt[] | null
  readonly error: string | null
  /** Last lines the server wrote to standard error. */
  readonly stderr: string
  /** From spawn to listed tools, of the last connection. */
  readonly connectMs: number | null
}

export interface McpBatch {
  readonly enabled: boolean
  /** Of the file that the servers are read from, as in `McpConfigFile`. */
  readonly version: string
  readonly servers: readonly McpServerStatus[]
}

/** A variable that a program would get: nothing in its text is hidden but the values of secrets. */
export interface McpVariable {
  /** `NAME=value`; the name alone where a file of variables holds the value, unless it decides what runs. */
  readonly text: string
  /** It is known to have code loaded, or programs looked for, whatever the command line says. */
  readonly decides: boolean
}

interface McpEnvFile {
  readonly path: string
  /** Of what it holds, and what is agreed to holds; null where it cannot be read. */
  readonly sha256: string | null
  readonly variables: readonly McpVariable[]
}

export interface McpLaunchInfo {
  /** Reached over the network: nothing is executed here. */
  readonly isRemote: boolean
  /** Exactly what is executed or connected to, the values of secrets masked; empty if the entry cannot be used. */
  readonly line: string
  /**
   * Every one that the entry sets; of a server over the network its headers, where something of this machine is sent
   * along.
   */
  readonly variables: readonly McpVariable[]
  /** The file of more variables that the entry names. */
  readonly envFile: McpEnvFile | null
  /**
   * The program file that `command` was found as; null for a server that is reached over the network, or if there is
   * none.
   */
  readonly file: string | null
  readonly folder: string | null
  /** The working folder that the entry names does not exist. */
  readonly folderIsMissing: boolean
  /** Why it could not be started, or null. */
  readonly fault: string | null
  /**
   * Fingerprint of what a person must agree to before it is started, or sent something of this machine; null if there
   * is nothing.
   */
  readonly unagreed: string | null
  /** Fingerprint of a program that somebody agreed to here, which can be withdrawn; null if there is none. */
  readonly agreed: string | null
}

/** A program that is to be agreed to, and where it comes from. */
export interface McpProgram extends McpLaunchInfo {
  readonly server: string
  readonly configFile: string
  readonly unagreed: string
}

export interface McpToolDetail {
  readonly name: string
  readonly description: string
  /** A JSON schema of an object. */
  readonly schema: Readonly<Record<string, unknown>>
  /** About what its definition costs in every request that offers it. */
  readonly tokens: number
  /** By its own word. */
  readonly isReadOnly: boolean
  /** It must run as a task, which we do not speak: it is not offered. */
  readonly isUnsupported: boolean
}

const TEST_STAGES = ['resolve', 'start', 'handshake', 'list', 'call'] as const
export type McpTestStage = (typeof TEST_STAGES)[number]

export interface McpTestStep {
  readonly stage: McpTestStage
  readonly state: 'running' | 'done' | 'failed'
  readonly ms: number
  /** What came of it, e.g. the program file, the protocol revision, how many tools. */
  readonly result: string | null
}

export interface McpTestFailure {
  readonly stage: McpTestStage
  readonly error: string
  /** What to do about it. */
  readonly fix: string
  readonly stderr: string
}

/** What a tool answered, or why it did not. */
export interface McpCallResult {
  readonly tool: string
  readonly text: string | null
  readonly structured: unknown
  /** Both in one, as an agent gets it and a log has it; null if there was no answer. */
  readonly content: unknown
  readonly error: string | null
  readonly ms: number
}

/** The whole of a test as far as it has come. */
export interface McpTest {
  readonly steps: readonly McpTestStep[]
  readonly failure: McpTestFailure | null
  readonly tools: readonly McpToolDetail[] | null
  readonly resources: readonly McpResource[]
  readonly prompts: readonly McpPrompt[]
  readonly call: McpCallResult | null
  readonly finished: boolean
}

export interface McpLogEntry {
  readonly number: number
  readonly at: string
  /** Counts the sessions of this server, so that ids of messages are told apart. */
  readonly session: number
  readonly kind: 'sent' | 'received' | 'stderr'
  /** JSON-RPC: null where there is none. */
  readonly id: string | null
  readonly method: string | null
  readonly text: string
}

export interface McpLogBatch {
  readonly entries: readonly McpLogEntry[]
}

/** What was found in the config file of another client. */
export interface McpImportSource {
  readonly client: string
  readonly path: string
  /** Values of secrets are left out: `keepImportedSecrets` moves them. */
  readonly servers: readonly ImportedServer[]
  /** Why the file could not be read, or has no servers; null if it has. */
  readonly fault: string | null
}
