import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ShownExperiment } from '@shared/contract/experiments'
import { useExperiments } from '../session/experiments/experiments-store'
import { ShownExperimentView } from './ShownExperimentView'

afterEach(() => {
  cleanup()
  useExperiments.setState({ shown: null, failure: null })
})

const experiment = (arms: readonly string[]): ShownExperiment => ({
  row: { name: 'test', isRunning: false, progress: null, startedAt: null, arms },
  report: {
    experiment: 'test',
    primary: 'score',
    baseline: 'base',
    confidence: 0.95,
    seeds: 1,
    repeats: 1,
    planned: 0,
    done: 0,
    stories: [],
    handicaps: ['L2'],
    arms: [],
    cells: [],
    differences: [],
    contrasts: [],
    secondary: [],
    known_before: [],
    missing: [],
    units: [],
    notes: [],
  },
  arms,
  seeds: '1',
  budget: [],
  grid: [],
  overall: [],
  byStory: [],
})

it('compares two arms seed by seed, but not one with itself', () => {
  const pairs = () => screen.queryByRole('heading', { name: 'Two arms, seed by seed' })
  useExperiments.setState({ shown: experiment(['base', 'other']) })
  render(<ShownExperimentView />)
  expect(pairs()).not.toBeNull()
  cleanup()
  useExperiments.setState({ shown: experiment(['base']) })
  render(<ShownExperimentView />)
  expect(pairs()).toBeNull()
})

it('shows no loading message after loading has failed', () => {
  render(<ShownExperimentView />)
  expect(screen.getByText('Loading experiments…')).toBeTruthy()
  cleanup()
  useExperiments.setState({ failure: 'There is no experiment "test".' })
  render(<ShownExperimentView />)
  expect(screen.queryByText('Loading experiments…')).toBeNull()
})
