import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Test support: files beside the repository that only its developers have. */
const SHARED = resolve(import.meta.dirname, '../../../shared')

export const SHARED_IS_ABSENT = !existsSync(SHARED)
/** Stands in the names of tests that are skipped without those files. */
export const NEEDS_SHARED = SHARED_IS_ABSENT ? ' (skipped: ../shared is absent)' : ''

export function readShared(path: string): Uint8Array {
  return new Uint8Array(readFileSync(resolve(SHARED, path)))
}

export const BUNDLED_STORY = resolve(import.meta.dirname, '../../build/story/glass-weather.z5')
export const BUNDLED_WALKTHROUGH = resolve(import.meta.dirname, '../../build/story/glass-weather.walkthrough.json')

export function readBundled(): { readonly story: Uint8Array; readonly walkthrough: readonly string[] } {
  return {
    story: new Uint8Array(readFileSync(BUNDLED_STORY)),
    walkthrough: JSON.parse(readFileSync(BUNDLED_WALKTHROUGH, 'utf8')) as string[],
  }
}

/** dfrotz, the peer interpreter, where Debian's package frotz is installed. */
export const DFROTZ =
  ['/usr/games/dfrotz', '/usr/local/bin/dfrotz', '/opt/homebrew/bin/dfrotz'].find((path) => existsSync(path)) ?? null
export const NEEDS_DFROTZ = DFROTZ === null ? ' (skipped: dfrotz is not installed)' : ''
