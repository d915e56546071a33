import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export interface Source {
  /** From the root, with slashes. */
  readonly file: string
  readonly text: string
}

/** Every file that git has or would add, from the root: no build output, no packages. */
export function listTree(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
}

/** The text files among `files`. */
export const readFiles = (files: readonly string[]): readonly Source[] =>
  files.filter(isText).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** Prompts are texts for a model, with one paragraph a line. */
export const isDocument = (file: string): boolean => file.endsWith('.md') && !file.includes('/prompts/')
export const isCode = (file: string): boolean => /\.(?:ts|tsx|mts|mjs)$/.test(file)
/** The sources that ship, without tests and their helpers. */
export const isProduct = (file: string): boolean =>
  /^src-.*\.tsx?$/.test(file) && !/\.(?:test|testkit)\.tsx?$|\.d\.ts$/.test(file)

const isText = (file: string): boolean => isCode(file) || /\.(?:md|json|html|css|yml|toml)$|^\.ci\/run$/.test(file)
