import { describe, expect, it } from 'vitest'
import type { LibraryEntry } from '@shared/contract/library'
import { noAnnotations } from '@shared/episode/log/annotate'
import { summarizeEpisode, type EpisodeSummary } from '@shared/episode/projections/summary'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { arrangeEntries } from './arrange-entries'
import { directionOf, sortBy } from './columns'

const sample = summarizeEpisode(foldEvents(sampleEpisode({ turns: 2 })))
const entry = (
  id: string,
  startedAt: string,
  summary: Partial<EpisodeSummary> = {},
  more: Partial<LibraryEntry> = {},
): LibraryEntry => ({
  id,
  running: false,
  readable: true,
  reason: null,
  annotations: noAnnotations,
  summary: sample && { ...sample, id, startedAt, ...summary },
  ...more,
})

const entries = [
  entry(
    'a',
    '2026-01-01T00:00:00.000Z',
    { score: 10, turns: 50, ended: 'died' },
    { annotations: { ...noAnnotations, title: 'Lamp' } },
  ),
  entry(
    'b',
    '2026-01-02T00:00:00.000Z',
    { score: 30, turns: 5, ended: null },
    {
      running: true,
      annotations: {
        ...noAnnotations,
        title: 'Grue',
        turns: [{ turn: 1, bookmarked: true, isBreakpoint: false, note: '' }],
      },
    },
  ),
  entry('c', '2026-01-03T00:00:00.000Z', { score: null, turns: 20, ended: 'won' }),
  entry('e', '2025-12-31T00:00:00.000Z', { score: null, turns: 1, costUsd: null, ended: null, isPaused: true }),
  { id: 'd', running: false, readable: false, summary: null, annotations: noAnnotations, reason: 'bad' },
]
const ids = (
  sort: Parameters<typeof arrangeEntries>[1]['sort'],
  show: Parameters<typeof arrangeEntries>[1]['show'] = 'all',
  text = '',
) =>
  arrangeEntries(new Map(entries.map((one) => [one.id, one])), { sort, show, text })
    .map(({ id }) => id)
    .join('')

describe('the list of episodes', () => {
  it('is sorted by date, running or not, by name or by figures, unknown last', () => {
    expect(ids('newest')).toBe('dcbae')
    expect(ids('score')).toBe('badce')
    expect(ids('turns')).toBe('acbed')
    expect(ids('name')).toBe('dceba')
  })

  it('is sorted by any column, either way, unknown last', () => {
    expect([ids('-score'), ids('score')]).toEqual(['abdce', 'badce'])
    expect(ids('-turns')).toBe('ebcad')
    expect(ids('state').startsWith('a')).toBe(true)
    expect(ids('oldest')).toBe('eabcd')
    // A value of another version.
    expect(ids('gone' as 'name')).toBe(ids('newest'))
    expect([sortBy('turns', 'newest'), sortBy('turns', 'turns'), sortBy('turns', '-turns')]).toEqual([
      'turns',
      '-turns',
      'turns',
    ])
    expect([sortBy('started', 'newest'), sortBy('started', 'oldest')]).toEqual(['oldest', 'newest'])
    expect([directionOf('turns', 'turns'), directionOf('name', 'name'), directionOf('turns', 'name')]).toEqual([
      'descending',
      'ascending',
      undefined,
    ])
  })

  it('is filtered by state', () => {
    expect(ids('newest', 'running')).toBe('b')
    expect(ids('newest', 'finished')).toBe('ca')
    expect(ids('newest', 'interrupted')).toBe('e')
    expect(ids('newest', 'died')).toBe('a')
    expect(ids('newest', 'noted')).toBe('b')
  })

  it('is searched by user titles too', () => {
    expect(ids('newest', 'all', 'LAMP')).toBe('a')
    expect(ids('newest', 'all', 'sample')).toBe('cbae')
  })
})
