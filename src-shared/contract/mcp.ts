import { z } from 'zod'
import type { ImportedServer } from '../mcp/mcp-import'
import type { ConfigProblem } from '../mcp/mcp-config'
import { type ApiOf, command, feed, none } from './define'

/**
 * What a window asks about MCP servers: their config file, what an entry would run, whether it works, its tools and its
 * log.
 */

const text = z.string().max(1_000_000)
const server = z.string().min(1).max(200)

const toolCall = z.object({ tool: z.string().max(500), arguments: z.record(z.string(), z.unknown()) })

/** Forms in which a call can be written for a shell; see `writeMcpCall`. */
const SHELL_FORMS = ['curl', 'inspector'] as const
export type ShellForm = (typeof SHELL_FORMS)[number]

const fingerprints = z.array(z.hash('sha256')).min(1).max(1000)

/**
 * What happens to MCP servers whose program has no consent on this machine: the start is refused with
 * `program_not_agreed`, or continues without them.
 */
export const newPrograms = z.enum(['refuse', 'leave_out']).default('refuse')
export type NewPrograms = z.infer<typeof newPrograms>

export const mcp = {
  readMcpConfig: command(none).gives<McpConfigFile>(),
  checkMcpConfig: command(z.object({ text })).gives<readonly ConfigProblem[]>(),
  /** Refused with `changed_on_disk` if the file is no longer the one that `version` names. */
  saveMcpConfig: command(
    z.object({
      text,
      version: z.string(),
      /**
       * Whether running episodes restart the servers that changed, at their next turn, or continue with the old ones.
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
   * The programs that an episode with the servers of this text would start on this machine and that have no consent
   * yet; null for the saved file.
   */
  listNewPrograms: command(z.object({ text: text.nullable() })).gives<readonly McpProgram[]>(),
  /**
   * From now on these may be started on this machine. The fingerprints are those of `McpLaunchInfo`, so that consent
   * covers exactly what was shown.
   */
  agreeToPrograms: command(z.object({ fingerprints })),
  /**
   * From now on these need consent again; a running episode continues without them from its next turn. The fingerprints
   * are those of `agreed`.
   */
  withdrawAgreement: command(z.object({ fingerprints })),
  /** The tools as the server last described them; null if it was not asked since the host started. */
  readMcpTools: command(z.object({ server })).gives<readonly McpToolDetail[] | null>(),
  /**
   * Servers in the config files of other MCP clients on this machine. Reads only those files; secrets are replaced by
   * references.
   */
  findMcpImports: command(none).gives<readonly McpImportSource[]>(),
  /**
   * Copies secrets in plain text from a file that `findMcpImports` named into the secret store. Refused with
   * `not_found` for any other file.
   */
  keepImportedSecrets: command(z.object({ path: z.string().max(4096), server })),
  /**
   * Starts or reaches the server as this text describes it, in a separate session, and ends it again. Ending the feed
   * cancels. `call`: after the tools were listed, calls one, or pings the server. Refused with `program_not_agreed`.
   */
  testMcpServer: feed(
    z.object({
      text,
      server,
      call: z.union([z.literal('ping'), toolCall]).nullable(),
    }),
  ).gives<McpTest>(),
  /**
   * A call of a saved server, to paste into a POSIX shell: it runs only this call, and contains no secret. Refused with
   * `not_found`, `bad_file`, `program_not_agreed`, or `not_possible` where the form cannot express it.
   */
  writeMcpCall: command(toolCall.extend({ server, form: z.enum(SHELL_FORMS) })).gives<{ readonly text: string }>(),
  /** The messages exchanged with a server in any session, and its standard error: the newest, then live. */
  watchMcpLog: feed(z.object({ server })).gives<McpLogBatch>(),
}
export type McpApi = ApiOf<typeof mcp>

export interface McpConfigFile {
  readonly path: string
  readonly text: string
  /** Hash of the file on disk; empty if there is no file. */
  readonly version: string
  readonly problems: readonly ConfigProblem[]
}

interface McpTool {
  readonly name: string
  readonly description: string
}

/** What a server lists about a tool, in short. */
export interface McpListedTool extends McpTool {
  /** It must run as a task, which is not supported: it is not offered. */
  readonly isUnsupported: boolean
}

export interface McpResource extends McpTool {
  readonly uri: string
}

export type McpPrompt = McpTool

export interface McpServerStatus {
  readonly name: string
  /**
   * Its line in the settings file, if it is defined there and not in the config file; it can only be edited there by
   * hand.
   */
  readonly namedIn: { readonly file: string; readonly line: number } | null
  readonly transport: 'stdio' | 'http' | 'sse'
  /** Exactly what is executed or connected to, secrets masked. */
  readonly target: string
  readonly state: 'disabled' | 'not_agreed' | 'idle' | 'starting' | 'ready' | 'failed' | 'closing'
  /** All its tools, also those that are switched off; null if it was not asked. */
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
  /** The version of the servers' file, as in `McpConfigFile`. */
  readonly version: string
  readonly servers: readonly McpServerStatus[]
}

/** A variable that a program would receive: its text hides only the values of secrets. */
export interface McpVariable {
  /** `NAME=value`; only the name where an env file has the value, unless it decides what runs. */
  readonly text: string
  /** True if it can have code loaded, or programs found elsewhere, whatever the command line says. */
  readonly decides: boolean
}

interface McpEnvFile {
  readonly path: string
  /** Hash of its content, which consent covers; null if it cannot be read. */
  readonly sha256: string | null
  readonly variables: readonly McpVariable[]
}

export interface McpLaunchInfo {
  /** Reached over the network: nothing is executed here. */
  readonly isRemote: boolean
  /** Exactly what is executed or connected to, the values of secrets masked; empty if the entry cannot be used. */
  readonly line: string
  /**
   * Every variable that the entry sets; for a server over the network its headers, if something of this machine is
   * sent.
   */
  readonly variables: readonly McpVariable[]
  /** The env file that the entry names. */
  readonly envFile: McpEnvFile | null
  /** The program file that `command` resolves to; null for a server over the network, or if there is none. */
  readonly file: string | null
  readonly folder: string | null
  /** The working folder that the entry names does not exist. */
  readonly folderIsMissing: boolean
  /** Why it could not be started, or null. */
  readonly fault: string | null
  /**
   * Fingerprint of what needs consent before it is started, or before something of this machine is sent to it; null if
   * nothing does.
   */
  readonly unagreed: string | null
  /** Fingerprint of a program that has consent here, which can be withdrawn; null if there is none. */
  readonly agreed: string | null
}

/** A program that needs consent, and where it comes from. */
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
  /** According to the server. */
  readonly isReadOnly: boolean
  /** It must run as a task, which is not supported: it is not offered. */
  readonly isUnsupported: boolean
}

const TEST_STAGES = ['resolve', 'start', 'handshake', 'list', 'call'] as const
export type McpTestStage = (typeof TEST_STAGES)[number]

export interface McpTestStep {
  readonly stage: McpTestStage
  readonly state: 'running' | 'done' | 'failed'
  readonly ms: number
  /** The result, e.g. the program file, the protocol revision, the number of tools. */
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
  /** Both in one, as an agent receives it and a log stores it; null if there was no answer. */
  readonly content: unknown
  readonly error: string | null
  readonly ms: number
}

/** All steps of a test so far. */
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
  /** Counts the sessions of this server, so that ids of messages are unique. */
  readonly session: number
  readonly kind: 'sent' | 'received' | 'stderr'
  /** The JSON-RPC id; null if there is none. */
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
  /** Without the values of secrets: `keepImportedSecrets` moves them. */
  readonly servers: readonly ImportedServer[]
  /** Why the file could not be read, or has no servers; null if it has. */
  readonly fault: string | null
}
