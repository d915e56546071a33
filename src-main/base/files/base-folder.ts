import { isAbsolute } from 'node:path'

/** A folder that a variable names. An empty or relative value counts as unset (XDG Base Directory Specification). */
export const baseFolder = (path: string | undefined): string | null =>
  path !== undefined && isAbsolute(path) ? path : null
