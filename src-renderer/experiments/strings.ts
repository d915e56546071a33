import type { DesiredState, ExperimentRow } from '@shared/contract/experiments'
import type { Disguise } from '@shared/episode/log/event'
import { describeState } from '@shared/experiments/run-state'
import { formatCompact, formatCost, formatNumber } from '../kit/text/format'
import { isOngoing } from './unit-state'

export const experimentStrings = {
  title: 'Experiments',
  windowTitle: (name: string) => `${name} · ZorkGPT`,
  back: 'Back',
  all: 'All experiments',
  reading: 'Loading experiments…',
  moreAnswers: (count: number) => `${formatNumber(count)} more ${count === 1 ? 'answer' : 'answers'}`,
  combinations: (count: number) => `${formatNumber(count)} combinations`,
  readingReport: 'Loading the report…',
  none: {
    title: 'No experiments yet.',
    what: 'A single episode proves little. An experiment plays the same stories and seeds in two or more ways, its arms, and reports which one does better.',
    steps: [
      'Choose what differs: the player, the model, or what it is told.',
      'A dry run estimates calls, tokens and cost before anything is played.',
      'The answer is one sentence on top of the report, such as “explorer beats random by 3.2 points, 95\u00a0% interval 0.9 to 5.4, 20 pairs”.',
    ],
  },
  pausing: (count: number) =>
    `Pausing after ${count === 1 ? '1 running episode' : `${formatNumber(count)} running episodes`}`,
  /** Why an episode of an experiment has not ended, as a sentence with the name of the experiment. */
  stopped: {
    unknown: (name: string) => `It was interrupted with its experiment “${name}”.`,
    running: (name: string) => `It waits for its experiment “${name}”, which is running.`,
    killed: (name: string) => `The program ended unexpectedly while it ran the experiment “${name}”.`,
    interrupted: (name: string) => `The program that ran the experiment “${name}” was stopped.`,
    cancelled: (name: string) => `The experiment “${name}” was cancelled.`,
    because: (name: string, reason: string) => `The experiment “${name}” stopped: ${reason.replace(/[.\s]+$/, '')}.`,
  },
  /** A request of the user that the run has not answered yet. */
  requested: { run: 'Resuming…', pause: 'Pausing…', cancel: 'Cancelling…' } satisfies Record<DesiredState, string>,
  starting: 'Starting…',
  wasRunning: 'Was running',
  notStarted: 'Nothing has been played yet',
  played: (done: number, planned: number) => `${formatNumber(done)} of ${formatNumber(planned)} played`,
  failed: (count: number) => `${formatNumber(count)} failed`,
  playing: (count: number) => `${formatNumber(count)} being played`,
  stalled: (count: number) => `${formatNumber(count)} waiting for a model`,
  interrupted: (count: number) => `${formatNumber(count)} interrupted`,
  left: (ms: number) => {
    const minutes = Math.ceil(ms / 60_000)
    return minutes < 60 ? `about ${minutes} min left` : `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`
  },
  pause: 'Pause',
  pauseHint: 'Start no more episodes; those being played continue',
  resume: 'Resume',
  cancel: 'Cancel run',
  cancelHint: 'Stop all episodes where they are; Continue resumes them',
  continue: 'Continue',
  continueHint: 'Play the missing episodes; failed ones are tried again',
  raiseBudget: 'Raise the budget…',
  raiseBudgetHint: 'Play the missing episodes with a larger budget',
  openSettings: 'Open settings',
  openSettingsHint: 'Model, endpoint and key',
  repeat: 'Repeat…',
  repeatHint: 'Run the same experiment again under another name',
  export: 'Export report',
  formats: { html: 'Page (HTML)', json: 'JSON', csv: 'CSV', parquet: 'Parquet', txt: 'Text' },
  arms: (names: readonly string[]) => (names.length > 4 ? `${formatNumber(names.length)} arms` : names.join(', ')),
  started: (date: string) => `started ${date}`,
  delete: {
    open: 'Delete…',
    of: (name: string) => `Delete ${name}…`,
    title: 'Delete experiment',
    question: (name: string) =>
      `Permanently delete the folder of the experiment “${name}”, with its plan and results? Its episodes stay in the library.`,
    now: 'Delete',
    cancel: 'Cancel',
  },
  create: {
    open: 'New experiment…',
    title: 'New experiment',
    openFile: 'Open a file…',
    file: 'An *.experiment.toml in place of the form',
    discard: 'Discard changes',
    kept: 'Your changes for a new experiment are kept. Nothing has been started yet.',
    continueTitle: 'Continue experiment',
    inSameFile:
      'Enter a larger limit under [budget]. Seeds, stories, handicaps and arms may be added too; what was played stays.',
    notInForm: 'The form cannot show all of this experiment, so this is its file.',
    text: 'File',
    name: 'Name',
    stories: 'Stories',
    seeds: 'Seeds',
    turns: 'Turns per episode',
    handicaps: 'Handicaps',
    costUsd: 'Budget, US dollars',
    minutes: 'Budget, minutes',
    hint: {
      name: 'Letters, digits, dots, hyphens',
      seeds: 'Such as 1..20 or 1, 5, 9',
      turns: undefined,
      handicaps:
        'What the player sees in addition to the text: L0 (nothing) to L5 (everything). Separate several with commas to compare them: L2, L4',
      costUsd: 'Empty: no limit',
      minutes: 'Empty: no limit',
    },
    fault: {
      name: 'A name has at most 60 letters, digits, dots, hyphens and underscores, and begins with a letter or a digit.',
      seeds: 'Seeds are numbers and ranges, such as 1..20 or 1, 5, 9.',
      taken: (name: string) => `There is an experiment “${name}”; choose another name.`,
      sameArm: (name: string) => `Two arms have the name “${name}”; choose another name.`,
      stories: 'Choose at least one story.',
      turns: 'The turns are a whole number, such as 60.',
      handicaps: 'Handicaps are L0 to L5, such as L2, L4.',
      costUsd: 'The budget is a number above 0, such as 2.50, or empty.',
      minutes: 'The budget is a number above 0, such as 30, or empty.',
    },
    arm: (number: number, count: number) =>
      number === 1 && count > 1 ? 'Arm 1, with which the others are compared' : `Arm ${number}`,
    armName: 'Name of the arm',
    player: 'Player',
    model: 'Model',
    askedAt: (baseUrl: string) => (baseUrl === '' ? undefined : `At ${baseUrl}`),
    useSettings: 'Use the model of the settings',
    useSettingsHint: (model: string, baseUrl: string) => `${model} at ${baseUrl}`,
    players: { explorer: 'Explorer (rule-based)', random: 'Random actions', llm: 'AI model' },
    addArm: 'Add an arm',
    removeArm: (name: string) => `Remove ${name}`,
    dryRun: 'Dry run',
    start: (left: number) => (left === 1 ? 'Start 1 episode' : `Start ${formatNumber(left)} episodes`),
  },
  budget: {
    cost_usd: (spent: number, limit: number | null) =>
      limit === null ? `${formatCost(spent)} spent` : `${formatCost(spent)} of ${formatCost(limit)}`,
    tokens: (spent: number, limit: number | null) =>
      limit === null ? `${formatCompact(spent)} tokens` : `${formatCompact(spent)} of ${formatCompact(limit)} tokens`,
    wall_minutes: (spent: number, limit: number | null) =>
      limit === null ? `${wholeMinutes(spent)} min` : `${wholeMinutes(spent)} of ${formatNumber(limit)} min`,
  },
  section: {
    arms: 'Arms',
    knownBefore: 'What the model knew before',
    contrasts: 'All pairs',
    grid: 'All episodes',
    overall: 'All stories',
    pairs: 'Seed by seed',
    noPairs: 'No pair of episodes has values yet.',
    missing: (count: number) => `No value: ${formatNumber(count)}`,
  },
  gridHint: 'Each square is an episode. Click to open it.',
  legendName: 'Squares',
  legend: {
    played: 'played, a stronger color is a better result',
    noValue: 'played, no value',
    playing: 'being played',
    stalled: 'waiting for its model',
    interrupted: 'interrupted or paused',
    waiting: 'not started',
    failed: 'failed',
  },
  unit: {
    waiting: () => 'not started',
    starting: (_value: string, turns: number) => (turns === 0 ? 'starting' : `resuming at turn ${formatNumber(turns)}`),
    playing: (_value: string, turns: number) => `being played, turn ${formatNumber(turns)}`,
    stalled: (_value: string, turns: number) => `waiting for its model, ${turnCount(turns)}`,
    played: (value: string, turns: number) => `${value}, ${turnCount(turns)}`,
    noValue: (_value: string, turns: number) => `no value, ${turnCount(turns)}`,
    paused: (_value: string, turns: number) => `paused, ${turnCount(turns)}`,
    interrupted: (_value: string, turns: number) => `interrupted, ${turnCount(turns)}`,
    ended: (_value: string, turns: number) => `no result, ${turnCount(turns)}`,
    failed: () => 'failed',
  },
  continued: 'Its later turns do not count',
  seed: (seed: number, repeat: number) => (repeat > 1 ? `seed ${seed}, repeat ${repeat}` : `seed ${seed}`),
  column: {
    arm: 'Arm',
    player: 'Player',
    mind: 'Mind',
    disguise: 'Disguise',
    handicap: 'Handicap',
    story: 'Story',
    seed: 'Seed',
    n: 'n',
    mean: 'Mean',
    interval: '95\u00a0% interval',
    likeThese: 'For other stories',
    iqm: 'IQM',
    wins: 'Wins',
    deaths: 'Deaths',
    recital: 'Recital',
    blind: 'Blind score',
    foreknown: 'Foreknowledge',
    tokens: 'Tokens',
    cost: 'Cost',
    missing: 'No value',
    one: 'One',
    other: 'Against',
    within: 'Both with',
    pairs: 'Pairs',
    difference: 'Difference',
    p: 'p (Holm)',
    improves: 'Improves',
    correlation: 'Correlation',
    seedsMissing: 'More seeds needed',
    reason: 'Reason',
    compare: 'Episodes',
  },
  disguise: { none: 'none', mirror: 'mirror' } satisfies Record<Disguise, string>,
  whatIs: (term: string) => `What is “${term}”?`,
  terms: {
    disguise:
      'Mirror: east and west are exchanged in everything that the player reads and says. The difference in score to the story as it is shows what knowing the routes was worth.',
    recital:
      'What the model knows of the map without having seen it, from “zorkgpt probe”: the share of right answers, corrected for chance.',
    blind:
      'The share of the points that the model wins with commands written from the opening alone, from “zorkgpt probe”.',
    foreknown:
      'The share of the checked turns in which the player named a room or an object before the game showed it. A good guess counts too.',
    n: 'The number of values. A value is one seed of one story, averaged over its repeats.',
    interval:
      'The true value is in this range with 95\u00a0% confidence, for the stories that were played. A difference is clear if its range does not include 0.',
    likeThese: 'The same range for other stories like these. It is wider, and needs at least five stories.',
    missing:
      'Episodes that do not count: failed, helped by a person, or of a story that lacks the measure. Those that are not played to their end yet are not among them.',
    iqm: 'The interquartile mean: the mean of the middle half of the values. A few extreme episodes do not change it.',
    pairs:
      'Episodes with the same story and seed, one of each side. Their differences are compared, so that easy and difficult seeds count alike for both.',
    p: 'The probability of such a difference by chance, corrected by Holm’s method for the number of comparisons. Below 0.05 a difference is usually called significant.',
    improves: 'The probability that the first does better than the second on a random seed. Ties count half.',
    correlation:
      'Whether both do well on the same seeds, from −1 to 1. Near 0, comparing seed by seed removes no noise.',
    seedsMissing:
      'How many more seeds of each story are needed to detect the difference that was observed. The power of that test is 0.8.',
  },
  compareBoth: 'Compare',
  choose: { left: 'Arm', right: 'compared with' },
  range: (low: string, high: string) => `${low} to ${high}`,
  nothing: '–',
  allRows: (count: number) => `Show all ${formatNumber(count)} rows`,
  seeds: (seeds: string) => `seeds ${seeds}`,
}

const turnCount = (turns: number): string => `${formatNumber(turns)} ${turns === 1 ? 'turn' : 'turns'}`
const wholeMinutes = (spent: number): string => (spent > 0 && spent < 1 ? '< 1' : formatNumber(Math.round(spent)))

/** `isAway`: the host is lost, so that the row may be out of date. */
export function stateWord({ progress, isRunning }: RunState, isAway: boolean): string {
  const { pausing, starting, wasRunning, notStarted } = experimentStrings
  if (isRunning && isAway) return wasRunning
  if (progress === null) return isRunning ? starting : notStarted
  if (isPausing({ progress, isRunning })) return pausing(progress.playing.length)
  return describeState(progress, isRunning)
}

/** The saved state of a run that was killed is not its end. */
export const wasKilled = ({ progress, isRunning }: RunState): boolean => !isRunning && progress?.state !== 'ended'

/**
 * Why an episode of an experiment has not ended; null if it was continued after the end of the run. The experiment is
 * undefined while it is not known. `savedAt`: time of the episode's last turn.
 */
export function whyUnitStopped(name: string, row: RunState | undefined, savedAt: string): string | null {
  const { stopped } = experimentStrings
  if (row === undefined || row.progress === null) return stopped.unknown(name)
  if (isOngoing(row)) return stopped.running(name)
  if (wasKilled(row)) return stopped.killed(name)
  const { end, reason, at } = row.progress
  if (savedAt > at) return null
  if (end === 'interrupted' || end === 'cancelled') return stopped[end](name)
  return reason === null ? stopped.unknown(name) : stopped.because(name, reason)
}

/** The reason of a state that does not say it itself; null if there is none. */
export function explanationOf(row: ExperimentRow): string | null {
  const { name, progress } = row
  if (progress === null || progress.end === 'cancelled') return null
  const isStopped = wasKilled(row) || progress.end === 'interrupted'
  if (!isStopped) return progress.reason
  return progress.done + progress.failed < progress.planned ? whyUnitStopped(name, row, '') : null
}

/** Whether no more episodes start, and some are still played. */
export const isPausing = ({ progress, isRunning }: RunState): boolean =>
  isRunning && progress?.state === 'paused' && progress.playing.length > 0

type RunState = Pick<ExperimentRow, 'progress' | 'isRunning'>
