import { whyNotAgain } from '@shared/episode/projections/help'
import type { Judgement } from '@shared/episode/projections/judgement'
import { moreTurnsOf } from '@shared/episode/projections/turn-limit'
import type { EpisodeState } from '@shared/episode/state/episode'
import { readsHints, traitsOf } from '@shared/episode/state/players'
import { SMALL_WINDOW, windowIs } from '../kit/browser/window-size'
import type { Region } from '../kit/layout/regions'
import { hasPopover, openPopover } from '../kit/overlay/Popover'
import { showNotice } from '../kit/text/notice-store'
import {
  goToCompared,
  leaveComparison,
  openComparison,
  openSide,
  stepCompared,
  stepDiffering,
  swapSides,
  useComparison,
} from '../session/comparison/comparison-store'
import { hasHost, hostIsLost } from '../session/connection/connection-store'
import { canAnnotate, currentAnnotations, turnUnderPlayhead } from '../session/episode/annotations'
import { isDeleted } from '../session/episode/deleted'
import {
  cycleJudged,
  goToMarker,
  isProblem,
  isScoreChange,
  type MarkerFilter,
} from '../session/episode/episode-markers'
import {
  type AgentState,
  canCancelCall,
  canRetryNow,
  canContinue,
  currentAgentState,
  lastForkTurn,
  canEditMindNow,
  type MindEntryKind,
} from '../session/episode/episode-status'
import { hasPlayhead, isFullyRead, stepPlayhead, useEpisode } from '../session/episode/episode-store'
import { openForkSheet, useForks, forksOf } from '../session/episode/forks/fork-store'
import { copyStory, copyTurns, copyLinkTo } from '../session/episode/links/copy'
import { isLocal } from '../session/episode/local-episodes'
import { playDemo } from '../session/episode/playback/demo'
import { startPlayback, stopPlayback, usePlayback } from '../session/episode/playback/playback'
import { atShare, type Playhead, stepEvent, toStart } from '../session/episode/playhead'
import { isSkippedByStep } from '../session/episode/skipped-events'
import { cutShortEpisodes, parentOf, useEpisodeList } from '../session/episodes/episodes-store'
import { useSelection } from '../session/episodes/selection-store'
import { openStartSheet } from '../session/episodes/start-store'
import { leaveExperiments, openExperiments, useExperiments } from '../session/experiments/experiments-store'
import { chooseFile } from '../session/files/open-file'
import { useFind, closeFind, openFind, stepOrOpenFind } from '../session/find/find-store'
import { helpPlaceHere, openHelp } from '../session/help/help-places'
import {
  answerAgain,
  controlEpisode,
  forkUnchanged,
  resumeEpisode,
  startLastRun,
  undoFork,
} from '../session/host/episode-commands'
import { resumeCutShort, restoreDeleted, toggleBookmark, toggleBreakpoint } from '../session/host/library-commands'
import { hasWindows, openInNewWindow } from '../session/host/tell-shell'
import { sessionStrings } from '../session/strings'
import { applyLayout } from '../session/view/layouts'
import { cancelRegionFocus, cycleRegions, focusRegion } from '../session/view/regions'
import { type Dialog, setView, useView, type ViewSettings } from '../session/view/view-store'
import { inspectorIsOpen } from './inspect-turn'
import { panelCommandsOf } from './panel-commands'
import { commandStrings } from './strings'
import { endTour, startTour, useTour } from './tour'

/** A command, for keys, buttons, tooltips, menus, the palette and the sheet of keyboard shortcuts. */
export interface Action {
  readonly label: string
  readonly synonyms: readonly string[]
  readonly group: 'comparison' | 'episode' | 'move' | 'marks' | 'view' | 'help'
  /** Key names of the keyboard listener; `Mod` is Command or Control. A space separates the keys of a sequence. */
  readonly keys: readonly string[]
  readonly run: (key?: string) => unknown
  readonly isAvailable?: () => boolean
  /** Why the command is not available, for a notice when its key is pressed. Null or absent: no notice. */
  readonly whyNot?: () => string | null
  /** `ever`: not listed in a page without a host. `now`: also unavailable while the host is lost. */
  readonly needsHost?: 'now' | 'ever'
  /** The command's keys also work while a dialog is open. */
  readonly isOverDialogs?: boolean
}

/** The key of the table that holds the row is its group; label and synonyms are looked up by its name. */
type Row = Omit<Action, 'label' | 'synonyms' | 'group' | 'keys'> & Partial<Pick<Action, 'keys'>>

const episodeIsOpen = () => hasPlayhead(useEpisode.getState())
const agentIs =
  (...agents: readonly AgentState[]) =>
  () =>
    agents.includes(currentAgentState())
/** Like `agentIs`, but false if a person plays. */
const modelIs =
  (...agents: readonly AgentState[]) =>
  () =>
    agents.includes(currentAgentState()) && !humanPlays()
/** Whether Undo restores the deleted episodes. Outside the list, a change of the map is undone first. */
const mayUndoDelete = () =>
  useEpisodeList.getState().deleted.length > 0 &&
  (document.activeElement?.closest('[data-region="library"]') != null || panelCommandsOf('map')?.canUndo !== true)
const humanPlays = () => traitsOf(useEpisode.getState().history.latest).isPerson
const show = (dialog: Dialog) => () => setView({ dialog })

const move =
  (to: (episode: ReturnType<typeof useEpisode.getState>, key: string) => Playhead) =>
  (key = '') => {
    const episode = useEpisode.getState()
    episode.movePlayhead(to(episode, key))
  }

const byEvent = (by: 1 | -1) =>
  move((episode) => stepEvent(episode.history, episode.playhead, by, isSkippedByStep, isFullyRead(episode)))

const annotatedTurns = () => currentAnnotations().turns.map(({ turn }) => turn)
/** Goes to a marker. If there is none, shows a notice once the log is read. */
const toMarker =
  (
    by: 1 | -1,
    what: keyof typeof commandStrings.noMarker,
    filter: MarkerFilter,
    others: () => readonly number[] = () => [],
  ) =>
  () => {
    if (!goToMarker(by, filter, others()) && isFullyRead(useEpisode.getState()))
      showNotice(commandStrings.noMarker[what][by === 1 ? 'after' : 'before'])
  }

const toJudged = (judgement: Judgement) => () => {
  if (!cycleJudged(judgement) && isFullyRead(useEpisode.getState())) showNotice(commandStrings.noneJudged)
}

/** The selected or focused rows of the library, else the open episode; never episodes from a file. */
function targetEpisodes(takesSeveral = false): readonly string[] {
  const inLibrary = document.activeElement?.closest('[data-region="library"]') ?? null
  const { selected } = useSelection.getState()
  const row = document.activeElement?.closest<HTMLElement>('[data-episode]')?.dataset.episode
  const ids =
    takesSeveral && inLibrary !== null && selected.size > 0 ? [...selected] : [row ?? useEpisode.getState().id]
  return ids.filter(
    (id) => id !== null && useEpisodeList.getState().entries.has(id) && !isLocal(id),
  ) as readonly string[]
}
const showForTargets = (dialog: Dialog) => () => setView({ dialog, targets: targetEpisodes(true) })
const hasTargets = () => targetEpisodes(true).length > 0
/** Opens the sheet that exports the open episode, or the sheet for the other target episodes. */
function exportTargets(): void {
  const targets = targetEpisodes(true)
  const isOpenOne = targets.length === 0 || (targets.length === 1 && targets[0] === useEpisode.getState().id)
  setView(isOpenOne ? { dialog: 'export' } : { dialog: 'exportMany', targets })
}

const parentOfTarget = () => parentOf(targetEpisodes()[0] ?? '')
function compareWithParent(): void {
  const [fork = ''] = targetEpisodes()
  const parent = parentOf(fork)
  if (parent !== null) openComparison({ a: parent, b: fork })
}
/** Compares the first two target episodes. If there is only one, a sheet asks for the other. */
function compareTargets(): void {
  const targets = targetEpisodes(true)
  const [a, b] = targets
  if (a !== undefined && b !== undefined) openComparison({ a, b })
  else setView({ dialog: 'compare', targets })
}

const isComparing = () => useComparison.getState().open !== null
const isInExperiments = () => useExperiments.getState().open !== null
const toDifference = (by: 1 | -1) => () => {
  if (!stepDiffering(by)) showNotice(commandStrings.noDifference[by === 1 ? 'after' : 'before'])
}

/** While an agent plays, the command line exists only at the live end. */
function goToCommandLine(): void {
  const line = () => document.querySelector<HTMLElement>('[data-command-line]')
  cancelRegionFocus()
  if (line() !== null) return line()?.focus()
  useEpisode.getState().movePlayhead('live')
  requestAnimationFrame(() => line()?.focus())
}

/** The palette lists this command even if no hint can be given; the command then shows why. */
function giveHint(): void {
  const words = commandStrings.noHint
  const isOpen = agentIs('running', 'paused')()
  if (isOpen && readsHints(useEpisode.getState().history.latest)) goToCommandLine()
  else showNotice(isOpen ? words.player : words.isOver)
}

function playOrPause(): unknown {
  const { playhead } = useEpisode.getState()
  const agent = currentAgentState()
  if (playhead === 'live' && agent === 'running' && !humanPlays()) return controlEpisode('pause')
  // A playback key must not start an agent.
  if (playhead === 'live' && agent === 'paused') return showNotice(commandStrings.isPaused)
  return usePlayback.getState().isPlaying ? stopPlayback() : startPlayback()
}

/**
 * Whether the end of the log is still unknown. A fork would then begin at the wrong turn, and a fork of a fork would
 * not be recognized.
 */
const isBeingRead = () => {
  const episode = useEpisode.getState()
  return !episode.knowsEnd && !isFullyRead(episode)
}
const canBeForked = () =>
  episodeIsOpen() && canAnnotate() && !isBeingRead() && useEpisode.getState().history.latest.manifest !== null
const whyNoFork = () => (episodeIsOpen() && canAnnotate() && isBeingRead() ? commandStrings.isBeingRead : null)
/**
 * The open episode and the turn to fork after: the turn at the playhead, or the last one after which the game
 * continues.
 */
function forkPoint(): [string, number] {
  const { id, shown, history } = useEpisode.getState()
  return [id ?? '', Math.min(shown.turns.length, lastForkTurn(history.latest))]
}
/** The parent of the open episode, if it still exists. */
function parentOfOpen(): EpisodeState['forkedFrom'] {
  const { forkedFrom } = useEpisode.getState().history.latest
  return forkedFrom !== null && useEpisodeList.getState().entries.has(forkedFrom.episodeId) ? forkedFrom : null
}
function openParent(): void {
  const parent = parentOfOpen()
  if (parent !== null) useEpisode.getState().open(parent.episodeId, { turn: parent.turn, event: null })
}
const forksOfOpen = () => forksOf(useEpisode.getState().id, useEpisodeList.getState().entries)
/** Opens the first fork at or after the playhead; if there is none, the first fork. */
function openNextFork(): void {
  const forks = forksOfOpen()
  const fork = forks.find(({ turn }) => turn >= turnUnderPlayhead()) ?? forks[0]
  if (fork) useEpisode.getState().open(fork.entry.id, 'live')
}

const goTo =
  (region: Region, view: Parameters<typeof setView>[0] = {}) =>
  () => {
    // A panel under a maximized one cannot take the focus.
    if (region !== useView.getState().maximised) setView({ maximised: null })
    if (region !== 'library' && region !== 'timeline') setView({ libraryIsTable: false })
    setView(view)
    focusRegion(region)
  }
/**
 * Focuses the map panel. From within the panel, focuses the room in the Tab order, at first the agent's; arrow keys
 * then move between rooms.
 */
function goToMap(): void {
  const map = document.activeElement?.closest('[data-region="map"]')
  const room = map?.querySelector<HTMLElement>('[data-location][tabindex="0"]')
  if (room) room.focus()
  else goTo('map', mapIsInSight)()
}
/** In a small window the library is a tab, otherwise a column. */
const library = (): Partial<ViewSettings> => ({
  libraryIsShown: true,
  ...(windowIs(SMALL_WINDOW) && { sidePanel: 'library' as const }),
})

/** Switches the turn's model call between two views: the raw request and reply, or their parts. */
function rawRequest(): void {
  goTo('inspector', ({ inspectorTab, requestIsRaw }) => ({
    ...inspectorIsOpen,
    inspectorTab: 'request',
    requestIsRaw: !(inspectorTab === 'request' && requestIsRaw),
  }))()
}

const searchHere = (what = '[data-search]') =>
  document.activeElement?.closest('[data-region]')?.querySelector<HTMLElement>(what) ?? null
const findHere = () => searchHere('[data-search="text"]')
/** Focuses the text search field of the focused region; if it has none, opens the story's find bar. */
const find = (field = findHere()) => (field ? field.focus() : openFind())

const mapIsInSight = { sideIsShown: true, sidePanel: 'map' } as const
/** Maximizes a panel, or restores it if it is maximized. */
function maximise(panel: 'map' | 'inspector', inSight: Partial<ViewSettings>): void {
  const isMaximised = useView.getState().maximised === panel
  setView(isMaximised ? { maximised: null } : { maximised: panel, ...inSight, libraryIsTable: false })
  focusRegion(panel)
}
/** Opens the form for a mind entry; the form takes the focus. */
const write = (mindForm: MindEntryKind) => () =>
  setView({ ...mapIsInSight, mapTab: 'mind', maximised: null, libraryIsTable: false, mindForm })
const isRouteOpen = () => panelCommandsOf('map')?.routeIsOpen ?? false
function closeLast(): void {
  if (useTour.getState().step !== null) endTour()
  else if (useFind.getState().isOpen) closeFind()
  else if (isRouteOpen()) panelCommandsOf('map')?.toggleRoute()
  else if (isInExperiments()) leaveExperiments()
  else setView({ maximised: null })
}
const timelineIsShown = () => panelCommandsOf('timeline') !== undefined

/** Why the last turn cannot be answered again; null if it can. */
function whyNoOtherAnswer(): string | null {
  const words = commandStrings.noOtherAnswer
  if (!episodeIsOpen()) return words.noEpisode
  if (isDeleted()) return words.isDeleted
  if (!canAnnotate()) return words.isFile
  if (isBeingRead()) return commandStrings.isBeingRead
  const why = whyNotAgain(useEpisode.getState().history.latest)
  return why && words[why]
}
/** Why the user cannot enter an action; null if the episode runs or is paused. */
function whyNoAction(): string | null {
  const { noEpisode } = commandStrings.noOtherAnswer
  if (!episodeIsOpen()) return noEpisode
  return agentIs('running', 'paused')() ? null : commandStrings.noAction
}
const endOfOpen = () => useEpisode.getState().history.latest.ended
/** Why a key does not continue an episode that has ended; null for an episode without an end. */
function whyNotResumed(): string | null {
  const { latest } = useEpisode.getState().history
  const more = moreTurnsOf(latest)
  const words = commandStrings.notResumed
  if (!episodeIsOpen() || latest.ended === null) return null
  if (!canContinue(latest) || agentIs('ended')()) return words.isOver
  return more === null ? words.hasEnded : words.atLimit(latest.turns.length, more)
}
const whyNoFind = () => (isComparing() ? commandStrings.noFind : null)
const hasPanels = () => !isComparing() && !isInExperiments()
const whyNoLayout = () => (hasPanels() ? null : commandStrings.noLayout)

/** Defaults for the commands of a group; a command may override them. */
const SHARED: Readonly<Partial<Record<Action['group'], Pick<Row, 'isAvailable' | 'needsHost'>>>> = {
  comparison: { isAvailable: isComparing, needsHost: 'ever' },
  move: { isAvailable: episodeIsOpen },
  marks: { isAvailable: canAnnotate, needsHost: 'now' },
}

const table = {
  comparison: {
    nextCompared: { keys: ['ArrowRight', 'j'], run: () => stepCompared(1) },
    previousCompared: { keys: ['ArrowLeft', 'k'], run: () => stepCompared(-1) },
    nextDifference: { keys: ['n'], run: toDifference(1) },
    previousDifference: { keys: ['p'], run: toDifference(-1) },
    firstCompared: { keys: ['Home', 'g g'], run: () => goToCompared(0) },
    parting: { keys: ['u'], run: () => goToCompared(null) },
    lastCompared: { keys: ['End', 'G'], run: () => goToCompared('live') },
    swapSides: { keys: ['x'], run: swapSides },
    openA: { keys: ['a'], run: () => openSide('a') },
    openB: { keys: ['b'], run: () => openSide('b') },
    leaveComparison: { keys: ['Escape'], run: leaveComparison },
  },
  episode: {
    start: { run: () => startLastRun(), isAvailable: agentIs('none', 'resumable', 'ended'), needsHost: 'now' },
    newEpisode: { keys: ['Mod+E'], run: () => openStartSheet(), needsHost: 'now' },
    stories: { keys: ['S'], run: show('stories'), needsHost: 'now' },
    knowledge: { run: show('knowledge'), needsHost: 'now' },
    localModels: { run: show('localModels'), needsHost: 'now' },
    commandLine: {
      keys: ['i', 't'],
      run: goToCommandLine,
      isAvailable: agentIs('running', 'paused'),
      whyNot: whyNoAction,
      needsHost: 'ever',
    },
    giveHint: { run: giveHint, isAvailable: episodeIsOpen, needsHost: 'ever' },
    answerAgain: {
      keys: ['a'],
      run: () => answerAgain(),
      isAvailable: () => whyNoOtherAnswer() === null,
      whyNot: () => whyNoOtherAnswer() ?? sessionStrings.hostIsAway,
      needsHost: 'now',
    },
    play: { keys: ['Space'], run: playOrPause, isAvailable: episodeIsOpen },
    pause: {
      keys: ['F8'],
      run: () => controlEpisode('pause'),
      isAvailable: () => modelIs('running')() && endOfOpen() === null,
      needsHost: 'now',
    },
    resume: {
      keys: ['F8'],
      run: () => (currentAgentState() === 'resumable' ? resumeEpisode() : controlEpisode('resume')),
      isAvailable: () => agentIs('paused', 'resumable')() && endOfOpen() === null,
      whyNot: whyNotResumed,
      needsHost: 'now',
    },
    // This command has no key, because a key press meant to pause must not give an episode more turns.
    resumeEnded: {
      run: () => resumeEpisode(),
      isAvailable: () => agentIs('resumable')() && endOfOpen() !== null,
      needsHost: 'now',
    },
    resumeAll: {
      run: resumeCutShort,
      isAvailable: () => cutShortEpisodes().length > 0,
      needsHost: 'now',
    },
    stepTurn: {
      keys: ['F10', 's'],
      run: () => controlEpisode('step_turn'),
      isAvailable: modelIs('running', 'paused'),
      needsHost: 'now',
    },
    stepIteration: {
      keys: ['F9', 'e'],
      run: () => controlEpisode('step_iteration'),
      isAvailable: modelIs('running', 'paused'),
      needsHost: 'now',
    },
    retryNow: {
      run: () => controlEpisode('retry_now'),
      isAvailable: () => canRetryNow(useEpisode.getState().history.latest) && agentIs('running', 'paused')(),
      needsHost: 'now',
    },
    cancelCall: {
      run: () => controlEpisode('cancel_call'),
      isAvailable: () => canCancelCall(useEpisode.getState()),
      needsHost: 'now',
    },
    fork: {
      keys: ['f'],
      run: () => openForkSheet(...forkPoint()),
      isAvailable: canBeForked,
      whyNot: whyNoFork,
      needsHost: 'now',
    },
    forkAsItWas: {
      keys: ['F'],
      run: () => forkUnchanged(forkPoint()[1]),
      isAvailable: canBeForked,
      whyNot: whyNoFork,
      needsHost: 'now',
    },
    undoDelete: { keys: ['Mod+Z'], run: restoreDeleted, isAvailable: mayUndoDelete, needsHost: 'now' },
    undoFork: { run: undoFork, isAvailable: () => useForks.getState().made !== null, needsHost: 'now' },
    openParent: { run: openParent, isAvailable: () => parentOfOpen() !== null, needsHost: 'now' },
    openFork: { run: openNextFork, isAvailable: () => forksOfOpen().length > 0, needsHost: 'now' },
    stop: {
      keys: ['Shift+F8'],
      run: () => controlEpisode('stop'),
      isAvailable: agentIs('running', 'paused'),
      needsHost: 'now',
    },
    export: {
      keys: ['Mod+S'],
      run: exportTargets,
      isAvailable: () => (episodeIsOpen() && !isDeleted()) || hasTargets(),
      needsHost: 'ever',
    },
    newWindow: {
      run: () => {
        const { id, playhead } = useEpisode.getState()
        if (id !== null) openInNewWindow({ episodeId: id, playhead })
      },
      isAvailable: () => hasWindows() && episodeIsOpen() && !isLocal(useEpisode.getState().id ?? ''),
      needsHost: 'now',
    },
    openFile: { keys: ['Mod+O'], run: chooseFile, needsHost: 'ever' },
    rename: {
      keys: ['F2'],
      run: () => setView({ dialog: 'rename', targets: targetEpisodes() }),
      isAvailable: () => targetEpisodes().length > 0,
      needsHost: 'now',
    },
    tag: { keys: ['#'], run: showForTargets('tag'), isAvailable: hasTargets, needsHost: 'now' },
    deleteEpisode: { keys: ['Delete'], run: showForTargets('delete'), isAvailable: hasTargets, needsHost: 'now' },
    compareWith: {
      run: compareTargets,
      isAvailable: () => [1, 2].includes(targetEpisodes(true).length),
      needsHost: 'now',
    },
    compareWithParent: {
      keys: ['D'],
      run: compareWithParent,
      isAvailable: () => parentOfTarget() !== null,
      needsHost: 'now',
    },
    trash: { run: show('trash'), needsHost: 'now' },
    experiments: { keys: ['E'], run: () => openExperiments(null), needsHost: 'now' },
    pauseRules: { keys: ['p'], run: show('pauseRules'), needsHost: 'now' },
    settings: { keys: ['Mod+,'], run: show('settings'), needsHost: 'now' },
    mcp: { keys: ['Mod+.'], run: show('mcp'), needsHost: 'now' },
  },
  move: {
    playbackChoice: { run: () => openPopover('playback'), isAvailable: () => hasPopover('playback') },
    firstTurn: { keys: ['Home', 'g g'], run: move(({ history, playhead }) => toStart(history, playhead)) },
    previousTurn: { keys: ['ArrowLeft', 'k'], run: () => stepPlayhead(-1) },
    nextTurn: { keys: ['ArrowRight', 'j'], run: () => stepPlayhead(1) },
    live: { keys: ['End', 'G'], run: move(() => 'live') },
    previousEvent: { keys: ['Shift+ArrowLeft', ','], run: byEvent(-1) },
    nextEvent: { keys: ['Shift+ArrowRight', '.'], run: byEvent(1) },
    previousMarker: { keys: ['['], run: toMarker(-1, 'any', () => true, annotatedTurns) },
    nextMarker: { keys: [']'], run: toMarker(1, 'any', () => true, annotatedTurns) },
    previousScore: { keys: ['{'], run: toMarker(-1, 'score', isScoreChange) },
    nextScore: { keys: ['}'], run: toMarker(1, 'score', isScoreChange) },
    nextProblem: { keys: ['x'], run: toMarker(1, 'problem', isProblem) },
    previousProblem: { keys: ['X'], run: toMarker(-1, 'problem', isProblem) },
    nextStuck: { run: toMarker(1, 'stuck', ({ kind }) => kind === 'stuck') },
    nextFalseBelief: { run: toMarker(1, 'falseBelief', ({ kind }) => kind === 'false_belief') },
    nextContradicted: { run: toMarker(1, 'contradicted', ({ kind }) => kind === 'note_contradicted') },
    nextDeadly: { run: toJudged('deadly') },
    nextProgress: { run: toJudged('progress') },
    nextFound: { run: toJudged('found') },
    nextRepeated: { run: toJudged('repeated') },
    nextWasted: { run: toJudged('wasted') },
    goToShare: {
      keys: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
      run: move((episode, key) => atShare(episode.history, Number(key) / 10, isFullyRead(episode))),
    },
    goToTurn: { keys: [':', 'Mod+G'], run: show('goTo') },
  },
  marks: {
    breakpoint: { keys: ['b'], run: () => toggleBreakpoint(turnUnderPlayhead()) },
    bookmark: { keys: ['m'], run: () => toggleBookmark(turnUnderPlayhead()) },
    note: { keys: ['n'], run: () => setView({ dialog: 'note', noteTurn: turnUnderPlayhead() }) },
  },
  view: {
    tidyMap: {
      keys: ['T'],
      run: () => panelCommandsOf('map')?.tidy(),
      isAvailable: () => panelCommandsOf('map') !== undefined,
    },
    undoMap: {
      keys: ['Mod+Z'],
      run: () => panelCommandsOf('map')?.undo(),
      isAvailable: () => panelCommandsOf('map')?.canUndo ?? false,
    },
    addMindNote: { run: write('note'), isAvailable: () => canEditMindNow('note'), needsHost: 'now' },
    addObjective: { run: write('objective'), isAvailable: () => canEditMindNow('objective'), needsHost: 'now' },
    maximiseMap: {
      keys: ['M'],
      run: () => maximise('map', { ...mapIsInSight, mapTab: 'map' }),
      isAvailable: episodeIsOpen,
    },
    maximiseInspector: { keys: ['I'], run: () => maximise('inspector', inspectorIsOpen), isAvailable: episodeIsOpen },
    mind: { keys: ['N'], run: goTo('map', { ...mapIsInSight, mapTab: 'mind' }), isAvailable: episodeIsOpen },
    wayOnMap: {
      keys: ['W'],
      run: () => panelCommandsOf('map')?.toggleRoute(),
      isAvailable: () => panelCommandsOf('map') !== undefined,
    },
    brief: { keys: ['v'], run: () => setView(({ turnsAreBrief }) => ({ turnsAreBrief: !turnsAreBrief })) },
    hideAhead: { keys: ['h'], run: () => setView(({ hidesAhead }) => ({ hidesAhead: !hidesAhead })) },
    request: { keys: ['r'], run: rawRequest, isAvailable: episodeIsOpen },
    diff: {
      keys: ['d'],
      run: goTo('inspector', { ...inspectorIsOpen, inspectorTab: 'diff' }),
      isAvailable: episodeIsOpen,
    },
    find: {
      keys: ['Mod+F'],
      run: () => find(),
      isAvailable: () => episodeIsOpen() || findHere() !== null,
      whyNot: whyNoFind,
    },
    search: {
      keys: ['/'],
      run: () => find(searchHere()),
      isAvailable: () => episodeIsOpen() || searchHere() !== null,
      whyNot: whyNoFind,
    },
    nextHit: { keys: ['F3'], run: () => stepOrOpenFind(1), isAvailable: episodeIsOpen, whyNot: whyNoFind },
    previousHit: { keys: ['Shift+F3'], run: () => stepOrOpenFind(-1), isAvailable: episodeIsOpen, whyNot: whyNoFind },
    back: {
      keys: ['Escape'],
      run: closeLast,
      isAvailable: () =>
        useTour.getState().step !== null ||
        useFind.getState().isOpen ||
        isRouteOpen() ||
        isInExperiments() ||
        useView.getState().maximised !== null,
    },
    filter: { run: () => openPopover('story-filter'), isAvailable: () => hasPopover('story-filter') },
    palette: { keys: ['Mod+K'], run: show('palette') },
    zoomIn: { keys: ['+', '='], run: () => panelCommandsOf('timeline')?.nearer(), isAvailable: timelineIsShown },
    zoomOut: { keys: ['-'], run: () => panelCommandsOf('timeline')?.farther(), isAvailable: timelineIsShown },
    zoomAll: { keys: ['_'], run: () => panelCommandsOf('timeline')?.showAll(), isAvailable: timelineIsShown },
    copyTurns: { keys: ['c'], run: copyTurns, isAvailable: episodeIsOpen },
    copyStory: { keys: ['C'], run: copyStory, isAvailable: episodeIsOpen },
    copyLink: { run: () => copyLinkTo(useEpisode.getState().playhead), isAvailable: episodeIsOpen, needsHost: 'ever' },
    themeSystem: { run: () => setView({ theme: 'system' }) },
    themeDark: { run: () => setView({ theme: 'dark' }) },
    themeLight: { run: () => setView({ theme: 'light' }) },
    themeContrast: { run: () => setView({ theme: 'contrast' }) },
    layoutWatch: { keys: ['w w'], run: () => applyLayout('watch'), isAvailable: hasPanels, whyNot: whyNoLayout },
    layoutMap: { keys: ['w m'], run: () => applyLayout('map'), isAvailable: hasPanels, whyNot: whyNoLayout },
    layoutDebug: { keys: ['w d'], run: () => applyLayout('debug'), isAvailable: hasPanels, whyNot: whyNoLayout },
    layoutRead: { keys: ['w r'], run: () => applyLayout('read'), isAvailable: hasPanels, whyNot: whyNoLayout },
    toggleLibrary: {
      keys: ['Mod+B'],
      run: () => setView(({ libraryIsShown }) => (libraryIsShown ? { libraryIsShown: false } : library())),
    },
    libraryTable: {
      keys: ['L'],
      run: () => goTo('library', ({ libraryIsTable }) => ({ ...library(), libraryIsTable: !libraryIsTable }))(),
      needsHost: 'ever',
    },
    toggleTimeline: {
      keys: ['Mod+J'],
      run: () => setView(({ timelineIsShown }) => ({ timelineIsShown: !timelineIsShown })),
    },
    toggleSide: { keys: ['Mod+\\'], run: () => setView(({ sideIsShown }) => ({ sideIsShown: !sideIsShown })) },
    focusStory: { keys: ['Mod+1'], run: goTo('story') },
    focusMap: { keys: ['Mod+2'], run: goToMap },
    focusInspector: { keys: ['Mod+3'], run: goTo('inspector', inspectorIsOpen) },
    focusTimeline: { keys: ['Mod+4'], run: goTo('timeline', { timelineIsShown: true }) },
    focusLibrary: { keys: ['Mod+5'], run: () => goTo('library', library())() },
    cycleRegions: { keys: ['F6'], run: cycleRegions },
  },
  help: {
    help: { keys: ['F1'], run: () => openHelp(helpPlaceHere(), true), needsHost: 'ever', isOverDialogs: true },
    legend: { run: show('legend') },
    tour: { run: startTour, isAvailable: hasPanels, needsHost: 'ever' },
    keys: { keys: ['?'], run: show('keys') },
    demo: { run: playDemo, needsHost: 'now' },
    about: { run: show('about'), needsHost: 'ever' },
  },
} as const satisfies Readonly<Record<Action['group'], Readonly<Record<string, Row>>>>

type IdsOf<Rows> = Rows extends unknown ? keyof Rows : never
export type ActionId = IdsOf<(typeof table)[keyof typeof table]>

const labels: Readonly<Record<ActionId, string>> = commandStrings.action
const synonyms: Readonly<Partial<Record<ActionId, string>>> = commandStrings.synonyms
const wordsFor = (id: ActionId) => ({ label: labels[id], synonyms: synonyms[id]?.split(', ') ?? [] })

export const actionRows = Object.entries(table).flatMap(([group, rows]) =>
  Object.entries<Row>(rows).map(([id, row]) => [
    id,
    { keys: [], ...SHARED[group as Action['group']], ...row, group, ...wordsFor(id as ActionId) },
  ]),
) as readonly (readonly [ActionId, Action])[]

export const actions = Object.fromEntries(actionRows) as Readonly<Record<ActionId, Action>>

/** False for commands that this page never supports; nothing lists them. */
export const exists = (action: Action) => action.needsHost === undefined || hasHost()
export const needsLiveHost = (action: Action) => action.needsHost === 'now'
export const isAvailable = (action: Action) =>
  exists(action) && !(needsLiveHost(action) && hostIsLost()) && (action.isAvailable?.() ?? true)
/** Why a command is not available; null if there is no reason to show. */
export const whyNot = (action: Action): string | null => (exists(action) && action.whyNot?.()) || null
