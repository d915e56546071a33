/** Code decides by the kind alone, for example which remedy to offer, or the exit status. People read the sentence. */
export type ErrorKind =
  /** An option, a parameter or an answer is invalid. */
  | 'bad_input'
  /** There is no such episode, turn, story or server. */
  | 'not_found'
  /** A file or folder that a person wrote or chose cannot be used: settings, servers, presets, notes, a data folder. */
  | 'bad_file'
  /** A file is not a playable story. */
  | 'bad_story'
  /** A path that should be a file or a folder is something else, such as a link. It was left alone. */
  | 'not_plain'
  /** A log cannot be read past a line. */
  | 'bad_log'
  /** The same, because a newer version of the app wrote it. */
  | 'newer_log'
  /** An episode can resume from before the damage of its log, on request. */
  | 'damaged_log'
  /** A log does not reach the event from which a viewer would continue. */
  | 'shorter_log'
  /** An episode is over, or its state cannot be restored. */
  | 'not_resumable'
  /** The programs of MCP servers have no consent on this machine. */
  | 'program_not_agreed'
  /** A key would be sent to an address that it was not given for. */
  | 'key_not_agreed'
  /** A model endpoint rejects the key, or requires one that is missing. */
  | 'bad_key'
  /** MCP servers cannot be started, called, or used with this model. */
  | 'mcp_failed'
  /** An MCP server takes no more requests until a person has signed in. */
  | 'sign_in_needed'
  /** A download failed or has the wrong content. */
  | 'not_received'
  /** It is already being played or downloaded, here or by another program. */
  | 'running'
  /** It cannot be done here, or not in the current state. */
  | 'not_possible'
  /** Another program has changed the file since it was read. */
  | 'changed_on_disk'
  /** The system did not write, move or erase a file. */
  | 'cannot_write'
  /** The caller canceled it. */
  | 'canceled'
  /** The host does not answer. */
  | 'disconnected'
  /** The page was opened without the token of its host. */
  | 'no_token'
  /** The host has restarted and requires another token. */
  | 'other_token'

interface Details {
  /** The name of the server. */
  readonly sign_in_needed: { readonly server: string }
  /** `line` counts from 1. */
  readonly bad_log: { readonly line: number }
  readonly newer_log: { readonly line: number }
  /** The field of the file, its value, and the expected value. */
  readonly bad_story: { readonly field: string; readonly found: string; readonly expected: string | null }
  readonly key_not_agreed: StrayKeys
  /** Where the host is now, if it told this page. */
  readonly other_token: { readonly address: string | null }
}

/** Keys that would be sent to an address that they were not given for. */
export interface StrayKeys {
  /** Where they would be sent, see `addressOf` in src-main/llm/key-grants.ts. */
  readonly address: string
  readonly keys: readonly StrayKey[]
}

interface StrayKey {
  readonly name: string
  /** The addresses that it was given for, as far as known. */
  readonly givenFor: readonly string[]
}

type DetailOf<Kind> = Kind extends keyof Details ? Details[Kind] : undefined
type DetailArgument<Kind> = Kind extends keyof Details ? [detail: Details[Kind]] : []

/** A failure that a person can do something about. The message names the thing and the remedy. */
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

/** Whether it is of one of these kinds; of any kind if none is named. */
export const isExpected = <Kind extends ErrorKind = ErrorKind>(
  error: unknown,
  ...kinds: readonly Kind[]
): error is ExpectedError<Kind> =>
  error instanceof ExpectedError && (kinds.length === 0 || (kinds as readonly ErrorKind[]).includes(error.kind))

/** The part of an error that crosses to another process or thread, never a stack. Without a kind it is a bug. */
export type PackedError = Pick<Error, 'message'> & Partial<Pick<ExpectedError, 'kind' | 'detail'>>

export function packError(error: unknown): PackedError {
  if (!isExpected(error)) return { message: messageOf(error) }
  const { kind, message, detail } = error
  return { kind, message, ...(detail && { detail }) }
}

export const unpackError = ({ kind, message, detail }: PackedError): Error =>
  kind === undefined ? new Error(message) : new ExpectedError(kind, message, ...([detail] as never))

/** The message of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
