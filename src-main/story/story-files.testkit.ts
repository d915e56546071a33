import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const SHIPPED = resolve(import.meta.dirname, '../../build/story')
const CONFORMANCE = resolve(import.meta.dirname, 'fixtures/conformance')

const bundledFile = (name: string) => resolve(SHIPPED, `${name}.z5`)
export const BUNDLED_STORY = bundledFile('glass-weather')

export function readBundled(name: 'glass-weather' | 'low-water' = 'glass-weather'): {
  readonly story: Uint8Array
  readonly walkthrough: readonly string[]
} {
  return {
    story: new Uint8Array(readFileSync(bundledFile(name))),
    walkthrough: JSON.parse(readFileSync(resolve(SHIPPED, `${name}.walkthrough.json`), 'utf8')) as string[],
  }
}

export const zorkFile = (part: 1 | 2 | 3): string => resolve(SHIPPED, `zork/zork${part}.z3`)

export const readZork = (part: 1 | 2 | 3): Uint8Array => new Uint8Array(readFileSync(zorkFile(part)))

/** The path of a file of `fixtures/conformance`. */
export const conformanceFile = (name: string): string => resolve(CONFORMANCE, name)

export const readConformance = (name: string): Uint8Array => new Uint8Array(readFileSync(conformanceFile(name)))

/** dfrotz, the peer interpreter, where Debian's package frotz is installed. */
export const DFROTZ =
  ['/usr/games/dfrotz', '/usr/local/bin/dfrotz', '/opt/homebrew/bin/dfrotz'].find((path) => existsSync(path)) ?? null
export const NEEDS_DFROTZ = DFROTZ === null ? ' (skipped: dfrotz is not installed)' : ''
