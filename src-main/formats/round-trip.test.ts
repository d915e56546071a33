import { strToU8 } from 'fflate/browser'
import { describe, expect, it } from 'vitest'
import type { LoggedEvent } from '@shared/episode/log/event'
import type { EpisodeState } from '@shared/episode/state/episode'
import { messagesSent } from '@shared/episode/state/messages'
import { mindEpisode } from '@shared/episode/state/mind-episode.testkit'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { readRecordings } from '@shared/formats/read-recordings'
import { onDisk, opened } from './episode-on-disk.testkit'
import { episodeLog } from './inspect/eval-set'
import { talesOf } from './tales'

const log = sampleEpisode({ turns: 25 })

async function asTales(events: readonly LoggedEvent[]) {
  await using disk = await onDisk(events)
  const parts: string[] = []
  let path = ''
  for await (const { file, part } of talesOf(opened([disk.folder])))
    if (file.endsWith('.jsonl')) {
      path = file
      parts.push(String(part))
    }
  return { path, bytes: strToU8(parts.join('')) }
}

async function asInspect(events: readonly LoggedEvent[]) {
  await using disk = await onDisk(events)
  const parts: Uint8Array[] = []
  for await (const episode of opened([disk.folder]))
    for await (const part of await episodeLog(episode)) parts.push(part)
  return { path: 'walk.eval', bytes: new Uint8Array(Buffer.concat(parts)) }
}

const back = ({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }) =>
  [...readRecordings(path, bytes, new Date(0))].map((open) => open())

describe('an exported and imported episode', () => {
  it('keeps actions, observations and scores in TALES, and names what is missing', async () => {
    const [recording] = back(await asTales(log))
    const [was, is] = [foldEvents(log), foldEvents(recording?.events ?? [])]
    const kept = ({ turns, opening }: typeof was) => [
      opening?.text,
      ...turns.map(({ action, observation }) => [
        action?.action,
        observation?.text,
        observation?.score,
        observation?.max_score,
        observation?.moves,
      ]),
    ]
    expect(kept(is)).toEqual(kept(was))
    expect(is.manifest).toMatchObject({ seed: 1, turn_limit: 25, game: { title: 'Sample' } })
    expect(recording?.lacks).toContain('locations')
  })

  it.each([
    ['an explorer', log],
    ['a model with helpers', mindEpisode()],
  ])('keeps the whole text of the game to %s in an Inspect log', async (_who, events) => {
    const [recording] = back(await asInspect(events))
    const [was, is] = [foldEvents(events), foldEvents(recording?.events ?? [])]
    const played = ({ turns, opening }: typeof was) => [
      opening,
      ...turns.map(({ action, observation }) => [action?.action, action?.reasoning, action?.source, observation]),
    ]
    expect(played(is)).toEqual(played(was))
    expect(is.manifest).toMatchObject({
      game: was.manifest?.game,
      seed: was.manifest?.seed,
      handicap: was.manifest?.handicap,
      player: { kind: was.manifest?.player.kind, model: was.manifest?.player.model },
    })
    expect(is.totals.tokensIn > 0).toBe(was.totals.tokensIn > 0)
  })

  it('keeps each request to its model', async () => {
    const [recording] = back(await asInspect(log))
    const sentIn = (state: EpisodeState) =>
      state.turns.flatMap(({ number, iterations }) =>
        iterations
          .filter(({ request }) => request !== null)
          .map((_, index) => messagesSent(state, number, index + 1)?.map(({ content }) => content ?? '')),
      )
    expect(sentIn(foldEvents(recording?.events ?? []))).toEqual(sentIn(foldEvents(log)))
  })
})
