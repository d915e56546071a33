import { existsSync, globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, whyBuild } from './outputs.mjs'

/** Checks which modules the built bundles load. Imports of the sources are checked by build/lint. */

const unbuilt = whyBuild()
describe.skipIf(unbuilt !== null)(`built bundles${unbuilt === null ? '' : ` (skipped: ${unbuilt})`}`, () => {
  it.each(['out/main/web.js', 'out/main/cli.js', ...globSync('out/servers/*.js', { cwd: root }).map(posix)])(
    '%s never loads electron',
    (entry) => {
      const reached = closureOf(join(root, entry))
      expect(reached.filter((file) => specifiersOf(file).includes('electron'))).toEqual([])
    },
  )

  it('a server is one file', () => {
    for (const file of globSync('out/servers/*.js', { cwd: root })) {
      expect(specifiersOf(join(root, file)).filter((to) => !isBuiltin(to))).toEqual([])
    }
  })

  it('zorkgpt --version loads neither the LLM client nor the MCP client', () => {
    const clients = /node_modules\/(openai|@modelcontextprotocol)\//
    const holds = (files: readonly string[]) => files.some((file) => clients.test(readFileSync(file, 'utf8')))
    const entry = join(root, 'out/main/cli.js')
    expect(holds(closureOf(entry, staticSpecifiersOf))).toBe(false)
    expect(holds(closureOf(entry))).toBe(true)
  })

  it('the page starts without the schemas', () => {
    const [, entry = ''] =
      /<script type="module"[^>]* src="([^"]+)"/.exec(readFileSync(join(root, 'out/renderer/index.html'), 'utf8')) ?? []
    const entryChunks = closureOf(join(root, 'out/renderer', entry), staticSpecifiersOf)
    expect(entryChunks.length).toBeGreaterThan(5)
    expect(entryChunks.filter((file) => readFileSync(file, 'utf8').includes('ZodObject'))).toEqual([])
  })

  it('the preload requires only electron', () => {
    const required = [
      ...readFileSync(join(root, 'out/preload/preload.cjs'), 'utf8').matchAll(/require\(["'`]([^"'`]+)["'`]\)/g),
    ].map(([, name]) => name)
    expect([...new Set(required)]).toEqual(['electron'])
  })
})

function staticSpecifiersOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [
    ...text.matchAll(
      /(?:^|[;}])\s*(?:import|export)\b[^'"`;]*?\bfrom\s*["'`]([^"'`]+)["'`]|(?:^|[;}])\s*import\s*["'`]([^"'`]+)["'`]/gm,
    ),
  ].map(([, named, bare]) => named ?? bare ?? '')
}

function specifiersOf(file: string): string[] {
  const dynamic = [...readFileSync(file, 'utf8').matchAll(/\bimport\(\s*["'`]([^"'`]+)["'`]\s*\)/g)].map(
    ([, to]) => to ?? '',
  )
  return [...staticSpecifiersOf(file), ...dynamic]
}

/** The bundle and every chunk that it reaches. */
function closureOf(entry: string, follow = specifiersOf): string[] {
  const reached = new Set([entry])
  for (const file of reached) {
    for (const to of follow(file)) {
      const chunk = resolve(dirname(file), to)
      if (to.startsWith('.') && existsSync(chunk)) reached.add(chunk)
    }
  }
  return [...reached]
}

function posix(file: string): string {
  return file.split(sep).join('/')
}
