import { expect, it } from 'vitest'
import type { LibraryEntry } from '@shared/contract/library'
import { noAnnotations } from '@shared/episode/log/annotate'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { EXPLORER_MODEL } from '@shared/episode/state/players'
import { foldEvents } from '@shared/episode/state/sample-episode.testkit'
import { idOfVaried, variedEpisode } from '@shared/episode/state/varied-episodes.testkit'
import { entryMatches, filterOfTag, parseFilter, unknownField } from './filter-entries'

const entry: LibraryEntry = {
  id: idOfVaried(1),
  running: false,
  readable: true,
  reason: null,
  annotations: { ...noAnnotations, title: 'A walk', tags: ['best run', 'Grue', 'after 99 deaths #2'] },
  summary: {
    ...summarizeEpisode(foldEvents(variedEpisode(1)))!,
    furthest: 'Round Room',
    costUsd: 1.5,
    score: 10,
    unit: { experiment: 'Two arms', arm: 'grue' },
  },
}
const NO_ENTRIES = new Map<string, LibraryEntry>()
const found = (text: string) => entryMatches(parseFilter(text), entry, NO_ENTRIES)

it.each([
  'walk GRUE-SMALL',
  'tag:best tag:gru',
  'experiment:two experiment:"two arms" experiment:',
  'arms',
  'tag:',
  'room:round player:grue level:l1 seed:101 story:sample',
  'cost>1.2 cost<=1.5 score=10 turns<99',
  '#gru -#dull seed 101',
  '#"best run" #best',
  'story:0001-sample -nothing -"no such words"',
  '-tag:dull -score>10 -room:cellar',
  '-score > 10 -tag:dull turns <99',
  '"best run"',
  'room:"round room"',
  filterOfTag('Best run'),
  filterOfTag('grue'),
  filterOfTag('after 99 deaths #2'),
  '"after 99 deaths" -"the seed 101"',
  '',
])('an episode matches %j', (text) => expect(found(text)).toBe(true))

it.each([
  'tag:dull',
  'experiment:three',
  '-experiment:two',
  '-tag:best',
  'seed:10',
  'seed 10',
  '#dull',
  '-walk',
  '-"best run"',
  '-story:sample',
  'level:l',
  'state:interrupted',
  'cost>1.5',
  'cellar',
  'nothing:here',
  'deaths>0',
  'minutes>60',
])('an episode does not match %j', (text) => expect(found(text)).toBe(false))

it('words match the text of rows only: not the label of the explorer, nor values that rows show in other words', () => {
  const { summary } = entry
  if (summary === null) throw new Error('The sample has a summary.')
  const player = { kind: 'explorer', label: 'Explorer — rule-based, not an AI model', model: EXPLORER_MODEL } as const
  const help = { turns: 1, hints: 0, discarded: 0, notes: 0 }
  const forkedFrom = { episodeId: 'p', turn: 2, action: 'frotz' }
  const shown = { ...entry, summary: { ...summary, player, help, forkedFrom, ended: 'turn_limit' as const } }
  const finds = (text: string) => entryMatches(parseFilter(text), shown, NO_ENTRIES)
  for (const text of ['explorer', 'helped', 'frotz', 'limit', 'state:limit']) expect(finds(text), text).toBe(true)
  for (const text of ['model', 'player:model', 'turn_limit', 'none', '-helped']) expect(finds(text), text).toBe(false)
  expect(found('helped')).toBe(false)
})

it('every word of a row is found, a number with its unit', () => {
  const summary = { ...entry.summary!, turns: 12, deaths: 1, score: 35, maxScore: 350, playedMs: 72 * 60_000 }
  const parent = { ...entry, id: 'p' }
  const fork = { ...entry, summary: { ...summary, forkedFrom: { episodeId: 'p', turn: 7 } } }
  const finds = (text: string) => entryMatches(parseFilter(text), fork, new Map([['p', parent]]))
  for (const text of [
    'from',
    '"from a walk"',
    'a walk @7',
    'death',
    '1 death',
    '1 death · 12 turns',
    '-2 deaths',
    '12 TURNS',
    '12 turn',
  ])
    expect(finds(text), text).toBe(true)
  for (const text of ['35/350', '$1.5', '1 h 12 min']) expect(finds(text), text).toBe(true)
  for (const text of ['12', '2 turns', '-1 death', '5/350', 'mark']) expect(finds(text), text).toBe(false)
})

it('an unreadable episode matches by id only', () => {
  const unreadable = { ...entry, readable: false, summary: null, annotations: noAnnotations }
  const finds = (text: string) => entryMatches(parseFilter(text), unreadable, NO_ENTRIES)
  expect([finds('2026-03'), finds('cost>0'), finds('tag:'), finds('-tag:best'), finds('room:')]).toEqual([
    true,
    false,
    false,
    true,
    false,
  ])
})

it.each([
  ['foo:1', 'foo'],
  ['tag:a -foo>1', 'foo'],
  ['tag:a score>1 -seed:2 word', null],
])('in %j the unknown field is %j', (text, name) => expect(unknownField(text)).toBe(name))
