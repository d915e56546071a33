// What a build leaves behind, and whether that is still true of the sources.
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** Says which program is building, see one-at-a-time.mjs. */
export const buildMark = join(root, 'node_modules/.building')

/** MCP servers we ship: each is a file of src-main/servers, and becomes one of out/servers. */
export const servers = ['thoughtbox', 'text-adventure', 'zorkgpt']

/** Those that `zorkgpt completion` knows. */
export const shells = ['bash', 'zsh', 'fish']

const outputs = [
  'out/main/index.js',
  'out/main/web.js',
  'out/main/cli.js',
  'out/main/experiment-worker.js',
  'out/main/game-worker.js',
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
  'electron.vite.config.ts',
  'package.json',
  'build/scripts/build.mjs',
  'build/scripts/build-replay.mjs',
  'build/scripts/package/licenses.ts',
  'build/scripts/outputs.mjs',
  'build/scripts/node24.mjs',
  'build/scripts/start-again.mjs',
]

/** The first that a build would make and that is not there; null when all are. */
export const missingOutput = () => outputs.find((file) => modifiedAt(join(root, file)) === 0) ?? null

/** Why a build is needed, as a phrase; null when `out/` is complete and newer than every source. */
export function whyBuild() {
  const missing = missingOutput()
  if (missing !== null) return `${missing} is missing`
  const oldest = Math.min(...outputs.map((file) => modifiedAt(join(root, file))))
  return sources.some((path) => newestIn(join(root, path)) > oldest) ? 'the sources are newer than out/' : null
}

/** Folders count as well: a file that was deleted leaves no other trace. */
function newestIn(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return /\.(?:test|testkit)\.tsx?$/.test(path) ? 0 : stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}

const modifiedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
