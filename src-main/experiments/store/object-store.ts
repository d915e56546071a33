import { describeBytes } from '@shared/base/describe-bytes'
import { ExpectedError } from '@shared/base/expected-error'

/**
 * Shared storage of named byte strings. A name consists of parts separated by slashes, each of letters, digits, dots,
 * dashes and underscores, such as `first/results/0a1b.json`.
 */
export interface ObjectStore {
  /** The folder, or `s3://BUCKET/PREFIX`, for messages. */
  readonly name: string
  /** Writes atomically, so that readers see either the old or the new bytes. Rejects with `cannot_write`. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Creates an object; of several concurrent calls one succeeds. False if the name exists. */
  putNew(name: string, bytes: Uint8Array): Promise<boolean>
  /** Null if it does not exist. Rejects with `bad_file` if it is longer than the limit, and with `not_received`. */
  get(name: string, limitBytes: number): Promise<Buffer | null>
  /**
   * All objects whose names start with `folder`, which ends in a slash, sorted by name. Rejects with `not_received`.
   */
  list(folder: string): Promise<readonly StoredObject[]>
}

export interface StoredObject {
  readonly name: string
  /** In bytes. */
  readonly size: number
}

export const isObjectName = (name: string): boolean =>
  /^[\w.-]+(\/[\w.-]+)*$/.test(name) && !name.split('/').some((part) => /^\.+$/.test(part))

export const tooLong = (name: string, limitBytes: number) =>
  new ExpectedError('bad_file', `${name} is longer than ${describeBytes(limitBytes)} and was not read.`)
