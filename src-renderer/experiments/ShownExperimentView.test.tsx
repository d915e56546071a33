import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ExperimentRow, ShownExperiment } from '@shared/contract/experiments'
import type { LibraryEntry } from '@shared/contract/library'
import { noAnnotations } from '@shared/episode/log/annotate'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import type { ExperimentForm } from '@shared/experiments/experiment-form'
import type { ExperimentProgress } from '@shared/experiments/progress'
import type { ArmFigures } from '@shared/experiments/report'
import { connectTo, forgetHost, loseHost } from '../session/connection/connection.testkit'
import { useEpisodeList } from '../session/episodes/episodes-store'
import { closeExperiments, openExperiments, useExperiments } from '../session/experiments/experiments-store'
import { useView } from '../session/view/view-store'
import { ExperimentsPage } from './ExperimentsPage'
import { ShownExperimentView } from './ShownExperimentView'

afterEach(() => {
  cleanup()
  forgetHost()
  useEpisodeList.setState({ entries: new Map() })
  useExperiments.setState({ open: null, rows: null, shown: null, failure: null })
})

const progress: ExperimentProgress = {
  at: '2026-01-01T00:00:00.000Z',
  state: 'running',
  reason: null,
  planned: 32,
  done: 16,
  failed: 0,
  playing: [{ key: 'k', turns: 3 }],
  spent: { cost_usd: 0, tokens: 0 },
  wall_ms: 0,
  left_ms: null,
}

const receiveRow = (row: Partial<ExperimentRow>) =>
  useExperiments.setState({
    open: { name: 'test', cameFrom: null },
    rows: [{ name: 'test', isRunning: true, progress, startedAt: null, arms: [], ...row }],
  })

const status = () => screen.getByRole('status').textContent
const button = (name: string) => screen.queryByRole('button', { name })

const experiment = (arms: readonly string[]): ShownExperiment => ({
  report: {
    experiment: 'test',
    primary: 'score',
    baseline: 'base',
    confidence: 0.95,
    seeds: 1,
    repeats: 1,
    planned: 0,
    done: 0,
    state: null,
    stories: [],
    handicaps: ['L2'],
    arms: [],
    cells: [],
    differences: [],
    contrasts: [],
    secondary: [],
    known_before: [],
    missing: [],
    to_play: [],
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
  const pairs = () => screen.queryByRole('heading', { name: 'Seed by seed' })
  useExperiments.setState({ shown: experiment(['base', 'other']) })
  render(<ShownExperimentView />)
  expect(pairs()).not.toBeNull()
  cleanup()
  useExperiments.setState({ shown: experiment(['base']) })
  render(<ShownExperimentView />)
  expect(pairs()).toBeNull()
})

it('says that two arms have no pair of episodes, and never compares an arm with itself', () => {
  useExperiments.setState({ shown: experiment(['base', 'other']), pairs: {} })
  render(<ShownExperimentView />)
  expect(screen.getByText('No pair of episodes has values yet.')).toBeTruthy()
  expect(screen.queryByRole('columnheader', { name: 'Seed' })).toBeNull()
  const side = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
  const chosen = () => ['Arm', 'compared with'].map((label) => side(label).value)
  expect(chosen()).toEqual(['other', 'base'])
  fireEvent.change(side('Arm'), { target: { value: 'base' } })
  expect(chosen()).toEqual(['base', 'other'])
  fireEvent.change(side('compared with'), { target: { value: 'base' } })
  expect(chosen()).toEqual(['other', 'base'])
})

it('a report that is opened again has its scroll position and the chosen arms', () => {
  const received = experiment(['base', 'other', 'third'])
  const open = () => {
    act(() => openExperiments('test'))
    render(<ExperimentsPage />)
    act(() => useExperiments.setState({ shown: received }))
    return document.querySelector('[data-first-stop]')!
  }
  const arms = () => screen.getAllByRole<HTMLSelectElement>('combobox').map(({ value }) => value)
  const body = open()
  expect([body.scrollTop, arms()]).toEqual([0, ['other', 'base']])
  fireEvent.change(screen.getAllByRole('combobox')[0]!, { target: { value: 'third' } })
  fireEvent.change(screen.getAllByRole('combobox')[1]!, { target: { value: 'other' } })
  body.scrollTop = 2400
  fireEvent.scroll(body)
  cleanup()
  closeExperiments()
  expect([open().scrollTop, arms()]).toEqual([2400, ['third', 'other']])
  const withoutThird = { ...received, arms: ['base', 'other'] }
  act(() => useExperiments.setState({ shown: withoutThird }))
  expect(arms()).toEqual(['other', 'base'])
})

it('compares two handicaps of one arm seed by seed', () => {
  const made = experiment(['base'])
  const unit = (handicap: 'L0' | 'L5', seed: number, score: number) => ({
    arm: 'base',
    story: 'one',
    handicap,
    seed,
    repeat: 1,
    episode: `${handicap}-${seed}`,
    value: score,
    score,
    max_score: 350,
    turns: 40,
    locations: 3,
    deaths: 0,
    ended: 'turn_limit',
    foreknown_turns: null,
    checked_turns: null,
    tokens: 0,
    cost_usd: null,
  })
  const units = [unit('L0', 1, 5), unit('L0', 2, 6), unit('L5', 1, 15), unit('L5', 2, 26)]
  const report = { ...made.report, handicaps: ['L0', 'L5'], units } as const
  useExperiments.setState({ shown: { ...made, report } })
  render(<ShownExperimentView />)
  const chosen = ['Arm', 'compared with'].map((name) => screen.getByRole<HTMLSelectElement>('combobox', { name }).value)
  expect(chosen).toEqual(['base, L5', 'base, L0'])
  expect(screen.getByRole('row', { name: 'one seed 1 15.0 5.0 +10.0 Compare' })).toBeTruthy()
  expect(screen.getByRole('row', { name: 'one seed 2 26.0 6.0 +20.0 Compare' })).toBeTruthy()
  const [link] = screen.getAllByRole('link', { name: 'Compare' })
  expect(link?.getAttribute('href')).toBe('#/compare/L5-1/L0-1')
})

const summary = summarizeEpisode(foldEvents(sampleEpisode({ turns: 2 })))
const entry: LibraryEntry = {
  id: 'test-1',
  running: false,
  readable: true,
  summary: summary && { ...summary, turns: 9, ended: null, isPaused: false },
  annotations: noAnnotations,
  reason: null,
}

it('the square of an episode without a result opens it if it was begun', () => {
  const unit = {
    episode: 'test-1',
    seed: 1,
    repeat: 1,
    state: 'waiting',
    value: '',
    reason: null,
    share: 0,
    turns: 0,
  } as const
  const units = [unit, { ...unit, episode: 'test-2', seed: 2 }]
  const shown = { ...experiment(['base']), grid: [{ arm: 'base', story: 'one', handicap: 'L2', units }] } as const
  useExperiments.setState({ shown })
  render(<ShownExperimentView />)
  expect(screen.getByRole('img', { name: 'seed 1: not started' })).toBeTruthy()
  const receive = (changed: LibraryEntry) =>
    act(() => useEpisodeList.getState().receive({ changed: [changed], removed: [] }))
  receive(entry)
  const link = screen.getByRole('link', { name: 'seed 1: interrupted, 9 turns' })
  expect(link.getAttribute('href')).toContain('test-1')
  expect(screen.getByRole('img', { name: 'seed 2: not started' })).toBeTruthy()
  receive({ ...entry, summary: entry.summary && { ...entry.summary, isPaused: true } })
  expect(screen.getByRole('link', { name: 'seed 1: paused, 9 turns' })).toBeTruthy()
  receive({ ...entry, running: true })
  expect(screen.getByRole('link', { name: 'seed 1: being played, turn 9' })).toBeTruthy()
})

it('a report that is opened again still shows all rows of a table', () => {
  const shown = experiment(['base'])
  const missing = Array.from({ length: 150 }, (_, index) => ({
    arm: 'base',
    story: 'one',
    handicap: 'L2' as const,
    episode: `test-${index}`,
    seed: index,
    repeat: 1,
    reason: 'No answer',
  }))
  useExperiments.setState({ shown: { ...shown, report: { ...shown.report, missing } } })
  const rows = () => screen.getAllByRole('row').filter((row) => row.textContent.includes('No answer')).length
  render(<ShownExperimentView />)
  expect(rows()).toBe(100)
  fireEvent.click(screen.getByRole('button', { name: 'Show all 150 rows' }))
  expect(rows()).toBe(150)
  cleanup()
  render(<ShownExperimentView />)
  expect(rows()).toBe(150)
})

it('the square of an episode that a person helped says that it has no value, and why', () => {
  const unit = { episode: 'test-1', seed: 1, repeat: 1, state: 'played', value: '', share: 0, turns: 60 } as const
  const units = [{ ...unit, reason: 'Helped by a person, 1 turn' }]
  const shown = { ...experiment(['base']), grid: [{ arm: 'base', story: 'one', handicap: 'L2', units }] } as const
  useExperiments.setState({ shown })
  render(<ShownExperimentView />)
  const name = 'seed 1: no value, 60 turns. Helped by a person, 1 turn'
  expect(screen.getByRole('link', { name })).toBeTruthy()
})

it('a report has a sentence for each question, those after the sixth folded', () => {
  const base = experiment(['base'])
  const contrasts = Array.from({ length: 8 }, (_, index) => ({
    of: 'arms' as const,
    one: `arm ${index}`,
    other: 'base',
    within: 'L2',
    pairs: 3,
    difference: 0,
    interval: null,
    interval_like_these: null,
    p: null,
    p_holm: null,
    correlation: null,
    probability_of_improvement: null,
    seeds_missing: null,
  }))
  useExperiments.setState({ shown: { ...base, report: { ...base.report, contrasts } } })
  render(<ShownExperimentView />)
  const isFolded = screen.getAllByText(/^arm \d and base are equal/).map((answer) => answer.closest('details') !== null)
  expect(isFolded).toEqual([...Array<boolean>(6).fill(false), true, true])
  expect(screen.getByText('2 more answers')).toBeTruthy()
})

it('arm, story and handicap of a row of episodes have elements of their own, which form columns', () => {
  const base = experiment(['base'])
  const grid = [{ arm: 'base', story: 'one', handicap: 'L2', units: [] }] as const
  useExperiments.setState({ shown: { ...base, report: { ...base.report, handicaps: ['L0', 'L2'] }, grid } })
  render(<ShownExperimentView />)
  const cells = [...(screen.getByText('L2').parentElement?.children ?? [])]
  expect(cells.map(({ textContent }) => textContent)).toEqual(['base', 'one', 'L2', ''])
})

it('the square of an episode that was continued after its result says that later turns do not count', () => {
  const unit = { episode: 'test-1', seed: 1, repeat: 1, state: 'played', value: '30.0 %', share: 1, turns: 6 } as const
  const units = [{ ...unit, reason: null }]
  const shown = { ...experiment(['base']), grid: [{ arm: 'base', story: 'one', handicap: 'L2', units }] } as const
  useExperiments.setState({ shown })
  useEpisodeList.getState().receive({ changed: [entry], removed: [] })
  render(<ShownExperimentView />)
  expect(screen.getByRole('link', { name: 'seed 1: 30.0 %, 6 turns. Its later turns do not count' })).toBeTruthy()
})

it('line and squares change together when a run ends, and the line counts interrupted episodes', () => {
  const unit = {
    episode: 'test-1',
    seed: 1,
    repeat: 1,
    state: 'playing',
    value: '',
    share: 0,
    reason: null,
    turns: 9,
  } as const
  const grid = [{ arm: 'base', story: 'one', handicap: 'L2', units: [unit] }] as const
  useExperiments.setState({ shown: { ...experiment(['base']), grid } })
  useEpisodeList.getState().receive({ changed: [{ ...entry, running: true, elsewhere: true }], removed: [] })
  receiveRow({})
  render(<ShownExperimentView />)
  expect(screen.getByRole('link', { name: 'seed 1: being played, turn 9' })).toBeTruthy()
  act(() => receiveRow({ progress: { ...progress, state: 'ended', end: 'cancelled', playing: [] } }))
  expect(status()).toBe('Cancelled · 16 of 32 played · 1 interrupted')
  expect(screen.getByRole('link', { name: 'seed 1: interrupted, 9 turns' })).toBeTruthy()
})

const armFigures: ArmFigures = {
  arm: 'base',
  handicap: 'L2',
  player: 'small/model',
  disguise: 'none',
  mind: null,
  n: 0,
  mean: null,
  interval: null,
  interval_like_these: null,
  iqm: null,
  iqm_interval: null,
  median: null,
  episodes: 0,
  wins: 0,
  deaths: 0,
  turns: 0,
  locations: null,
  tokens: 0,
  cost_usd: null,
  missing: 0,
  problems: 0,
  tool_calls: 0,
}

it('offers the settings after a failure of an experiment with a model', () => {
  const shown = experiment(['base'])
  const of = (mind: string | null) => ({
    ...shown,
    report: { ...shown.report, arms: [{ ...armFigures, mind }] },
  })
  receiveRow({ isRunning: false, progress: { ...progress, state: 'ended', end: 'failed', reason: 'No API key' } })
  useExperiments.setState({ shown: of(null) })
  render(<ShownExperimentView />)
  expect(button('Open settings')).toBeNull()
  act(() => useExperiments.setState({ shown: of('default') }))
  fireEvent.click(screen.getByRole('button', { name: 'Open settings' }))
  expect(useView.getState()).toMatchObject({ dialog: 'settings', settingsAt: { page: 'model' } })
  useView.setState({ dialog: null })
})

it('shows no loading message after loading has failed', () => {
  render(<ShownExperimentView />)
  expect(screen.getByText('Loading experiments…')).toBeTruthy()
  cleanup()
  useExperiments.setState({ failure: 'There is no experiment "test".' })
  render(<ShownExperimentView />)
  expect(screen.queryByText('Loading experiments…')).toBeNull()
})

describe('an experiment whose report is not read yet', () => {
  it('shows state and buttons from its progress, and that the report is loading', () => {
    receiveRow({})
    render(<ShownExperimentView />)
    expect(screen.getByText('Loading the report…')).toBeTruthy()
    expect(status()).toBe('Running · 16 of 32 played · 1 being played')
    expect(button('Pause')).not.toBeNull()
    expect(button('Cancel run')).not.toBeNull()
  })

  it('says that nothing has been played only if that is known', () => {
    const claim = 'Nothing has been played yet'
    receiveRow({ isRunning: false, progress: null })
    render(<ShownExperimentView />)
    expect(status()).not.toBe(claim)
    act(() => useExperiments.setState({ shown: experiment(['base']) }))
    expect(status()).toBe(claim)
    const played = experiment(['base'])
    act(() => useExperiments.setState({ shown: { ...played, report: { ...played.report, done: 2, planned: 8 } } }))
    expect(status()).toBe('2 of 8 played')
    act(() => receiveRow({ progress: null }))
    expect(status()).toBe('Starting…')
  })
})

describe('a request of the user', () => {
  it('is shown at once, until the run reports its answer', () => {
    const steerExperiment = vi.fn(() => new Promise<never>(() => {}))
    connectTo({ steerExperiment })
    receiveRow({ progress: { ...progress, left_ms: 60_000 } })
    render(<ShownExperimentView />)
    expect(status()).toContain('about 1 min left')
    screen.getByRole('button', { name: 'Pause' }).focus()
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
    expect(document.activeElement).toBe(button('Resume'))
    expect(status()).toBe('Pausing… · 16 of 32 played · 1 being played')
    expect(steerExperiment).toHaveBeenCalledWith({ name: 'test', wish: 'pause' })
    act(() => receiveRow({ progress: { ...progress, left_ms: 60_000, state: 'paused' } }))
    expect(status()).toBe('Pausing after 1 running episode · 16 of 32 played')
    screen.getByRole('button', { name: 'Cancel run' }).focus()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel run' }))
    expect(status()).toContain('Cancelling…')
    act(() => receiveRow({ isRunning: false, progress: { ...progress, state: 'ended', end: 'cancelled' } }))
    expect(status()).toBe('Cancelled · 16 of 32 played')
    expect(document.activeElement).toBe(button('Continue'))
  })

  it('is no longer shown if it is refused', async () => {
    connectTo({ steerExperiment: () => Promise.reject(new Error('The disk is full.')) })
    receiveRow({})
    render(<ShownExperimentView />)
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
    await expect.poll(status).toContain('Running')
    expect(button('Pause')).not.toBeNull()
  })
})

it('an experiment is starting after Continue, until the run reports progress', () => {
  connectTo({ resumeExperiment: async () => ({}) })
  const end = { state: 'ended', end: 'failed', reason: 'It failed' } as const
  const ended: ExperimentProgress = { ...progress, ...end, playing: [] }
  receiveRow({ isRunning: false, progress: ended })
  render(<ShownExperimentView />)
  expect([status(), screen.queryByText('It failed')]).toEqual(['Failed · 16 of 32 played', expect.anything()])
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  act(() => receiveRow({ progress: ended }))
  expect([status(), screen.queryByText('It failed')]).toEqual(['Starting… · 16 of 32 played', null])
  act(() => receiveRow({ progress: { ...ended, at: '2026-01-01T00:01:00.000Z' } }))
  expect(status()).toBe('Failed · 16 of 32 played')
})

it('an experiment whose budget is spent continues with a larger one, under its name', async () => {
  const text = '[experiment]\nname = "test"\n[budget]\ncost_usd = 2\n'
  const form = { name: 'test' } as ExperimentForm
  const startExperiment = vi.fn(async () => ({ name: 'test' }))
  connectTo({
    readExperimentText: async () => ({ text, form }),
    planExperiment: async () => ({ name: 'test', left: 15, lines: [] }),
    startExperiment,
  })
  const ended = { state: 'ended', end: 'budget', reason: 'The budget of $2 is spent ($2.04)' } as const
  receiveRow({ isRunning: false, progress: { ...progress, ...ended, playing: [] } })
  render(<ShownExperimentView />)
  expect(button('Continue')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Raise the budget…' }))
  const file = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'File' })
  expect(file.value).toBe(text)
  fireEvent.change(file, { target: { value: text.replace('2', '9') } })
  fireEvent.click(screen.getByRole('button', { name: 'Dry run' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Start 15 episodes' }))
  await expect.poll(() => startExperiment.mock.calls).toEqual([[{ text: text.replace('2', '9') }]])
})

it('while the host is lost, an experiment was running, and its buttons are disabled', () => {
  receiveRow({})
  loseHost()
  render(<ShownExperimentView />)
  expect(status()).toBe('Was running · 16 of 32 played')
  for (const name of ['Pause', 'Cancel run', 'Repeat…', 'Export report'])
    expect(button(name)?.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect(status()).toBe('Was running · 16 of 32 played')
})
