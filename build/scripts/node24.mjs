// The Node that runs the app: 24, whatever runs npm. Node 20.19 must be able to read this file.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const WANTED = 24

/**
 * How the host of a browser window is run. By itself Node's collector looks through a long episode with four threads besides the host's own,
 * and on two processors these leave the window none for a tenth of a second, again and again while much comes in.
 */
export const HOST_NODE_ARGS = ['--single-threaded-gc']

/** Path of a Node 24: the one that npm installed for this platform, else the one that runs this. Throws an Error that says what to install. */
export function findNode24() {
  const installed = installedNode()
  if (installed) return installed
  if (Number(process.versions.node.split('.')[0]) >= WANTED) return process.execPath
  throw new Error(
    `ZorkGPT runs on Node ${WANTED}, and this is Node ${process.versions.node}. For ${process.platform}-${process.arch} npm has no copy of it to install: get Node ${WANTED} or newer from https://nodejs.org and start again.`,
  )
}

function installedNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    const file = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(file) ? file : null
  } catch {
    return null // not installed on this platform
  }
}
