import { expect, it } from 'vitest'
import type { PlayerKind } from '../log/event'
import { awaitsPerson, isOwnAgent, traitsOf } from './players'
import { foldEvents, sampleEpisode } from './sample-episode.testkit'

const played = foldEvents(sampleEpisode({ turns: 1 }))
const by = (kind: PlayerKind, model: string | null) => ({
  ...played,
  manifest: played.manifest && { ...played.manifest, player: { ...played.manifest.player, kind, model } },
})
const [turn = null] = played.turns

it('an episode has no player traits before its manifest is read', () => {
  expect(Object.values(traitsOf({ manifest: null }))).not.toContain(true)
  expect(isOwnAgent({ manifest: null })).toBe(false)
})

it('a person is awaited in a turn that has no action yet', () => {
  const open = turn && { ...turn, action: null }
  expect(awaitsPerson({ ...by('human', null), openTurn: open })).toBe(true)
  expect(awaitsPerson({ ...by('human', null), openTurn: turn })).toBe(false)
  expect(awaitsPerson({ ...by('human', null), openTurn: null })).toBe(false)
  expect(awaitsPerson({ ...by('random', null), openTurn: open })).toBe(false)
})

it('an outside agent plays through tools and is no model of this app', () => {
  expect([isOwnAgent(by('mcp', null)), isOwnAgent(by('mcp', 'm')), isOwnAgent(by('random', null))]).toEqual([
    true,
    false,
    false,
  ])
})
