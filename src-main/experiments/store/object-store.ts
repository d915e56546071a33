import { ExpectedError } from '@shared/base/expected-error'

/**
 * A place that machines share: bytes behind names. A name is made of parts with slashes between them, each of letters,
 * digits, dots, dashes and underscores, as `first/results/0a1b.json`.
 */
export interface ObjectStore {
  /** For a person: the folder, or `s3://BUCKET/PREFIX`. */
  readonly name: string
  /** In the place of what is there. Whoever looks sees the old or the new, whole. Rejects with `cannot_write`. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** False if there is one of that name, which stays: of several that try at once, one has it. */
  putNew(name: string, bytes: Uint8Array): Promise<boolean>
  /** Null if there is none. Rejects with `bad_file` if it is longer, and with `not_received`. */
  get(name: string, limitBytes: number): Promise<Buffer | null>
  /** All below a folder's name, which ends in a slash, in the order of their names. Rejects with `not_received`. */
  list(folder: string): Promise<readonly StoredObject[]>
}

export interface StoredObject {
  readonly name: string
  /** Bytes. */
  readonly size: number
}

export const isObjectName = (name: string): boolean =>
  /^[\w.-]+(\/[\w.-]+)*$/.test(name) && !name.split('/').some((part) => /^\.+$/.test(part))

export const tooLong = (name: string, limitBytes: number) =>
  new ExpectedError('bad_file', `${name} is longer than ${limitBytes} bytes, and was not read.`)
