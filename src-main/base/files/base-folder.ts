import { isAbsolute } from 'node:path'

/** The folder in a variable; null if it is unset, empty or relative (XDG Base Directory Specification). */
export const baseFolder = (path: string | undefined): string | null =>
  path !== undefined && isAbsolute(path) ? path : null
