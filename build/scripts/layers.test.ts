import { existsSync, globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { whyBuild } from './outputs.mjs'

/** docs/architecture.md, "Layout": who may import whom. Tests may reach anywhere; what ships may not. */

const root = resolve(import.meta.dirname, '../..')
const sources = globSync('src-*/**/*.{ts,tsx}', { cwd: root })
  .map(posix)
  .filter((file) => !/\.(?:test|testkit)\.tsx?$|\.d\.ts$/.test(file))

/**
 * From the ground up: a folder may import what stands on a lower line, and a neighbor on its own line that does not
 * import it.
 */
const layers = [
  ['src-shared'],
  ['src-main/files', 'src-main/bounds', 'src-main/terminal'],
  ['src-main/game', 'src-main/llm', 'src-main/mcp', 'src-main/episodes', 'src-main/secrets', 'src-main/telemetry'],
  ['src-main/agent', 'src-main/explorer'],
  ['src-main/host'],
  ['src-main/shells', 'src-main/servers'],
] as const
const mainFolders = layers.flat()

/** Packages with one home: everyone else goes through it. */
const homes: readonly (readonly [packageName: RegExp, home: RegExp])[] = [
  [/^electron(\/|$)/, /^src-main\/shells\/electron\//],
  [/^@modelcontextprotocol\/sdk(\/|$)/, /^src-main\/(mcp|servers)\//],
  [/^openai(\/|$)/, /^src-main\/llm\//],
  [/^ws(\/|$)/, /^src-main\/shells\/web\//],
  [/^(react|react-dom|zustand|@xyflow\/react|@codemirror\/.*)(\/|$)/, /^src-renderer\//],
]
/**
 * Where JSON is parsed without bounds: the one place that bounds it, and what reads back its own words, or those of a
 * file that we ship.
 */
const PARSERS: readonly string[] = [
  'src-shared/json/bound-json.ts',
  'src-main/episodes/read-log.ts',
  'src-renderer/session/connection/parse-lines.ts',
  'src-main/mcp/panel/test-connection.ts',
  'src-main/shells/electron/keychain-secrets.ts',
  'src-main/shells/electron/window-state.ts',
  'src-main/game/library/known-stories.ts',
  'src-main/mcp/testing/hostile-server.ts',
  'src-main/mcp/testing/scripted-server.ts',
  'src-renderer/turn/partial-json.ts',
  'src-renderer/panels/map/drawing/Stubs.tsx',
  'src-renderer/replay/main.tsx',
  'src-renderer/session/connection/connect-port.ts',
  'src-renderer/session/episode/demo.ts',
  'src-renderer/session/connection/own-changes.ts',
]
const nodeBuiltin = /^node:/

interface Import {
  readonly from: string
  readonly to: string
}
const imports: readonly Import[] = sources.flatMap((from) =>
  specifiersOf(join(root, from)).map((to) => ({ from, to: locate(from, to) })),
)

describe('layers', () => {
  it('every source file belongs to a known folder', () => {
    expect(sources.length).toBeGreaterThan(50)
    expect(sources.filter((file) => !file.startsWith('src-renderer/') && folderOf(file) === undefined)).toEqual([])
  })

  it('imports point downwards', () => {
    expect(imports.filter(({ from, to }) => !mayImport(from, to))).toEqual([])
  })

  it('neighbors do not import each other', () => {
    const pairs = new Set(imports.map(({ from, to }) => `${folderOf(from)} ${folderOf(to)}`))
    const mutual = mainFolders.flatMap((one) =>
      mainFolders.filter((other) => one < other && pairs.has(`${one} ${other}`) && pairs.has(`${other} ${one}`)),
    )
    expect(mutual).toEqual([])
  })

  it('a package with a home is imported there alone', () => {
    const strays = imports.filter(({ from, to }) => homes.some(([name, home]) => name.test(to) && !home.test(from)))
    expect(strays).toEqual([])
  })

  it('what others wrote becomes a value by parseJson alone, which bounds it', () => {
    const parsers = sources.filter((file) => /\bJSON\.parse\(/.test(readFileSync(join(root, file), 'utf8')))
    expect(parsers.filter((file) => !PARSERS.includes(file))).toEqual([])
  })

  it('src-shared and the renderer know nothing of Node', () => {
    expect(imports.filter(({ from, to }) => /^src-(shared|renderer)\//.test(from) && nodeBuiltin.test(to))).toEqual([])
  })
})

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

  it('what the cli needs for --version holds neither the LLM client nor the MCP client', () => {
    const clients = /node_modules\/(openai|@modelcontextprotocol)\//
    const holds = (files: readonly string[]) => files.some((file) => clients.test(readFileSync(file, 'utf8')))
    const entry = join(root, 'out/main/cli.js')
    expect(holds(closureOf(entry, staticSpecifiersOf))).toBe(false)
    expect(holds(closureOf(entry))).toBe(true)
  })

  it('the page shows itself without the schemas, which come with what needs them', () => {
    const [, entry = ''] =
      /<script type="module"[^>]* src="([^"]+)"/.exec(readFileSync(join(root, 'out/renderer/index.html'), 'utf8')) ?? []
    const entryChunks = closureOf(join(root, 'out/renderer', entry), staticSpecifiersOf)
    expect(entryChunks.length).toBeGreaterThan(5)
    expect(entryChunks.filter((file) => readFileSync(file, 'utf8').includes('ZodObject'))).toEqual([])
  })

  it('the preload requires nothing but electron', () => {
    const required = [
      ...readFileSync(join(root, 'out/preload/preload.cjs'), 'utf8').matchAll(/require\(["'`]([^"'`]+)["'`]\)/g),
    ].map(([, name]) => name)
    expect([...new Set(required)]).toEqual(['electron'])
  })
})

function mayImport(from: string, to: string): boolean {
  if (!to.startsWith('src-')) return true
  if (from.startsWith('src-renderer/')) return to.startsWith('src-renderer/') || to.startsWith('src-shared/')
  if (to.startsWith('src-renderer/')) return false
  return levelOf(to) <= levelOf(from)
}

function folderOf(file: string): string | undefined {
  return mainFolders.find((folder) => file.startsWith(`${folder}/`))
}

function levelOf(file: string): number {
  return layers.findIndex((layer) => layer.some((folder) => file.startsWith(`${folder}/`)))
}

/** A path from the root for what is ours, the specifier itself for a package. */
function locate(from: string, specifier: string): string {
  if (specifier.startsWith('@shared/')) return specifier.replace('@shared/', 'src-shared/')
  return specifier.startsWith('.') ? posix(relative(root, resolve(root, dirname(from), specifier))) : specifier
}

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
