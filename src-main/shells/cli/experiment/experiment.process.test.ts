import { copyFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { startScriptedEndpoint } from '../../../llm/scripted-endpoint.testkit'
import { ASKING, ended, logBytes, saying, TWO_ARMS, useExperiments } from './experiment.testkit'

const { home, zorkgpt, given, reportOf, begin } = useExperiments()
/** One worker, because each takes a second to start. */
const run = (file: string, data: string, verb = 'run') =>
  zorkgpt('experiment', verb, file, '--data', data, '--workers', '1')
const episodesIn = (data: string) => readdirSync(data).filter((name) => !name.startsWith('.'))

describe('zorkgpt experiment', () => {
  const TURNS = 3
  const played = given(TWO_ARMS('1..3', TURNS))
  beforeAll(async () => {
    const { file, data } = played
    expect(await ended(begin('experiment', 'run', file, '--data', data, '--workers', '2'))).toBe(0)
  })
  let copies = 0
  /** A copy of the played data folder, for a test that changes it; `write` changes the file. */
  function copyOfPlayed() {
    const data = join(home, `copy-${++copies}`)
    cpSync(played.data, data, { recursive: true })
    played.write(TWO_ARMS('1..3', TURNS))
    return { ...played, data }
  }

  it('plays arms on the same seeds, and prints figures of every arm, cell and difference', async () => {
    expect(await reportOf(played.file, played.data)).toMatchObject({
      done: 6,
      planned: 6,
      arms: [
        { arm: 'random', handicap: 'L2', n: 3, mean: expect.any(Number) as number, interval: {} },
        { arm: 'explorer', n: 3 },
      ],
      cells: [{ arm: 'random', story: 'zork1', n: 3, interval: {} }, { arm: 'explorer' }],
      differences: [{ arm: 'explorer', baseline: 'random', pairs: 3, difference: expect.any(Number) as number }],
      missing: [],
    })
  })

  it('plays nothing twice', async () => {
    const { file, data } = copyOfPlayed()
    const before = logBytes(data)
    expect(await run(file, data)).toMatchObject({ status: 0 })
    expect(episodesIn(data)).toHaveLength(6)
    expect(logBytes(data)).toBe(before)
  })

  it('compares two handicaps of an arm', async () => {
    const { file, data, write } = copyOfPlayed()
    write(`${TWO_ARMS('1..3', TURNS)}[axes]\nhandicap = ["L2", "L4"]\n`)
    expect(await run(file, data)).toMatchObject({ status: 0 })
    const compared = async (...sides: readonly string[]) =>
      zorkgpt('experiment', 'compare', file, ...sides, '--data', data)
    const { stdout } = await compared('L2', 'L4')
    expect(stdout).toMatch(/L4 (?:and|beats|is ahead of) L2 \(explorer\)/)
    expect(stdout).toMatch(/zork1 explorer seed 1: .* \S+explorer\S+\.L4\.\S+ \S+explorer\S+\.L2\./)
    expect((await compared('L2', 'L5')).stderr).toContain(
      'There is no arm or handicap "L5"; there are random, explorer, L2, L4.',
    )
    expect((await compared('L2', 'L2')).stderr).toContain('needs two of these arms')
    expect((await compared('L2', 'random')).stderr).toContain('Compare two arms, or two handicaps: random')
  })

  it('compares arms, and exports episodes that are complete', async () => {
    const { file, data } = copyOfPlayed()
    expect((await zorkgpt('experiment', 'compare', file, 'explorer', 'random', '--data', data)).stdout).toMatch(
      /zork1 L2 seed 1: /,
    )
    const logs = join(home, 'logs')
    expect(
      await zorkgpt('experiment', 'export', file, '--data', data, '--format', 'inspect', '--out', logs),
    ).toMatchObject({ status: 0, stdout: `6 episodes are in ${logs}.\n`, stderr: '' })
    expect(
      readdirSync(logs)
        .map((name) => name.replace(/^[\dT:+-]+_|_\w+\.eval$/g, ''))
        .toSorted(),
    ).toEqual(['.eval-set-id', 'eval-set.json', 'test-1-explorer', 'test-1-random'])
    const page = join(home, 'page.html')
    await zorkgpt('experiment', 'report', file, '--data', data, '--html', '--out', page)
    expect(readFileSync(page, 'utf8')).toMatch(/<svg [^]*zorkgpt:\/\/episode\//)
    // An interrupted episode is missing from an export, as it is from the report.
    const [broken = ''] = episodesIn(data)
    const log = join(data, broken, 'events.jsonl')
    const kept = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => !line.includes('"event_type":"episode_ended"'))
    writeFileSync(log, kept.join('\n'))
    const table = join(home, 'turns.csv')
    expect(
      await zorkgpt('experiment', 'export', file, '--data', data, '--format', 'csv', '--out', table),
    ).toMatchObject({
      stdout: `5 of 6 episodes are in ${table}.\n`,
    })
  })

  it('refuses changes, and accepts additions', async () => {
    const { file, data, write } = copyOfPlayed()
    write(TWO_ARMS('1..3', TURNS + 1))
    const changed = await run(file, data)
    expect(changed).toMatchObject({ status: 2 })
    expect(changed.stderr).toMatch(
      /"random" has other settings \(orchestrator\.max_turns_per_episode\)\. Restore the file/,
    )
    write(TWO_ARMS('2..4', TURNS))
    expect((await run(file, data)).stderr).toContain('the seed 1 is missing')
    write(`${TWO_ARMS('1..4', TURNS)}[[arm]]\nname = "other"\nrun.player = "random"\n`)
    expect(await run(file, data)).toMatchObject({ status: 0 })
    expect(await reportOf(file, data)).toMatchObject({ done: 12, planned: 12 })
  })

  it('has recorded episodes as an arm, each in the cell of its story, handicap and seed', async () => {
    const recording = episodesIn(played.data).find((name) => /explorer.*\.s1\./.test(name)) ?? ''
    const log = join(played.data, recording, 'events.jsonl')
    const copy = join(home, 'copy.zorkgpt')
    copyFileSync(log, copy)
    const withFiles = (...files: readonly string[]) =>
      TWO_ARMS('1..2', TURNS).replace('run.player = "explorer"', `files = ${JSON.stringify(files)}`)
    const { file, data, write } = given(withFiles(log))
    expect(await run(file, data)).toMatchObject({ status: 0 })
    expect(await reportOf(file, data)).toMatchObject({
      done: 3,
      missing: [{ arm: 'explorer', seed: 2, reason: 'No recorded episode of this seed' }],
    })
    write(withFiles(log, copy))
    expect((await run(file, data)).stderr).toMatch(/fits no free cell/)
  })

  it.each([
    ['seeds that run backwards', TWO_ARMS('5..1', 4), /line 4: experiment\.seeds: .*"5\.\.1" ends before it begins/],
    [
      'an arm named twice',
      TWO_ARMS('1', 4).replace('"explorer"', '"random"'),
      /Two arms have the name "random"; names must be unique\./,
    ],
    ['a story that is not there', `${TWO_ARMS('1', 4)}[axes]\nstory = "nowhere"`, /nowhere.*glass-weather/],
    [
      'a handicap that is not there',
      `${TWO_ARMS('1', 4)}[axes]\nhandicap = ["L2", "L7"]`,
      /axes\.handicap: Takes one of: L0, .*, L5, not "L7"\./,
    ],
    ['a budget of nothing', `${TWO_ARMS('1', 4)}[budget]\ntokens = 0`, /budget\.tokens: .*more than 0/i],
    ['a key that there is not', `${TWO_ARMS('1', 4)}llm.model = "x"`, /llm\.model/],
    [
      'a person as a player',
      TWO_ARMS('1', 4).replace('run.player = "random"', 'run.player = "human"'),
      /arm "random": A human cannot play in an experiment\./,
    ],
    ['a baseline that there is not', TWO_ARMS('1', 4).replace('seeds', 'baseline = "x"\nseeds'), /There is no arm "x"/],
    [
      'an early end without a comparison',
      `[experiment]\nname = "x"\nseeds = "1..3"\n[stop]\nci_half_width = 0.1\nlooks = [2]\n[[arm]]\nname = "one"\nrun.player = "random"`,
      /line 4: stop: One arm with one handicap has no differences/,
    ],
  ])('reports the fault in a sentence: %s', async (_what, text, sentence) => {
    const { file, data } = given(text)
    const { status, stderr } = await run(file, data)
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(status).toBe(2)
  })

  it('is known to config check', async () => {
    const { file } = given(TWO_ARMS('1..3', 8).replace('seeds', 'sedes'))
    const { status, stdout } = await zorkgpt('config', 'check', '--config', file)
    expect(status).toBe(2)
    expect(stdout).toMatch(/experiment\.toml:\d+:\d+: .*sedes/)
  })
})

describe('an experiment with a model', () => {
  it('does not exceed its budget, reports that with exit status 3, and continues with a larger one', async () => {
    const endpoint = await startScriptedEndpoint(() => saying('look'))
    const { file, data, write } = given(
      ASKING(endpoint.baseUrl, '[budget]\ntokens = 12_000\nper_episode_tokens = 5_000'),
    )
    const { status, stdout } = await run(file, data)
    expect(status).toBe(3)
    expect(stdout).toMatch(/budget .*resume/)
    expect(endpoint.requests.length).toBeLessThanOrEqual(12)
    write(ASKING(endpoint.baseUrl, '[budget]\ntokens = 40_000\nper_episode_tokens = 5_000'))
    expect(await run(file, data, 'resume')).toMatchObject({ status: 0 })
    expect(endpoint.requests).toHaveLength(30)
    expect(await reportOf(file, data)).toMatchObject({ done: 6, arms: [{ tokens: 30_000 }] })
    await endpoint.close()
  })

  it('reports a missing key at once', async () => {
    const { file, data } = given(ASKING('https://openrouter.ai/api/v1'))
    const { status, stdout } = await run(file, data)
    expect(status).toBe(1)
    expect(stdout).toMatch(/Arm "model" cannot be played: No API key .*[^.]\. 0 of 6 episodes are played\. Resume/)
    expect(await reportOf(file, data)).toMatchObject({ done: 0, missing: [], to_play: { length: 6 } })
  })
})
