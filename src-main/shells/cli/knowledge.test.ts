import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ShownKnowledge } from '@shared/contract/knowledge'
import { appRoot, runCommand } from './tests/command.testkit'

const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-knowledge-'))
const data = join(folder, 'data')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(() => {
  mkdirSync(join(data, 'first'), { recursive: true })
  const log = gunzipSync(readFileSync(join(appRoot, 'build/story/demo.jsonl.gz'))).toString()
  writeFileSync(join(data, 'first', 'events.jsonl'), log.replaceAll('"episode_id":"demo"', '"episode_id":"first"'))
})
const run = (...args: readonly string[]) =>
  runCommand(['knowledge', ...args, '--data', data], { env: { ZORKGPT_HOME: folder, XDG_STATE_HOME: folder } })
const shown = async (...args: readonly string[]) =>
  JSON.parse((await run('show', 'glass-weather', '--json', ...args)).stdout) as ShownKnowledge

describe('zorkgpt knowledge', () => {
  it('prints how to begin if nothing is known', async () => {
    expect(await run('list')).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing was learned yet.') })
  })

  it('learns from the log of an episode, and lists what it learned with its evidence', async () => {
    const learned = await run('learn', 'first')
    expect(learned.stdout).toMatch(/^\d+ added, 0 confirmed, 0 contradicted, 0 refused\.\n$/)
    expect((await run('list')).stdout).toMatch(
      /^Glass Weather: 0 confirmed, \d+ seen once, 0 retired, from 1 episode, /,
    )
    const { stdout } = await run('show', 'glass-weather')
    expect(stdout).toMatch(
      /k\d+ {2}Sheepfold: "take ram" gained 5 points \(seen in one episode\) \[first, turn 5: “You hook /,
    )
  })

  it('exports a version, and imports it in place of the entries', async () => {
    const before = await shown()
    const file = join(folder, 'known.json')
    expect((await run('export', 'glass-weather', '--out', file)).stdout).toBe(`Written to ${file}.\n`)
    const taken = await run('export', 'glass-weather', '--out', file)
    expect([taken.status, taken.stderr]).toEqual([2, expect.stringContaining('--force')])
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('gained 5 points', 'was deadly'))
    expect((await run('import', file, '--replace')).stdout).toBe(`${before.entries.length} added.\n`)
    const after = await shown()
    expect(after.entries.filter(({ isRetired }) => !isRetired).map(({ text }) => text)).toContain(
      '"take ram" was deadly',
    )
    expect((await shown('--hash', before.sha256.slice(0, 10))).entries).toEqual(before.entries)
  })

  it('imports a Memories.md for the story that is named', async () => {
    const file = join(folder, 'Memories.md')
    writeFileSync(file, '## Location 39: Fell Gate\n\n**[NOTE - CORE] Old post** *(Ep1, T1)*\nIt is slate.\n')
    const unnamed = await run('import', file)
    expect([unnamed.status, unnamed.stderr]).toEqual([2, expect.stringContaining('choose the story')])
    expect((await run('import', file, '--story', 'glass-weather')).stdout).toBe('1 added.\n')
    expect((await shown()).entries.map(({ text }) => text)).toContain('Old post: It is slate.')
  })

  it('names what is wrong with its arguments', async () => {
    for (const [args, reason] of [
      [['forget'], 'needs a subcommand: list, show'],
      [['show'], 'show needs a story'],
      [['show', 'nowhere'], 'There is no story nowhere.'],
      [['show', 'glass-weather', '--hash', 'ffffffff'], 'There is no single version that begins with ffffffff'],
      [['learn', 'nothing'], 'There is no episode nothing'],
    ] as const)
      expect((await run(...args)).stderr).toContain(reason)
  })
})
