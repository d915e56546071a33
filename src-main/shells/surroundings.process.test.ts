import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

/**
 * The app in unusual surroundings: odd folder names, another user, a proxy, no network. Each plays an episode with a
 * tool server to its end.
 */
const checkout = resolve(import.meta.dirname, '../..')
/** A user without rights if the test runs as root; otherwise the current user. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

let scratch: string
let app: string
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'surroundings-'))
  chmodSync(scratch, 0o777)
  app = join(scratch, 'Spiele & «Wörter» 100%20')
  for (const part of ['out', 'build/story', 'mcp_config.json', 'package.json', 'zorkgpt.toml'])
    cpSync(join(checkout, part), join(app, part), { recursive: true })
})
afterAll(() => rmSync(scratch, { recursive: true }))

interface Place {
  readonly env?: NodeJS.ProcessEnv
  readonly user?: typeof nobody
  /** A program with arguments that runs the command. */
  readonly within?: readonly string[]
  /** Uses the default data folder. */
  readonly isAtHome?: boolean
}

let places = 0
function play({ env, user, within = [], isAtHome = false }: Place) {
  const home = join(scratch, `home ${places++}`)
  mkdirSync(home)
  if (isAtHome) chmodSync(home, 0o555)
  else chmodSync(home, 0o777)
  const [program = process.execPath, ...args] = [
    ...within,
    process.execPath,
    join(app, 'out/main/cli.js'),
    ...'play --game glass-weather --player explorer --seed 3 --turns 4 --agree --json'.split(' '),
    ...(isAtHome ? [] : ['--data', join(home, 'Episoden, meine')]),
  ]
  const { ZORKGPT_HOME: _elsewhere, ...own } = process.env
  return new Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }>((done) => {
    const child = execFile(
      program,
      args,
      {
        ...user,
        cwd: home,
        env: {
          ...own,
          HOME: home,
          XDG_DATA_HOME: undefined,
          ...(isAtHome ? {} : { ZORKGPT_HOME: join(home, 'z') }),
          ...env,
        },
      },
      (_error, stdout, stderr) => done({ status: child.exitCode, stdout, stderr }),
    )
  })
}
const playedWithTools = () => ({
  status: 0,
  stdout: expect.stringMatching(/"turns":4.*"tool_calls":[1-9]/s),
  stderr: expect.not.stringContaining('    at '),
})

it('plays with its tools in a folder with spaces, symbols and foreign letters', async () => {
  expect(await play({})).toEqual(playedWithTools())
})

it('plays behind a refusing proxy, which loopback traffic bypasses', async () => {
  const refuses = 'http://127.0.0.1:9'
  const env = { HTTP_PROXY: refuses, HTTPS_PROXY: refuses, ALL_PROXY: refuses, http_proxy: refuses }
  expect(await play({ env })).toEqual(playedWithTools())
})

/** Only loopback remains. */
const withoutNetwork = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
const canLeave = spawnSync(withoutNetwork[0]!, [...withoutNetwork.slice(1), 'true']).status === 0
const whyNot = canLeave ? '' : ' (needs the program ip and the right to leave the network, which root has)'
it.skipIf(!canLeave)(`plays without a network${whyNot}`, async () => {
  expect(await play({ within: withoutNetwork })).toEqual(playedWithTools())
})

it.skipIf(process.platform === 'win32')('plays as a user who does not own the app', async () => {
  expect(await play({ user: nobody })).toEqual(playedWithTools())
})

it.skipIf(process.platform === 'win32')('reports a read-only home folder in one sentence', async () => {
  const { status, stdout, stderr } = await play({ user: nobody, isAtHome: true })
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/cannot be used: .*--data/)])
})
