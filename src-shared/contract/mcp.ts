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

/** Servers without consent: the start is refused with `program_not_agreed`, or continues without them. */
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
      /** Whether running episodes restart changed servers at their next turn, or continue with the old ones. */
      runningEpisodes: z.enum(['restart', 'keep']).default('restart'),
    }),
  ).gives<McpConfigFile>(),
  watchMcp: feed(none).gives<McpBatch>(),
  /** Connects once to every configured server and lists its tools; `watchMcp` shows the progress. */
  probeMcpServers: command(none),
  /** Describes what the entry in this text would execute or connect to, without doing so. */
  describeMcpServer: command(z.object({ text, server })).gives<McpLaunchInfo>(),
  /** The programs that an episode would start with this text and that lack consent; null for the saved file. */
  listNewPrograms: command(z.object({ text: text.nullable() })).gives<readonly McpProgram[]>(),
  /** These may be started on this machine. Fingerprints as in `McpLaunchInfo`: consent covers what was shown. */
  agreeToPrograms: command(z.object({ fingerprints })),
  /** These need consent again; a running episode continues without them from its next turn. */
  withdrawAgreement: command(z.object({ fingerprints })),
  /** The tools as the server last described them; null if it was not asked since the host started. */
  readMcpTools: command(z.object({ server })).gives<readonly McpToolDetail[] | null>(),
  /** Servers in the config files of other MCP clients on this machine; secrets are replaced by references. */
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
   * Signs a person in to a server over the network, which ends when the feed is closed. Refused with
   * `program_not_agreed`, `not_found`, `bad_file` or `not_possible`. `text` null: the saved file.
   */
  signInToMcpServer: feed(z.object({ text: text.nullable(), server })).gives<McpSignIn>(),
  /** Revokes the tokens and deletes them. */
  signOutOfMcpServer: command(z.object({ text: text.nullable(), server })).gives<McpSignOut>(),
  /** For a POSIX shell, no secrets. Refused with `not_found`, `bad_file`, `program_not_agreed` or `not_possible`. */
  writeMcpCall: command(toolCall.extend({ server, form: z.enum(SHELL_FORMS) })).gives<{ readonly text: string }>(),
  /** The messages exchanged with a server in any session, and its other output: the newest, then live. */
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
  /** Its line in the settings file, if it is defined there: it is then edited there by hand. */
  readonly namedIn: { readonly file: string; readonly line: number } | null
  readonly transport: 'stdio' | 'http' | 'sse'
  /** Exactly what is executed or connected to, secrets masked. */
  readonly target: string
  readonly state: 'disabled' | 'not_agreed' | 'idle' | 'starting' | 'ready' | 'failed' | 'closing'
  /** All its tools, also those that are switched off; null if it was not asked. */
  readonly tools: readonly McpTool[] | null
  readonly resources: readonly McpResource[] | null
  readonly prompts: readonly McpPrompt[] | null
  readonly error: string | null
  readonly signIn: McpSignInState
  /** Last lines the server wrote to standard error. */
  readonly stderr: string
  /** Sentences about the parts of the server's answers that the last session left out or corrected. */
  readonly notices: readonly string[]
  /** From spawn to listed tools, of the last connection. */
  readonly connectMs: number | null
  /** The revision of the protocol that both agreed on, of the last connection. */
  readonly revision: string | null
  /** The last call, of an episode or by hand; null if there was none since the host started. */
  readonly lastCall: McpLastCall | null
  /** Its calls since the host started; null if there was none. */
  readonly health: McpHealth | null
}

export interface McpHealth {
  readonly calls: number
  /** Calls without an answer; an error of the tool itself is one. */
  readonly failures: number
  /** The latest calls that were answered count; null if none was. */
  readonly medianMs: number | null
}

/** `needed`: its last connection failed for want of a sign-in. `at` is the host of the authorization server. */
export type McpSignInState =
  | { readonly kind: 'none' | 'needed' }
  | { readonly kind: 'signed_in'; readonly at: string; readonly since: string }

export interface McpLastCall {
  readonly at: string
  /** The name of the tool, or "ping". */
  readonly tool: string
  /** Why it failed; null if it was answered, also with an error of the tool itself. */
  readonly error: string | null
}

export interface McpBatch {
  readonly enabled: boolean
  /** The version of the servers' file, as in `McpConfigFile`. */
  readonly version: string
  readonly servers: readonly McpServerStatus[]
}

/** A variable that a program would receive: its text hides only the values of secrets. */
export interface McpVariable {
  /** `NAME=value`; only the name if an env file has the value, unless the variable decides what runs. */
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
  /** Every variable that the entry sets; for a remote server its headers, if something of this machine is sent. */
  readonly variables: readonly McpVariable[]
  readonly envFile: McpEnvFile | null
  /** The program file that `command` resolves to; null for a server over the network, or if there is none. */
  readonly file: string | null
  readonly folder: string | null
  /** The working folder that the entry names does not exist. */
  readonly folderIsMissing: boolean
  /** Why it could not be started, or null. */
  readonly fault: string | null
  /** Fingerprint for the consent that is needed before it is started or receives data; null if none is needed. */
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

/** `task`: it runs only as a task, which is followed to its end. The others are the server's annotations. */
export type McpToolHint = 'idempotent' | 'open_world' | 'closed_world' | 'task'

export interface McpToolDetail extends McpTool {
  /** A data URL of an image; null if there is none that is part of the answer. */
  readonly icon: string | null
  readonly schema: Readonly<Record<string, unknown>>
  /** Schema of its structured answers; null if it declares none. */
  readonly outputSchema: Readonly<Record<string, unknown>> | null
  readonly hints: readonly McpToolHint[]
  /** The `ui://` resource that draws its results (MCP Apps); null if it has none. */
  readonly view: string | null
  /** About what its definition costs in every request that offers it. */
  readonly tokens: number
  /** According to the server. */
  readonly isReadOnly: boolean
  /** It may delete or overwrite something, according to the server. */
  readonly isDestructive: boolean
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
  readonly fix: string
  readonly stderr: string
  /** A person must sign in. */
  readonly needsSignIn: boolean
}

export interface McpSignIn {
  /** The person opens it in a browser: https, or of this computer. Null until it is known. */
  readonly address: string | null
  /** The app has opened it. */
  readonly isOpened: boolean
  /** Why it failed, one sentence; null if it has not. */
  readonly failure: string | null
  readonly isDone: boolean
}

export interface McpSignOut {
  /** Why the authorization server does not know of it; null if it does. The tokens are deleted here in any case. */
  readonly note: string | null
}

export interface McpCallResult {
  readonly tool: string
  readonly text: string | null
  readonly structured: unknown
  /** Both in one, in the form that an agent receives and a log stores; null if there was no answer. */
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
  /** Sentences about the parts of the server's answers that were left out or corrected. */
  readonly notices: readonly string[]
  readonly finished: boolean
}

export interface McpLogEntry {
  readonly number: number
  readonly at: string
  /** Counts the sessions of this server, so that ids of messages are unique. */
  readonly session: number
  /** `stdout`: a line of standard output that is no message. `ended`: the last entry of a session, without text. */
  readonly kind: 'sent' | 'received' | 'stderr' | 'stdout' | 'ended'
  /** The JSON-RPC id; null if there is none. */
  readonly id: string | null
  readonly method: string | null
  readonly text: string
}

export interface McpLogBatch {
  readonly entries: readonly McpLogEntry[]
}

export interface McpImportSource {
  readonly client: string
  readonly path: string
  /** Without the values of secrets: `keepImportedSecrets` moves them. */
  readonly servers: readonly ImportedServer[]
  /** Why the file could not be read, or has no servers; null if it has. */
  readonly fault: string | null
}
