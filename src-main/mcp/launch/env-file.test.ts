import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parseEntry, type StdioServer } from '@shared/mcp/mcp-entry'
import { describeEnvFile } from './command-line'
import { readEnvFile } from './env-file'

const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-env-file-'))
afterAll(() => rmSync(folder, { recursive: true }))
const configFile = join(folder, 'mcp_config.json')

function naming(envFile: string | undefined): StdioServer {
  const { server } = parseEntry('s', { command: 'x', envFile }, {})
  if (server?.transport !== 'stdio') throw new Error('not a good entry')
  return server
}
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

it('a file of variables is read from the folder of the config, with the hash of its bytes', async () => {
  const text = 'A=file # comment\nexport NODE_OPTIONS="--require ./x.js"\n'
  write('.env', text)
  expect(await readEnvFile(naming('.env'), configFile)).toEqual({
    path: join(folder, '.env'),
    sha256: createHash('sha256').update(text).digest('hex'),
    variables: { A: 'file', NODE_OPTIONS: '--require ./x.js' },
    fault: null,
  })
  expect(await readEnvFile(naming(undefined), configFile)).toBeNull()
})

it.each([
  ['is missing', 'missing.env', /missing\.env cannot be read: ENOENT/, () => {}],
  ['is a folder', '.', /cannot be read: .* is a folder, which does not belong there/, () => {}],
  [
    'is larger than a person looks through',
    'big.env',
    /larger than 64 kB/,
    () => write('big.env', `A=${'x'.repeat(70_000)}`),
  ],
  [
    'has more variables than a person looks through',
    'many.env',
    /it has 201 variables/,
    () => write('many.env', Array.from({ length: 201 }, (_, index) => `V${index}=1`).join('\n')),
  ],
  [
    'has a longer name than a person reads',
    'name.env',
    /a name of 201 characters/,
    () => write('name.env', `${'N'.repeat(201)}=1`),
  ],
  [
    'decides more than a person looks through',
    'long.env',
    /decide what runs have 8014 characters/,
    () => write('long.env', `NODE_OPTIONS="${'x'.repeat(8001)}"`),
  ],
] as const)(
  'a file that %s is reported, and cannot be agreed to, because it has no hash',
  async (_what, name, message, prepare) => {
    prepare()
    const found = await readEnvFile(naming(name), configFile)
    expect(found).toMatchObject({ path: join(folder, name), sha256: null, variables: {} })
    expect(found?.fault).toMatch(message)
  },
)

it.skipIf(process.platform === 'win32')('a pipe and a device are reported, without waiting for them', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe')])
  expect((await readEnvFile(naming('pipe'), configFile))?.fault).toContain('a pipe, a socket or a device')
  expect((await readEnvFile(naming('/dev/zero'), configFile))?.fault).toContain('a pipe, a socket or a device')
})

it('the value of a variable that decides what runs is shown in full', async () => {
  write('end.env', `NODE_OPTIONS="${'--no-warnings '.repeat(200)}--require ./x.cjs"`)
  const server = naming('end.env')
  const file = await readEnvFile(server, configFile)
  if (file === null || server.transport !== 'stdio') throw new Error('There is no file of variables.')
  expect(describeEnvFile(file, server).at(0)?.text).toMatch(/--require \.\/x\.cjs'$/)
})
