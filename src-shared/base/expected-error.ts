/**
 * What somebody can do about a failure that is expected. Whoever meets one decides by this alone: which way on to
 * offer, or the exit status of a command. Who only shows it needs the sentence.
 */
export type ErrorKind =
  /** An option, a parameter or an answer is not taken as it was given. */
  | 'bad_input'
  /** There is nothing of that name or number: no such episode, turn, story or server. */
  | 'not_found'
  /** A file or folder that somebody wrote or chose cannot be used: settings, servers, presets, notes, a data folder. */
  | 'bad_file'
  /** A file is no story that can be played. */
  | 'bad_story'
  /** Under the name of a file or a folder lies something else, such as a link. It was left alone. */
  | 'not_plain'
  /** A log cannot be read past a line. */
  | 'bad_log'
  /** Nor this one, because a newer version of the app wrote it. */
  | 'newer_log'
  /** An episode could go on from before the damage of its log, if that is asked for. */
  | 'damaged_log'
  /** A log does not reach the event that a viewer would go on from. */
  | 'shorter_log'
  /** An episode is over, or nothing leads back to where it was. */
  | 'not_resumable'
  /** Nobody has agreed on this machine to the programs of MCP servers. */
  | 'program_not_agreed'
  /** A key would be sent to an address that it was not given for. */
  | 'key_not_agreed'
  /** A model endpoint does not take the key, or wants one and there is none. */
  | 'bad_key'
  /** MCP servers cannot be started, asked, or used with this model. */
  | 'mcp_failed'
  /** What was wanted over the network did not come, or not as it has to be. */
  | 'not_received'
  /** It is being played or downloaded already, here or by another program. */
  | 'running'
  /** It cannot be done here, or not as things are now. */
  | 'not_possible'
  /** A file has been changed by somebody else since it was read. */
  | 'changed_on_disk'
  /** The system did not write, move or erase a file. */
  | 'cannot_write'
  /** Whoever wanted it has taken that back. */
  | 'canceled'
  /** The host does not answer. */
  | 'disconnected'
  /** The page was opened without the token of its host. */
  | 'no_token'
  /** The host wants another token: it was started anew. */
  | 'other_token'

/** What some kinds tell beside their sentence. */
interface Details {
  /** `line` counts from 1. */
  readonly bad_log: { readonly line: number }
  readonly newer_log: { readonly line: number }
  /** Which field of the file, what stood there, and what belongs there. */
  readonly bad_story: { readonly field: string; readonly found: string; readonly expected: string }
  readonly key_not_agreed: StrayKeys
}

/** Keys that would be sent to an address which they were not given for. */
export interface StrayKeys {
  /** Where they would go, see `addressOf` in src-main/llm/key-addresses.ts. */
  readonly address: string
  readonly keys: readonly StrayKey[]
}

interface StrayKey {
  /** Of the secret or the variable that holds it. */
  readonly name: string
  /** The addresses that it was given for, as far as that is known. */
  readonly givenFor: readonly string[]
}

type DetailOf<Kind> = Kind extends keyof Details ? Details[Kind] : undefined
type DetailArgument<Kind> = Kind extends keyof Details ? [detail: Details[Kind]] : []

/**
 * A failure that a person can do something about. The message is a sentence that names the thing and the way out.
 * Whatever else is thrown is a fault of the program, or never leaves the room that throws it.
 */
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

/** Whether it is one of these kinds; of any kind if none is named. */
export const isExpected = <Kind extends ErrorKind = ErrorKind>(
  error: unknown,
  ...kinds: readonly Kind[]
): error is ExpectedError<Kind> =>
  error instanceof ExpectedError && (kinds.length === 0 || (kinds as readonly ErrorKind[]).includes(error.kind))

/**
 * What of an error crosses to another process or thread, and never a stack. Without a kind it is a fault of the
 * program, of which the message is kept, for it names the thing.
 */
export type PackedError = Pick<Error, 'message'> & Partial<Pick<ExpectedError, 'kind' | 'detail'>>

export function packError(error: unknown): PackedError {
  if (!isExpected(error)) return { message: error instanceof Error ? error.message : String(error) }
  const { kind, message, detail } = error
  return { kind, message, ...(detail && { detail }) }
}

/** The same error at the other side. */
export const unpackError = ({ kind, message, detail }: PackedError): Error =>
  kind === undefined ? new Error(message) : new ExpectedError(kind, message, ...([detail] as never))
