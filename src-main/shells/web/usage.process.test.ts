import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

function start(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve(import.meta.dirname, '../../../out/main/web.js'), ...args],
    { encoding: 'utf8', timeout: 30_000 },
  )
  return { status, stdout, stderr }
}

it.each(['--help', '-h'])('%s lists the options of the web shell, and starts nothing', (option) => {
  const { status, stdout, stderr } = start('--port', '0', option)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout.match(/^ {2}--[\w-]+/gm)?.map((name) => name.trim())).toEqual([
    '--port',
    '--data',
    '--config',
    '--mcp-config',
    '--help',
  ])
})

it('refuses an unknown option in one sentence', () => {
  expect(start('--frob')).toEqual({
    status: 2,
    stdout: '',
    stderr: "Unknown option '--frob'. --help lists the options.\n",
  })
})
