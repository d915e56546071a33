import { z } from 'zod'
import type { EventOf } from '../episode/log/event'
import type { ConfigProblem } from '../mcp/mcp-config'
import type { ImportedServer } from '../mcp/mcp-import'
import { type ApiOf, command, feed, none } from './define'

const text = z.string().max(1_000_000)
const server = z.string().min(1).max(200)

const toolCall = z.object({ tool: z.string().max(500), arguments: z.record(z.string(), z.unknown()) })

const SHELL_FORMS = ['curl', 'inspector'] as const
export type ShellForm = (typeof SHELL_FORMS)[number]

const fingerprints = z.array(z.hash('sha256')).min(1).max(1000)

/** If servers lack consent, `refuse` refuses the start with `program_not_agreed`; `leave_out` starts without them. */
export const newPrograms = z.enum(['refuse', 'leave_out']).default('refuse')
export type NewPrograms = z.infer<typeof newPrograms>

export const mcp = {
  readMcpConfig: command(none).gives<McpConfigFile>(),
  checkMcpConfig: command(z.object({ text })).gives<readonly ConfigProblem[]>(),
  /** Refused with `changed_on_disk` if the file on disk no longer has this `version`. */
  saveMcpConfig: command(
    z.object({
      text,
      version: z.string(),
      /** Running episodes either restart changed servers at their next turn, or keep using the old ones. */
      runningEpisodes: z.enum(['restart', 'keep']).default('restart'),
    }),
  ).gives<McpConfigFile>(),
  watchMcp: feed(none).gives<McpBatch>(),
  /** Connects once to every configured server and lists its tools; `watchMcp` reports the progress. */
  probeMcpServers: command(none),
  /** Describes what this entry would execute or connect to, without doing it. */
  describeMcpServer: command(z.object({ text, server })).gives<McpLaunchInfo>(),
  /** The programs without consent that an episode would start with this text, or with the saved file if null. */
  listNewPrograms: command(z.object({ text: text.nullable() })).gives<readonly McpProgram[]>(),
  /**
   * Allows these programs to start on this machine. Fingerprints are those of `McpLaunchInfo`: consent covers what it
   * shows.
   */
  agreeToPrograms: command(z.object({ fingerprints })),
  /** Withdraws consent. A running episode continues without these programs from its next turn on. */
  withdrawAgreement: command(z.object({ fingerprints })),
  /** The tools that the server last listed; null if it has not been asked since the host started. */
  readMcpTools: command(z.object({ server })).gives<readonly McpToolDetail[] | null>(),
  /** Servers in the config files of other MCP clients on this machine, with secrets replaced by references. */
  findMcpImports: command(none).gives<readonly McpImportSource[]>(),
  /** Copies secrets from a file that `findMcpImports` named. Refused with `not_found` for any other file. */
  keepImportedSecrets: command(z.object({ path: z.string().max(4096), server })),
  /** Connects in a separate session, lists the tools, then calls one or pings. Refused with `program_not_agreed`. */
  testMcpServer: feed(
    z.object({
      text,
      server,
      call: z.union([z.literal('ping'), toolCall]).nullable(),
    }),
  ).gives<McpTest>(),
  /**
   * Signs a person in to a remote server; closing the feed cancels it. Refused with `program_not_agreed`, `not_found`,
   * `bad_file` or `not_possible`. `text` null means the saved file.
   */
  signInToMcpServer: feed(z.object({ text: text.nullable(), server })).gives<McpSignIn>(),
  /** Revokes the tokens and deletes them. */
  signOutOfMcpServer: command(z.object({ text: text.nullable(), server })).gives<McpSignOut>(),
  /**
   * Formats a call as a command for a POSIX shell, without secrets. Refused with `not_found`, `bad_file`,
   * `program_not_agreed` or `not_possible`.
   */
  writeMcpCall: command(toolCall.extend({ server, form: z.enum(SHELL_FORMS) })).gives<{ readonly text: string }>(),
  /** The latest messages exchanged with a server in any session, and its other output, then live ones. */
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

export interface McpTool {
  readonly name: string
  readonly description: string
}

export interface McpResource extends McpTool {
  readonly uri: string
}

export type McpPrompt = McpTool

export interface McpServerStatus {
  readonly name: string
  /** File and line if a settings file defines the server, which can then only be edited there; null otherwise. */
  readonly namedIn: { readonly file: string; readonly line: number } | null
  readonly transport: 'stdio' | 'http' | 'sse'
  /** The exact command or address, with secrets masked. */
  readonly target: string
  readonly state: 'disabled' | 'not_agreed' | 'idle' | 'starting' | 'ready' | 'failed' | 'closing'
  /** All tools, including those that are switched off; null if the server has not been asked. */
  readonly tools: readonly McpTool[] | null
  readonly resources: readonly McpResource[] | null
  readonly prompts: readonly McpPrompt[] | null
  readonly error: string | null
  readonly signIn: McpSignInState
  /** The last lines that the server wrote to standard error. */
  readonly stderr: string
  /** Sentences about parts of the server's answers that the last session left out or corrected. */
  readonly notices: readonly string[]
  /** Milliseconds from starting the process to listing the tools, of the last connection; null before it. */
  readonly connectMs: number | null
  /** Protocol revision of the last connection; null before it. */
  readonly revision: string | null
  /** The last call, by an episode or by hand; null if there was none since the host started. */
  readonly lastCall: McpLastCall | null
  /** Figures about the calls since the host started; null if there was none. */
  readonly health: McpHealth | null
}

export interface McpHealth {
  readonly calls: number
  /** Number of calls that got no answer. An error that the tool reports is an answer. */
  readonly failures: number
  /** Median time of the latest answered calls, in ms; null if there were none. */
  readonly medianMs: number | null
}

/** `needed`: the last connection failed because it requires a sign-in. `at`: host of the authorization server. */
export type McpSignInState =
  | { readonly kind: 'none' | 'needed' }
  | { readonly kind: 'signed_in'; readonly at: string; readonly since: string }

export interface McpLastCall {
  readonly at: string
  /** Name of the tool, or "ping". */
  readonly tool: string
  /** Why the call got no answer; null if it got one, also if that is an error of the tool. */
  readonly error: string | null
}

export interface McpBatch {
  readonly enabled: boolean
  /** Version of the servers' file, as in `McpConfigFile`. */
  readonly version: string
  readonly servers: readonly McpServerStatus[]
}

/** A variable that a program would receive. Its text masks only values of secrets. */
export interface McpVariable {
  /** `NAME=value`; for a value from an env file only the name, unless the variable decides what runs. */
  readonly text: string
  /** True if it can load code, or change where programs are found, whatever the command line says. */
  readonly decides: boolean
}

interface McpEnvFile {
  readonly path: string
  /** Hash of the content that consent covers; null if the file cannot be read. */
  readonly sha256: string | null
  readonly variables: readonly McpVariable[]
}

export interface McpLaunchInfo {
  /** True for a server over the network: nothing is executed here. */
  readonly isRemote: boolean
  /** The exact command or address, with secret values masked; empty if the entry cannot be used. */
  readonly line: string
  /** Every variable that the entry sets. For a remote server, its headers if they send data of this machine. */
  readonly variables: readonly McpVariable[]
  readonly envFile: McpEnvFile | null
  /** The program file that `command` resolves to; null for a remote server, or if it was not found. */
  readonly file: string | null
  readonly folder: string | null
  /** True if the entry names a working folder that does not exist. */
  readonly folderIsMissing: boolean
  /** Why it cannot be started; null if it can. */
  readonly fault: string | null
  /** Fingerprint of the consent that is missing; null if none is. */
  readonly unagreed: string | null
  /** Fingerprint of the consent that was given and can be withdrawn; null if there is none. */
  readonly agreed: string | null
}

/** A program that needs consent, and the config file that defines it. */
export interface McpProgram extends McpLaunchInfo {
  readonly server: string
  readonly configFile: string
  readonly unagreed: string
}

/** `task`: the tool runs only as a task, which is followed to its end. The others are annotations of the server. */
export type McpToolHint = 'idempotent' | 'open_world' | 'closed_world' | 'task'

export interface McpToolDetail extends McpTool {
  /** The icon as a data URL; null if the server gives none, or only an address, which is not loaded. */
  readonly icon: string | null
  readonly schema: Readonly<Record<string, unknown>>
  /** Schema of its structured answers; null if it declares none. */
  readonly outputSchema: Readonly<Record<string, unknown>> | null
  readonly hints: readonly McpToolHint[]
  /** The `ui://` resource that draws its results (MCP Apps); null if it has none. */
  readonly view: string | null
  /** Estimated tokens of its definition, in every request that offers it. */
  readonly tokens: number
  /** True if the server says so. */
  readonly isReadOnly: boolean
  /** True if the server says that it may delete or overwrite something. */
  readonly isDestructive: boolean
}

const TEST_STAGES = ['resolve', 'start', 'handshake', 'list', 'call'] as const
export type McpTestStage = (typeof TEST_STAGES)[number]

export interface McpTestStep {
  readonly stage: McpTestStage
  readonly state: 'running' | 'done' | 'failed'
  readonly ms: number
  /** The result, such as the program file, the protocol revision or the number of tools. */
  readonly result: string | null
}

export interface McpTestFailure {
  readonly stage: McpTestStage
  readonly error: string
  readonly fix: string
  readonly stderr: string
  /** True if a person must sign in first. */
  readonly needsSignIn: boolean
}

export interface McpSignIn {
  /** Address for the person to open in a browser, https or on this computer; null until it is known. */
  readonly address: string | null
  /** True if the app has opened it. */
  readonly isOpened: boolean
  /** Why it failed, as a sentence; null if it has not failed. */
  readonly failure: string | null
  readonly isDone: boolean
}

export interface McpSignOut {
  /** Why the authorization server was not informed; null if it was. The tokens are deleted here in any case. */
  readonly note: string | null
}

export interface McpCallResult {
  readonly tool: string
  readonly text: string | null
  readonly structured: unknown
  /** Text and structured answer in the form that an agent receives and a log stores; null if there was no answer. */
  readonly content: unknown
  readonly error: string | null
  readonly ms: number
}

export type McpProgress = Pick<EventOf<'mcp_progress'>, 'progress' | 'total' | 'message'>

export interface McpTest {
  readonly steps: readonly McpTestStep[]
  readonly failure: McpTestFailure | null
  readonly tools: readonly McpToolDetail[] | null
  readonly resources: readonly McpResource[]
  readonly prompts: readonly McpPrompt[]
  /** The last progress that the called tool reported; null if it reported none. */
  readonly progress: McpProgress | null
  readonly call: McpCallResult | null
  /** Sentences about parts of the server's answers that were left out or corrected. */
  readonly notices: readonly string[]
  readonly finished: boolean
}

export interface McpLogEntry {
  readonly number: number
  readonly at: string
  /** Number of the server's session, because ids of messages are unique only within one. */
  readonly session: number
  /** `stdout`: a line of standard output that is not a message. `ended`: the last of a session. */
  readonly kind: 'sent' | 'received' | 'stderr' | 'stdout' | 'ended'
  /** JSON-RPC id of the message; null if there is none. */
  readonly id: string | null
  readonly method: string | null
  /** For `ended`: how the program ended, e.g. "exited with code 1"; empty if unknown. */
  readonly text: string
}

export interface McpLogBatch {
  readonly entries: readonly McpLogEntry[]
}

export interface McpImportSource {
  readonly client: string
  readonly path: string
  /** With secrets replaced by references; `keepImportedSecrets` copies the values. */
  readonly servers: readonly ImportedServer[]
  /** Why the file cannot be read or has no servers; null otherwise. */
  readonly fault: string | null
}
