import { zipSync, type Zippable } from 'fflate/browser'

/** An archive with these files, each with its content and optionally its system and attributes. */
export const zipOf = (files: Zippable): Uint8Array<ArrayBuffer> => Uint8Array.from(zipSync(files))
export type { Zippable }
