import { expect, it } from 'vitest'
import type { ExperimentProgress } from '@shared/experiments/progress'
import { experimentStrings, explanationOf, stateWord as stateWordOf } from './strings'

const progress: ExperimentProgress = {
  at: '2026-01-01T00:00:00.000Z',
  state: 'ended',
  end: 'cancelled',
  reason: 'The run was cancelled',
  planned: 80,
  done: 6,
  failed: 0,
  playing: [],
  spent: { cost_usd: 0, tokens: 0 },
  wall_ms: 0,
  left_ms: null,
}

const stateWord = (of: ExperimentProgress | null, isRunning: boolean, isAway = false) =>
  stateWordOf({ progress: of, isRunning }, isAway)

it('an experiment that is pausing names the episodes that are still running', () => {
  const one = { key: 'k', turns: 3 }
  expect(stateWord({ ...progress, state: 'paused', playing: [one, one] }, true)).toBe(
    'Pausing after 2 running episodes',
  )
  expect(stateWord({ ...progress, state: 'paused', playing: [one] }, true)).toBe('Pausing after 1 running episode')
  expect(stateWord({ ...progress, state: 'paused' }, true)).toBe('Paused')
})

it('less than a minute is not rounded up to a minute', () => {
  const { wall_minutes: minutes } = experimentStrings.budget
  expect([minutes(0.1, null), minutes(0.1, 30), minutes(3.2, null)]).toEqual(['< 1 min', '< 1 of 30 min', '3 min'])
})

it('an unfinished experiment says how its run ended', () => {
  expect(stateWord(progress, false)).toBe('Cancelled')
  expect(stateWord({ ...progress, end: undefined }, false)).toBe('Interrupted')
  // Its process was killed.
  expect(stateWord({ ...progress, state: 'running', end: undefined }, false)).toBe('Interrupted')
  expect(stateWord({ ...progress, done: 78, failed: 2 }, false)).toBe('Ended')
  expect(stateWord({ ...progress, state: 'running' }, true)).toBe('Running')
})

it('an experiment is not shown as running while the host is lost, nor as not played while it starts', () => {
  expect(stateWord({ ...progress, state: 'running' }, true, true)).toBe('Was running')
  expect(stateWord({ ...progress, state: 'paused' }, true, true)).toBe('Was running')
  expect(stateWord(progress, false, true)).toBe('Cancelled')
  expect([stateWord(null, true), stateWord(null, false)]).toEqual(['Starting…', 'Nothing has been played yet'])
})

it('an interrupted experiment says why, unless its state says so', () => {
  const explanation = (of: ExperimentProgress, isRunning = false) =>
    explanationOf({ name: 'lamps', progress: of, isRunning, startedAt: null, arms: [] })
  const killed = { ...progress, state: 'waiting', end: undefined, reason: 'Next attempt in 15 s.' } as const
  expect(explanation(killed)).toBe('The program ended unexpectedly while it ran the experiment “lamps”.')
  expect(explanation({ ...killed, done: 80 })).toBeNull()
  expect(explanation(killed, true)).toBe('Next attempt in 15 s.')
  expect(explanation({ ...progress, end: 'interrupted' })).toBe(
    'The program that ran the experiment “lamps” was stopped.',
  )
  expect(explanation(progress)).toBeNull()
  expect(explanation({ ...progress, end: 'budget', reason: 'The budget is spent' })).toBe('The budget is spent')
})
