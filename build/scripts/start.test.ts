import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './outputs.mjs'

function start(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'build/scripts/start.mjs'), ...args], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

it('npm start -- --help lists the options, and starts nothing', () => {
  for (const option of ['--help', '-h']) {
    const { status, stdout, stderr } = start('--web', option)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.match(/^ {2}--\S+/gm)?.map((name) => name.trim())).toEqual(
      '--web --dev --port --data --config --mcp-config --no-sandbox --disable-gpu --password-store --ozone-platform --help'.split(
        ' ',
      ),
    )
  }
})

it.each([
  ['--frob', "Unknown option '--frob'."],
  ['--frob=1', "Unknown option '--frob'."],
  ['--data', "Option '--data <value>' argument missing."],
])('npm start -- %s is refused in one sentence', (arg, sentence) => {
  expect(start('--web', arg)).toEqual({
    status: 2,
    stdout: '',
    stderr: `${sentence} npm start -- --help lists the options.\n`,
  })
})
