/** A part of one of several files; parts of a file come in order. */
export interface FilePart {
  /** Relative to the folder, with slashes. */
  readonly file: string
  readonly part: string | Uint8Array
}
