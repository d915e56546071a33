import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const cli = resolve(import.meta.dirname, '../../../../out/main/cli.js')
const home = mkdtempSync(join(tmpdir(), 'installed-'))
afterAll(() => rmSync(home, { recursive: true }))

/** Node, as it is inside of Electron. */
const asElectron = join(home, 'as-electron.mjs')
writeFileSync(
  asElectron,
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: '45.0.0' } })`,
)
const turnsOf = (...flags: readonly string[]) => {
  const said = execFileSync(process.execPath, [...flags, cli, 'config', 'show', '--json'], {
    encoding: 'utf8',
    env: { ...process.env, ZORKGPT_HOME: home, ELECTRON_RUN_AS_NODE: '1' },
  })
  return /"orchestrator\.max_turns_per_episode"[^}]*?"value":\s*(\d+)/.exec(said)?.[1]
}

it('the command of an installed app uses the settings that its window edits, that of a checkout those of the checkout', () => {
  const before = turnsOf('--import', asElectron)
  writeFileSync(join(home, 'zorkgpt.toml'), '[orchestrator]\nmax_turns_per_episode = 17\n')
  expect(turnsOf('--import', asElectron)).toBe('17')
  expect(turnsOf()).toBe(before)
  expect(before).not.toBe('17')
})
