import { expect, it, onTestFinished } from 'vitest'
import { unpackBody } from '@shared/episode/state/sent-body'
import { acts, type ScriptedReply } from '../../llm/scripted-endpoint.testkit'
import { type Script, type ScriptedEpisode, startScriptedEpisode } from '../episode/scripted-episode.testkit'

async function play(script: Partial<Script> = {}): Promise<ScriptedEpisode> {
  const episode = await startScriptedEpisode({
    replies: () => acts('wait'),
    ...script,
    start: { turnLimit: 5, mcp: false, ...script.start },
  })
  onTestFinished(() => episode.close())
  return episode
}
const seedsOf = ({ endpoint }: ScriptedEpisode) => endpoint.requests.map(({ seed }) => seed)

it('each request has a different seed, and the same run sends the same seeds', async () => {
  const [one, other, another] = [await play(), await play(), await play({ start: { seed: 2 } })]
  await Promise.all([one.follow(), other.follow(), another.follow()])
  const seeds = seedsOf(one)
  expect(new Set(seeds).size).toBe(5)
  for (const seed of seeds) expect(seed).toBeOneOf([expect.any(Number)])
  expect(seedsOf(other)).toEqual(seeds)
  expect(seedsOf(another)).not.toContain(seeds[0])
})

it('an attempt after a failure has another seed, and one after a refused parameter the same seed', async () => {
  const busy: ScriptedReply = { kind: 'error', status: 503 }
  const refused: ScriptedReply = { kind: 'error', status: 400, body: { error: { message: 'temperature is invalid' } } }
  const failing = await play({ replies: (_, index) => (index === 1 ? busy : acts('wait')) })
  const strict = await play({ replies: (body) => ('temperature' in body ? refused : acts('wait')) })
  const plain = await play()
  await Promise.all([failing.follow(), strict.follow(), plain.follow()])
  const [first, second, third] = seedsOf(plain)
  expect(seedsOf(failing)).toEqual([first, second, expect.any(Number), third, expect.any(Number), expect.any(Number)])
  expect(new Set(seedsOf(failing)).size).toBe(6)
  expect(seedsOf(strict).slice(0, 3)).toEqual([first, first, second])
})

it('the log has the seed of each request as it was sent', async () => {
  const episode = await play({
    replies: (_, index) => (index === 1 ? { kind: 'error', status: 503 } : acts('wait')),
  })
  const { of } = await episode.follow()
  const sent = of('llm_sent').map((event) => unpackBody(event, [], []).seed)
  expect(sent).toEqual(seedsOf(episode))
  expect(of('llm_request').map(({ sampling }) => sampling.seed)).toEqual([sent[0], sent[1], ...sent.slice(3)])
})

it('a resumed run continues with the seeds of an uninterrupted one', async () => {
  const whole = await play()
  await whole.follow()
  const cut = await play({ start: { turnLimit: 3 } })
  await cut.follow()
  await cut.host.api.resumeEpisode({ episodeId: cut.episodeId, turnLimit: 5 })
  await cut.follow(({ turns }) => turns.length === 5)
  expect(seedsOf(cut)).toEqual(seedsOf(whole))
})
