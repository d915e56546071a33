import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const STORIES = resolve(import.meta.dirname, 'fixtures')
const LIBRARY = '/usr/share/inform6/library'

export const INFORM_IS_ABSENT = !existsSync(LIBRARY) || spawnSync('inform6', ['-h']).error !== undefined
/** Ends the titles of tests that are skipped without Debian's packages inform6-compiler and inform6-library. */
export const NEEDS_INFORM = INFORM_IS_ABSENT ? ' (skipped: inform6 and its library are not installed)' : ''

/** Reads a fixture that needs no library. Its compiled story is in the repository. */
export function readStory(fileName: string): Uint8Array {
  return new Uint8Array(readFileSync(join(STORIES, 'standalone', fileName)))
}

const compiled = new Map<string, Uint8Array>()

/** Compiles a fixture that needs Inform's library. */
export function compileStory(name: string, version: 5 | 7 | 8): Uint8Array {
  const key = `${name}.z${version}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-inform-'))
  try {
    const { stdout } = spawnSync('inform6', [
      '-Cu',
      `+include_path=${LIBRARY}`,
      `-v${version}`,
      join(STORIES, 'inform-library', `${name}.inf`),
      join(folder, key),
    ])
    if (!existsSync(join(folder, key))) throw new Error(`inform6 does not compile ${name}.inf: ${stdout.toString()}`)
    const story = new Uint8Array(readFileSync(join(folder, key)))
    compiled.set(key, story)
    return story
  } finally {
    rmSync(folder, { recursive: true })
  }
}
