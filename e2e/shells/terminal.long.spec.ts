import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../build/scripts/outputs.mjs'
import { processesOf } from '../drivers/process'
import { freePort, pageAt } from '../drivers/stand-in'
import { eventsOf, expect, region, startExplorer, test } from '../kit/launch-app'

/**
 * `npm start` in a terminal, with the desktop shell: how it ends. The stand-in has Electron's place in the folder that
 * ELECTRON_OVERRIDE_DIST_PATH names.
 */
test.skip(process.platform !== 'linux', 'processes are found through /proc')

let home: string
let launcher: ChildProcess
test.beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'zorkgpt-terminal-'))
})
test.afterEach(() => {
  launcher.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

const register = join(root, 'build/standin/register.mjs')
/** Records every Ctrl+C that reaches it in the file `pressed`. */
const STAND_IN = `cat > "$ZORKGPT_HOME/note.mjs" <<'END'
import { appendFileSync } from 'node:fs'
process.on('SIGINT', () => appendFileSync(process.env.ZORKGPT_HOME + '/pressed', 'x'))
END
shift
exec '${process.execPath}' --import "$ZORKGPT_HOME/note.mjs" --import '${register}' '${join(root, 'out/main/index.js')}' "$@"`

/** Starts the launcher as a terminal does: as leader of a process group, which receives all keys. */
function start(electron: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
  const dist = join(home, 'dist')
  mkdirSync(dist)
  writeFileSync(join(dist, 'electron'), `#!/bin/sh\n${electron}\n`)
  chmodSync(join(dist, 'electron'), 0o755)
  const { OPENAI_API_KEY: _noKey, CI: _noCi, ...inherited } = process.env
  launcher = spawn(process.execPath, [join(root, 'build/scripts/start.mjs'), '--data', join(home, 'episodes')], {
    detached: true,
    env: { ...inherited, DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: dist, ZORKGPT_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return launcher
}

/** Starts an episode in the stand-in, and waits until it is being played. */
async function startPlaying(): Promise<ChildProcess> {
  const port = await freePort()
  const started = start(STAND_IN, { STANDIN_CDP_PORT: String(port), STANDIN_USER_DATA: join(home, 'profile') })
  const page = await pageAt(port)
  await startExplorer(page)
  await expect(region(page, 'Story').getByRole('article', { name: /^Turn/ }).first()).toBeVisible()
  return started
}

const press = (signal: NodeJS.Signals) => process.kill(-(launcher.pid ?? 0), signal)
const endOf = (process: ChildProcess) => new Promise<number | null>((resolve) => process.once('close', resolve))

/**
 * Expects that no process runs and that the log is whole: an episode that was cut off would still be marked as being
 * played.
 */
async function expectAllEnded(): Promise<void> {
  await expect.poll(() => processesOf(home)).toEqual([])
  expect(readdirSync(join(home, 'episodes/.writers'))).toEqual([])
  const seqs = eventsOf(join(home, 'episodes')).map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.map((_seq, index) => index))
}

test('Ctrl+C, which npm passes on as well, reaches the app once and ends it properly', async () => {
  const started = await startPlaying()
  const ended = endOf(started)
  press('SIGINT')
  started.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(readFileSync(join(home, 'pressed'), 'utf8')).toBe('x')
  await expectAllEnded()
})

test('closing the terminal ends the app properly', async () => {
  const ended = endOf(await startPlaying())
  press('SIGHUP')
  expect(await ended).toBe(0)
  await expectAllEnded()
})

test('killing the launcher ends the app properly', async () => {
  const started = await startPlaying()
  const ended = endOf(started)
  started.kill('SIGKILL')
  await ended
  await expectAllEnded()
})

test('pressing Ctrl+C again ends an app that does not end, with all processes that it started', async () => {
  const started = start(`trap '' INT; echo started; sleep 1000 & wait; sleep 1000`)
  const ended = endOf(started)
  await new Promise((resolve) => started.stdout?.once('data', resolve))
  const pressing = setInterval(() => press('SIGINT'), 300)
  expect(await ended).toBe(1)
  clearInterval(pressing)
  await expect.poll(() => processesOf(home)).toEqual([])
})
