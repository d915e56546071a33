import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const cli = resolve(import.meta.dirname, '../../../../out/main/cli.js')
const home = mkdtempSync(join(tmpdir(), 'installed-'))
afterAll(() => rmSync(home, { recursive: true }))

const asElectron = resolve(import.meta.dirname, '../../../../build/standin/as-node.mjs')
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

it('the command of an installed macOS app starts the servers', () => {
  const play = 'play --game glass-weather --player explorer --turns 2 --json'.split(' ')
  const said = execFileSync(process.execPath, ['--import', asElectron, cli, ...play], {
    encoding: 'utf8',
    env: {
      ...process.env,
      ZORKGPT_HOME: join(home, 'mac'),
      ELECTRON_RUN_AS_NODE: '1',
      STANDIN_PLATFORM: 'darwin',
    },
  })
  const { folder } = JSON.parse(said.trim().split('\n').at(-1) ?? '') as { readonly folder: string }
  expect(readFileSync(join(folder, 'episode.log'), 'utf8')).toContain('Turn 2: MCP session complete')
})
