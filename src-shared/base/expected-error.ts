/** Code branches on the kind alone, for example to choose a remedy or the exit status. People read the message. */
export type ErrorKind =
  /** An option, a parameter or an answer is invalid. */
  | 'bad_input'
  /** An episode, turn, story or server does not exist. */
  | 'not_found'
  /** A file or folder that a person wrote or chose cannot be used: settings, servers, presets, notes, a data folder. */
  | 'bad_file'
  /** A file is not a playable story. */
  | 'bad_story'
  /** A path is not a plain file or folder, but for example a link. It was left unchanged. */
  | 'not_plain'
  /** A line of a log cannot be read, nor any line after it. */
  | 'bad_log'
  /** A newer version of the app wrote the log. */
  | 'newer_log'
  /** The log of an episode is damaged; on request the episode resumes from before the damage. */
  | 'damaged_log'
  /** A log ends before the event from which a viewer would continue. */
  | 'shorter_log'
  /** An episode has ended, or its state cannot be restored. */
  | 'not_resumable'
  /** The user has not agreed to run the programs of MCP servers on this machine. */
  | 'program_not_agreed'
  /** A key would be sent to an address other than the one it was given for. */
  | 'key_not_agreed'
  /** A model endpoint rejects the key, or requires one that is missing. */
  | 'bad_key'
  /** A model endpoint will never accept the request, for example because it does not know the model. */
  | 'refused'
  /** MCP servers cannot be started, called, or used with this model. */
  | 'mcp_failed'
  /** An MCP server accepts no requests until a person has signed in. */
  | 'sign_in_needed'
  /** A download failed or has the wrong content. */
  | 'not_received'
  /** The episode or model is already being played or downloaded, here or by another program. */
  | 'running'
  /** The request is impossible here, or in the current state. */
  | 'not_possible'
  /** Another program has changed the file since it was read. */
  | 'changed_on_disk'
  /** The system did not write, move or erase a file. */
  | 'cannot_write'
  /** The caller cancelled the request. */
  | 'canceled'
  /** The host does not answer. */
  | 'disconnected'
  /** The page was opened without the token of its host. */
  | 'no_token'
  /** The host has restarted and requires another token. */
  | 'other_token'

interface Details {
  readonly sign_in_needed: { readonly server: string }
  /** `line` counts from 1. */
  readonly bad_log: { readonly line: number }
  readonly newer_log: { readonly line: number }
  /** The field of the file, its value, and the expected value; null if it is obvious. */
  readonly bad_story: { readonly field: string; readonly found: string; readonly expected: string | null }
  readonly key_not_agreed: StrayKeys
  /** The current address of the host; null if it did not give one to this page. */
  readonly other_token: { readonly address: string | null }
}

/** Keys that would be sent to an address other than the one they were given for. */
export interface StrayKeys {
  /** The address to which the keys would be sent, see `addressOf` in src-main/llm/key-grants.ts. */
  readonly address: string
  readonly keys: readonly StrayKey[]
}

interface StrayKey {
  readonly name: string
  /** The known addresses that it was given for. */
  readonly givenFor: readonly string[]
}

type DetailOf<Kind> = Kind extends keyof Details ? Details[Kind] : undefined
type DetailArgument<Kind> = Kind extends keyof Details ? [detail: Details[Kind]] : []

/** A failure that a person can resolve. The message names the problem and the remedy. */
export class ExpectedError<Kind extends ErrorKind = ErrorKind> extends Error {
  override readonly name = 'ExpectedError'
  readonly kind: Kind
  readonly detail: DetailOf<Kind>

  constructor(kind: Kind, message: string, ...[detail]: DetailArgument<Kind>) {
    super(message)
    this.kind = kind
    this.detail = detail as DetailOf<Kind>
  }
}

/** Whether an error is an `ExpectedError` of one of these kinds, or of any kind if none is given. */
export const isExpected = <Kind extends ErrorKind = ErrorKind>(
  error: unknown,
  ...kinds: readonly Kind[]
): error is ExpectedError<Kind> =>
  error instanceof ExpectedError && (kinds.length === 0 || (kinds as readonly ErrorKind[]).includes(error.kind))

/** The part of an error that crosses to another process or thread; never a stack. An error without a kind is a bug. */
export type PackedError = Pick<Error, 'message'> & Partial<Pick<ExpectedError, 'kind' | 'detail'>>

export function packError(error: unknown): PackedError {
  if (!isExpected(error)) return { message: messageOf(error) }
  const { kind, message, detail } = error
  return { kind, message, ...(detail && { detail }) }
}

export const unpackError = ({ kind, message, detail }: PackedError): Error =>
  kind === undefined ? new Error(message) : new ExpectedError(kind, message, ...([detail] as never))

/** The message of any thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
