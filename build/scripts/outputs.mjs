// The files that a build creates, and whether they are up to date.
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** Contains the id of the process that builds (one-at-a-time.mjs). */
export const buildMark = join(root, 'node_modules/.building')

/** Shipped MCP servers: each is a file in src-main/servers, and a file in out/servers. */
export const servers = ['thoughtbox', 'text-adventure', 'zorkgpt']

/** The shells that `zorkgpt completion` supports. */
export const shells = ['bash', 'zsh', 'fish']

const outputs = [
  'out/main/index.js',
  'out/main/web.js',
  'out/main/cli.js',
  'out/main/experiment-worker.js',
  'out/main/game-worker.js',
  'out/main/model-worker.js',
  'out/main/spawn-thread.js',
  'out/main/work-thread.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/replay/replay.html',
  ...servers.map((name) => `out/servers/${name}.js`),
  ...shells.map((name) => `out/completion/${name}`),
]
const sources = [
  'src-shared',
  'src-main',
  'src-renderer',
  'README.md',
  'docs',
  'electron.vite.config.ts',
  'package.json',
  'build/scripts/build.mjs',
  'build/scripts/build-replay.mjs',
  'build/scripts/package/licenses.ts',
  'build/scripts/outputs.mjs',
  'build/scripts/node24.mjs',
  'build/scripts/start-again.mjs',
]

/** The first missing output; null if none is missing. */
export const missingOutput = () => outputs.find((file) => modifiedAt(join(root, file)) === 0) ?? null

/** The reason why a build is needed, as a clause; null if `out/` is complete and newer than every source. */
export function whyBuild() {
  const missing = missingOutput()
  if (missing !== null) return `${missing} is missing`
  const oldest = Math.min(...outputs.map((file) => modifiedAt(join(root, file))))
  return sources.some((path) => newestIn(join(root, path)) > oldest) ? 'the sources are newer than out/' : null
}

/** Folders count too, because a deleted file changes only its folder. */
function newestIn(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return /\.(?:test|testkit)\.tsx?$/.test(path) ? 0 : stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}

const modifiedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
