import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** An unsupported Node that can parse our files; null if none is installed. */
export const olderNode = findOlderNode()

/** The command must behave the same under all of them. */
export const NODES = [
  { name: 'Node 24', node: process.execPath },
  ...(olderNode === null ? [] : [{ name: 'an older Node', node: olderNode }]),
]

function findOlderNode(): string | null {
  const fileName = process.platform === 'win32' ? 'node.exe' : 'node'
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  const files = folders.map((folder) => join(folder, fileName)).filter((file) => existsSync(file))
  return (
    files.find((file) => /^v(20\.(19|[2-9]\d)|22)\./.test(execFileSync(file, ['--version'], { encoding: 'utf8' }))) ??
    null
  )
}
