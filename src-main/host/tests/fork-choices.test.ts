import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SYSTEM_PROMPT } from '@shared/agent/system-prompt'
import type { ForkParams } from '@shared/contract/episodes'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { seedPerRequest } from '../../agent/request-seed'
import { loadEpisode } from '../../episode/load-episode'
import { acts, startScriptedEndpoint } from '../../llm/scripted-endpoint.testkit'
import { type ScriptedEpisode, startScriptedEpisode, writeScriptedConfig } from '../episode/scripted-episode.testkit'

/** An ended episode of two turns. */
async function played(start = {}): Promise<ScriptedEpisode> {
  const episode = await startScriptedEpisode({ replies: () => acts('look'), start: { mcp: false, ...start } })
  onTestFinished(() => episode.close())
  await episode.follow()
  return episode
}

/** A fork from its first turn, played to its second. */
async function forked(episode: ScriptedEpisode, choices: Partial<ForkParams> = {}, parent = episode.episodeId) {
  const asked = { episodeId: parent, turn: 1, pace: 'batch', turnLimit: 2, ...choices } as const
  const { episodeId } = await episode.host.api.forkEpisode(asked)
  return { episodeId, ...(await episode.follow(undefined, episodeId)) }
}

/** Resolves when the host has closed it. */
const resumed = async (episode: ScriptedEpisode, episodeId: string, turnLimit: number) => {
  const resume = () => episode.host.api.resumeEpisode({ episodeId, turnLimit, pace: 'batch' })
  await expect
    .poll(() =>
      resume().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  return episode.follow(({ turns }) => turns.length === turnLimit, episodeId)
}

const systemOf = (request: Record<string, unknown> | undefined) =>
  (request?.messages as { readonly content: string }[] | undefined)?.[0]?.content
const firstWords = (content: string | undefined) => JSON.stringify(content).slice(0, 60)

it('each repeated answer has a new seed, also in a fork of that fork and after a resume', async () => {
  const episode = await played()
  const seedsOf = ({ of }: Pick<Awaited<ReturnType<typeof forked>>, 'of'>) =>
    of('llm_request').map(({ sampling }) => sampling.seed)
  const [one, other] = [
    await forked(episode, { answersAgain: true, answer: 2 }),
    await forked(episode, { answersAgain: true, answer: 3 }),
  ]
  const second = [seedPerRequest(1)({ turn: 2, iteration: 1 }, 0, 0), seedsOf(one).at(-1), seedsOf(other).at(-1)]
  expect(new Set(second).size).toBe(3)
  expect([summarizeEpisode(one.state)?.seed, summarizeEpisode(one.state)?.forkedFrom?.answer]).toEqual([1, 2])
  const runSeed = one.of('episode_forked')[0]?.sampling?.seed ?? 0
  const again = await resumed(episode, one.episodeId, 3)
  const forkOfIt = await forked(episode, { turn: 2, turnLimit: 3 }, one.episodeId)
  const third = seedPerRequest(runSeed)({ turn: 3, iteration: 1 }, 0, 0)
  expect([seedsOf(again).at(-1), seedsOf(forkOfIt).at(-1)]).toEqual([third, third])
})

describe('a fork as it was', () => {
  it('asks the model as its parent did, whatever the settings are now', async () => {
    const episode = await played()
    writeScriptedConfig(dirname(dirname(episode.episodeFolder)), { mcp: { enabled: false } })
    const { of } = await forked(episode)
    const [request] = of('llm_request').filter(({ turn }) => turn === 2)
    const seed = seedPerRequest(1)({ turn: 2, iteration: 1 }, 0, 0)
    expect(request).toMatchObject({ model: 'scripted-1', sampling: { temperature: 0.6, seed } })
    expect(of('episode_forked')[0]).not.toHaveProperty('prompt')
    expect(of('episode_forked')[0]).not.toHaveProperty('seed')
  })

  it('has the turn limit of its parent, and as many more turns if it begins at that limit', async () => {
    const episode = await played()
    const limits = [0, 1, 2].map(
      async (turn) => (await forked(episode, { turn, turnLimit: undefined })).state.turnLimit,
    )
    expect(await Promise.all(limits)).toEqual([2, 2, 4])
  })

  it.each([{}, { player: 'explorer' }] as const)('has no tools if its parent had none, with %j', async (choices) => {
    const { of } = await forked(await played(), choices)
    expect(of('mcp_session_started')).toEqual([])
  })

  it('has the choices of the fork it is forked from, also at that fork’s first turn', async () => {
    const episode = await played()
    const first = await forked(episode, { prompt: 'Play as a pirate.', seed: 77, sampling: { temperature: 1.5 } })
    for (const turn of [1, 2]) {
      const again = await forked(episode, { turn, turnLimit: 3 }, first.episodeId)
      expect(again.state.prompt).toBe('Play as a pirate.')
      expect(again.state.reseeds).toEqual([{ turn: 1, seed: 77 }])
      const seed = seedPerRequest(77)({ turn: again.state.turns.length, iteration: 1 }, 0, 0)
      expect(again.of('llm_request').at(-1)).toMatchObject({ sampling: { temperature: 1.5, seed } })
      expect(again.state.forkedFrom).toEqual({ episodeId: first.episodeId, turn })
    }
  })
})

describe('a fork with a choice', () => {
  it('asks another model at another address, also after it is resumed', async () => {
    const episode = await played()
    const other = await startScriptedEndpoint(() => acts('wait'))
    onTestFinished(() => other.close())
    const { episodeId, state } = await forked(episode, { model: 'scripted-2', baseUrl: other.baseUrl })
    expect(state.turns.map(({ action }) => action?.action)).toEqual(['look', 'wait'])
    expect(state.manifest?.player).toMatchObject({ model: 'scripted-2', base_url: other.baseUrl })
    await resumed(episode, episodeId, 3)
    expect(other.requests.map(({ model }) => model)).toEqual(['scripted-2', 'scripted-2'])
  })

  it('offers the servers to a model, also after a random player, which takes no tools', async () => {
    const episode = await played({ player: 'random', mcp: true, model: undefined, baseUrl: undefined })
    const { baseUrl } = episode.endpoint
    const { of } = await forked(episode, { player: 'llm', model: 'scripted-2', baseUrl })
    expect(of('mcp_session_started')).toMatchObject([{ turn: 2, servers: [{ name: 's', state: 'ready' }] }])
    expect(of('action_chosen').map(({ source }) => source)).toEqual(['random', 'model'])
  })

  it('uses another prompt, also after it is resumed', async () => {
    const episode = await played()
    const { episodeId, state } = await forked(episode, { prompt: '  Play as a pirate.\n' })
    expect(state.prompt).toBe('Play as a pirate.')
    expect(state.manifest?.prompt_sha256).not.toBe(
      (await loadEpisode(episode.episodeFolder)).state.manifest?.prompt_sha256,
    )
    await resumed(episode, episodeId, 3)
    expect(episode.endpoint.requests.map(systemOf).map(firstWords)).toEqual([
      firstWords(SYSTEM_PROMPT),
      firstWords(SYSTEM_PROMPT),
      '"Play as a pirate."',
      '"Play as a pirate."',
    ])
  })

  it('uses other sampling, also after it is resumed', async () => {
    const episode = await played()
    const { episodeId } = await forked(episode, { sampling: { temperature: 1.25, max_tokens: 99 } })
    await resumed(episode, episodeId, 3)
    const [, before, ...after] = episode.endpoint.requests
    expect(after).toMatchObject([
      { temperature: 1.25, max_tokens: 99 },
      { temperature: 1.25, max_tokens: 99 },
    ])
    expect(before).toMatchObject({ temperature: 0.6 })
    expect(before?.top_p).toBe(after[0]?.top_p)
  })

  it('keeps its title, on one line of visible text', async () => {
    const episode = await played()
    const { episodeId } = await forked(episode, { title: 'The \u202epirate\n way' })
    const kept = readFileSync(join(dirname(episode.episodeFolder), episodeId, 'annotations.json'), 'utf8')
    expect(JSON.parse(kept)).toMatchObject({ title: 'The pirate way', turns: [] })
    const { episodeId: unnamed } = await forked(episode, { title: ' \u2066 ' })
    expect(() => readFileSync(join(dirname(episode.episodeFolder), unnamed, 'annotations.json'))).toThrow('ENOENT')
  })

  it('with a prompt for a player that reads none is refused', async () => {
    const episode = await played()
    await expect(forked(episode, { player: 'mcp', prompt: 'Play as a pirate.' })).rejects.toMatchObject({
      kind: 'bad_input',
      message:
        'The player "AI model through MCP tools" takes no prompt, only "AI model" does. Leave the prompt out, or choose that player.',
    })
  })
})

describe('a fork with another seed', () => {
  const hashes = ({ state }: Awaited<ReturnType<ScriptedEpisode['follow']>>) =>
    state.turns.map(({ completed }) => completed?.stateHash)

  it('has the same past and other random numbers, the same each time it is created', async () => {
    const episode = await played()
    const [same, other, again] = [
      await forked(episode),
      await forked(episode, { seed: 77 }),
      await forked(episode, { seed: 77 }),
    ]
    expect(hashes(other)).toEqual(hashes(again))
    expect(hashes(other)[0]).toBe(hashes(same)[0])
    expect(hashes(other)[1]).not.toBe(hashes(same)[1])
    expect(summarizeEpisode(other.state)?.seed).toBe(77)
    expect(other.state.manifest?.seed).toBe(1)
  })

  it.each([
    ['by its snapshots', 'continue'],
    ['by its actions, where the rules need the past', 'restore'],
  ] as const)('keeps it after a resume, %s', async (_how, onDeath) => {
    const episode = await played({ onDeath })
    const whole = await forked(episode, { seed: 77, turnLimit: 4 })
    const { episodeId } = await forked(episode, { seed: 77, turnLimit: 2 })
    expect(hashes(await resumed(episode, episodeId, 4))).toEqual(hashes(whole))
  })
})
