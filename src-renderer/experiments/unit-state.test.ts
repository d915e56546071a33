import { expect, it } from 'vitest'
import type { GridUnit } from '@shared/contract/experiments'
import type { LibraryEntry } from '@shared/contract/library'
import { noAnnotations } from '@shared/episode/log/annotate'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { isOngoing, unitState } from './unit-state'

const waiting: GridUnit = {
  episode: 'e',
  seed: 1,
  repeat: 1,
  state: 'waiting',
  value: '',
  reason: null,
  share: 0,
  turns: 0,
}
const playingAt = (turns: number): GridUnit => ({ ...waiting, state: 'playing', turns })
const summary = summarizeEpisode(foldEvents(sampleEpisode({ turns: 2 })))
const entry: LibraryEntry = {
  id: 'e',
  running: false,
  readable: true,
  summary: summary && { ...summary, turns: 936, ended: null, isPaused: false },
  annotations: noAnnotations,
  reason: null,
}
const played: LibraryEntry = { ...entry, running: true, elsewhere: true }

it.each([
  ['an episode that no run has begun waits', waiting, undefined, true, 'waiting', 0],
  ['an ended episode is played', { ...waiting, state: 'played', value: '5', turns: 9 }, entry, true, 'played', 9],
  [
    'an ended episode without a value does not count',
    { ...waiting, state: 'played', turns: 9 },
    entry,
    true,
    'noValue',
    9,
  ],
  ['a fresh episode is starting until its first turn', playingAt(0), undefined, true, 'starting', 0],
  ['an interrupted episode is resuming until the run reports a turn', playingAt(0), played, true, 'starting', 936],
  ['so it is before the report names it', waiting, played, true, 'starting', 936],
  ['an episode waits whose model does not answer', { ...playingAt(3), reason: '503' }, entry, true, 'stalled', 936],
  ['an episode is being played at the turn of the run', playingAt(940), played, true, 'playing', 940],
  [
    'after the run no episode is being played, although the report says so',
    playingAt(940),
    entry,
    false,
    'interrupted',
    940,
  ],
  ['nor although the library says so', waiting, played, false, 'interrupted', 936],
  ['nor before the library has it', playingAt(3), undefined, false, 'interrupted', 3],
  ['an episode that this window plays is being played', waiting, { ...entry, running: true }, false, 'playing', 936],
] as const)('%s', (_fact, unit, known, isRun, state, turns) =>
  expect(unitState(unit, known, isRun)).toEqual({ state, turns }),
)

it('a run is over when it has written its end, before its process ends', () => {
  const progress = { state: 'ended', end: 'cancelled' } as never
  expect([isOngoing({ isRunning: true, progress }), isOngoing({ isRunning: true, progress: null })]).toEqual([
    false,
    true,
  ])
})
