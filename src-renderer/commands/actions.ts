import { traitsOf } from '@shared/episode/players'
import { chooseFile } from '../session/files/open-file'
import { canAnnotate, currentAnnotations, turnUnderPlayhead } from '../session/episode/annotations'
import {
  controlEpisode,
  forkEpisode,
  resumeEpisode,
  startAgain,
  toggleBookmark,
  toggleBreakpoint,
} from '../session/host/commands'
import { hasHost, hostIsLost } from '../session/connection/connection-store'
import { playDemo } from '../session/episode/demo'
import { hasPlayhead, isRead, stepPlayhead, useEpisode } from '../session/episode/episode-store'
import { canCancelCall, currentAgent } from '../session/episode/episode-status'
import { isLocal } from '../session/episode/local-episodes'
import { chooseLayout } from '../session/view/layouts'
import { useLibrary } from '../session/library/library-store'
import { goToMarker, isProblem, isScoreChange, type MarkerFilter } from '../session/episode/markers-of-episode'
import { isPassedOver } from '../session/episode/passed-over'
import { atShare, FIRST_TURN, type Playhead, stepEvent } from '../session/episode/playhead'
import { openStartSheet } from '../session/library/start-store'
import { startPlayback, stopPlayback, usePlayback } from '../session/episode/playback'
import { type Dialog, setView, THEMES, type ViewSettings } from '../session/view/view-store'
import { offerOf } from './offers'
import { copyStory, copyTurns } from '../session/episode/copy-text'
import { copyLinkTo } from '../session/episode/copy-link'
import { inspectorIsOpen } from './inspect-turn'
import { tell } from '../kit/notice-store'
import { hasPopover, openPopover } from '../kit/Popover'
import { cycleRegions, focusRegion, type Region } from '../session/view/regions'
import { commandStrings } from './strings'
import { SMALL_WINDOW } from '../kit/use-media-query'

/**
 * One table of what the reader can do: keys, buttons, tooltips, the keyboard sheet and the palette are all made from
 * it.
 */
export interface Action {
  readonly label: string
  readonly group: 'episode' | 'move' | 'marks' | 'view' | 'help'
  /**
   * As the keyboard listener names them; `Mod` is Command on macOS and Control elsewhere. Two keys with a space are
   * pressed in turn.
   */
  readonly keys: readonly string[]
  /** `key` is what was pressed, for the actions that several keys share. */
  readonly run: (key?: string) => unknown
  readonly isAvailable?: () => boolean
  /** Absent in a page that has no host; what asks it `now` is also refused while it is away. */
  readonly needsHost?: 'now' | 'ever'
}

const episodeIsOpen = () => hasPlayhead(useEpisode.getState())
const agentIs =
  (...agents: readonly ReturnType<typeof currentAgent>[]) =>
  () =>
    agents.includes(currentAgent())
/** The same of an agent that can be held and stepped, which a person cannot. */
const modelIs =
  (...agents: readonly ReturnType<typeof currentAgent>[]) =>
  () =>
    agents.includes(currentAgent()) && !humanPlays()
const humanPlays = () => traitsOf(useEpisode.getState().history.latest).isPerson
const show = (dialog: Dialog) => () => setView({ dialog })

const move =
  (to: (episode: ReturnType<typeof useEpisode.getState>, key: string) => Playhead) =>
  (key = '') => {
    const episode = useEpisode.getState()
    episode.movePlayhead(to(episode, key))
  }

const annotatedTurns = () => currentAnnotations().turns.map(({ turn }) => turn)
/** Says so where there is none, once that is known. */
const toMarker =
  (
    by: 1 | -1,
    what: keyof typeof commandStrings.noMarker,
    filter: MarkerFilter,
    others: () => readonly number[] = () => [],
  ) =>
  () => {
    if (!goToMarker(by, filter, others()) && isRead(useEpisode.getState()))
      tell(commandStrings.noMarker[what][by === 1 ? 'after' : 'before'])
  }

/** The row of the library that has the focus, else the open episode. One from a file is not the library's to change. */
function targetEpisode(): string | null {
  const id = document.activeElement?.closest<HTMLElement>('[data-episode]')?.dataset.episode ?? useEpisode.getState().id
  return id !== null && useLibrary.getState().entries.has(id) && !isLocal(id) ? id : null
}
const showForTarget = (dialog: Dialog) => () => setView({ dialog, target: targetEpisode() })
const hasTarget = () => targetEpisode() !== null

function playOrPause(): unknown {
  const { playhead } = useEpisode.getState()
  const agent = currentAgent()
  if (playhead === 'live' && agent === 'running' && !humanPlays()) return controlEpisode('pause')
  if (playhead === 'live' && agent === 'paused') return controlEpisode('resume')
  return usePlayback.getState().isPlaying ? stopPlayback() : startPlayback()
}

const goTo =
  (region: Region, view: Parameters<typeof setView>[0] = {}) =>
  () => {
    setView(view)
    focusRegion(region)
  }
/** In a small window the library is one of the tabs, else a column of its own. */
const library = (): Partial<ViewSettings> => ({
  libraryIsShown: true,
  ...(matchMedia(SMALL_WINDOW).matches && { sidePanel: 'library' as const }),
})

/** The raw request and reply of the turn; from there, as form and list again. */
function rawRequest(): void {
  goTo('inspector', ({ inspectorTab, requestIsRaw }) => ({
    ...inspectorIsOpen,
    inspectorTab: 'request',
    requestIsRaw: !(inspectorTab === 'request' && requestIsRaw),
  }))()
}

/** Of the region that has the focus, if it can be searched by itself; else of the story. */
const searchField = () =>
  document.activeElement?.closest('[data-region]')?.querySelector<HTMLElement>('[data-search]') ??
  document.querySelector<HTMLElement>('[data-region="story"] [data-search]')

const timelineIsShown = () => offerOf('timeline') !== undefined

const words = commandStrings.action

export const actions = {
  start: {
    label: words.start,
    group: 'episode',
    keys: [],
    run: () => startAgain(),
    isAvailable: agentIs('none', 'resumable', 'ended'),
    needsHost: 'now',
  },
  newEpisode: {
    label: words.newEpisode,
    group: 'episode',
    keys: ['Mod+E'],
    run: () => openStartSheet(),
    needsHost: 'now',
  },
  stories: { label: words.stories, group: 'episode', keys: ['S'], run: show('stories'), needsHost: 'now' },
  commandLine: {
    label: words.commandLine,
    group: 'episode',
    keys: ['i'],
    run: () => document.querySelector<HTMLElement>('[data-command-line]')?.focus(),
    isAvailable: () => document.querySelector('[data-command-line]') !== null,
    needsHost: 'ever',
  },
  play: { label: words.play, group: 'episode', keys: ['Space'], run: playOrPause, isAvailable: episodeIsOpen },
  pause: {
    label: words.pause,
    group: 'episode',
    keys: [],
    run: () => controlEpisode('pause'),
    isAvailable: modelIs('running'),
    needsHost: 'now',
  },
  resume: {
    label: words.resume,
    group: 'episode',
    keys: [],
    run: () => (currentAgent() === 'resumable' ? resumeEpisode() : controlEpisode('resume')),
    isAvailable: agentIs('paused', 'resumable'),
    needsHost: 'now',
  },
  stepTurn: {
    label: words.stepTurn,
    group: 'episode',
    keys: [],
    run: () => controlEpisode('step_turn'),
    isAvailable: modelIs('running', 'paused'),
    needsHost: 'now',
  },
  stepIteration: {
    label: words.stepIteration,
    group: 'episode',
    keys: [],
    run: () => controlEpisode('step_iteration'),
    isAvailable: modelIs('running', 'paused'),
    needsHost: 'now',
  },
  cancelCall: {
    label: words.cancelCall,
    group: 'episode',
    keys: [],
    run: () => controlEpisode('cancel_call'),
    isAvailable: () => canCancelCall(useEpisode.getState()),
    needsHost: 'now',
  },
  fork: {
    label: words.fork,
    group: 'episode',
    keys: ['f'],
    run: () => forkEpisode(useEpisode.getState().shown.turns.length),
    isAvailable: () => episodeIsOpen() && canAnnotate(),
    needsHost: 'now',
  },
  forkFrom: {
    label: words.forkFrom,
    group: 'episode',
    keys: [],
    run: show('forkFrom'),
    isAvailable: () => episodeIsOpen() && canAnnotate(),
    needsHost: 'now',
  },
  stop: {
    label: words.stop,
    group: 'episode',
    keys: [],
    run: () => controlEpisode('stop'),
    isAvailable: agentIs('running', 'paused'),
    needsHost: 'now',
  },
  export: {
    label: words.export,
    group: 'episode',
    keys: ['Mod+S'],
    run: show('export'),
    isAvailable: episodeIsOpen,
    needsHost: 'ever',
  },
  openFile: { label: words.openFile, group: 'episode', keys: ['Mod+O'], run: chooseFile, needsHost: 'ever' },
  rename: {
    label: words.rename,
    group: 'episode',
    keys: ['F2'],
    run: showForTarget('rename'),
    isAvailable: hasTarget,
    needsHost: 'now',
  },
  deleteEpisode: {
    label: words.deleteEpisode,
    group: 'episode',
    keys: ['Delete'],
    run: showForTarget('delete'),
    isAvailable: hasTarget,
    needsHost: 'now',
  },
  trash: { label: words.trash, group: 'episode', keys: [], run: show('trash'), needsHost: 'now' },
  pauseRules: { label: words.pauseRules, group: 'episode', keys: ['p'], run: show('pauseRules'), needsHost: 'now' },
  settings: { label: words.settings, group: 'episode', keys: ['Mod+,'], run: show('settings'), needsHost: 'now' },
  mcp: { label: words.mcp, group: 'episode', keys: ['Mod+.'], run: show('mcp'), needsHost: 'now' },

  playbackChoice: {
    label: words.playbackChoice,
    group: 'move',
    keys: [],
    run: () => openPopover('playback'),
    isAvailable: () => hasPopover('playback'),
  },
  firstTurn: {
    label: words.firstTurn,
    group: 'move',
    keys: ['Home', 'g g'],
    run: move(() => FIRST_TURN),
    isAvailable: episodeIsOpen,
  },
  previousTurn: {
    label: words.previousTurn,
    group: 'move',
    keys: ['ArrowLeft', 'k'],
    run: () => stepPlayhead(-1),
    isAvailable: episodeIsOpen,
  },
  nextTurn: {
    label: words.nextTurn,
    group: 'move',
    keys: ['ArrowRight', 'j'],
    run: () => stepPlayhead(1),
    isAvailable: episodeIsOpen,
  },
  live: { label: words.live, group: 'move', keys: ['End', 'G'], run: move(() => 'live'), isAvailable: episodeIsOpen },
  previousEvent: {
    label: words.previousEvent,
    group: 'move',
    keys: ['Shift+ArrowLeft', ','],
    run: move((episode) => stepEvent(episode.history, episode.playhead, -1, isPassedOver, isRead(episode))),
    isAvailable: episodeIsOpen,
  },
  nextEvent: {
    label: words.nextEvent,
    group: 'move',
    keys: ['Shift+ArrowRight', '.'],
    run: move((episode) => stepEvent(episode.history, episode.playhead, 1, isPassedOver, isRead(episode))),
    isAvailable: episodeIsOpen,
  },
  previousMarker: {
    label: words.previousMarker,
    group: 'move',
    keys: ['['],
    run: toMarker(-1, 'any', () => true, annotatedTurns),
    isAvailable: episodeIsOpen,
  },
  nextMarker: {
    label: words.nextMarker,
    group: 'move',
    keys: [']'],
    run: toMarker(1, 'any', () => true, annotatedTurns),
    isAvailable: episodeIsOpen,
  },
  previousScore: {
    label: words.previousScore,
    group: 'move',
    keys: ['{'],
    run: toMarker(-1, 'score', isScoreChange),
    isAvailable: episodeIsOpen,
  },
  nextScore: {
    label: words.nextScore,
    group: 'move',
    keys: ['}'],
    run: toMarker(1, 'score', isScoreChange),
    isAvailable: episodeIsOpen,
  },
  nextProblem: {
    label: words.nextProblem,
    group: 'move',
    keys: ['x'],
    run: toMarker(1, 'problem', isProblem),
    isAvailable: episodeIsOpen,
  },
  previousProblem: {
    label: words.previousProblem,
    group: 'move',
    keys: ['X'],
    run: toMarker(-1, 'problem', isProblem),
    isAvailable: episodeIsOpen,
  },
  goToShare: {
    label: words.goToShare,
    group: 'move',
    keys: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
    run: move((episode, key) => atShare(episode.history, Number(key) / 10, isRead(episode))),
    isAvailable: episodeIsOpen,
  },
  goToTurn: {
    label: words.goToTurn,
    group: 'move',
    keys: [':', 'Mod+G'],
    run: show('goTo'),
    isAvailable: episodeIsOpen,
  },

  breakpoint: {
    label: words.breakpoint,
    group: 'marks',
    keys: ['b'],
    run: () => toggleBreakpoint(turnUnderPlayhead()),
    isAvailable: canAnnotate,
    needsHost: 'now',
  },
  bookmark: {
    label: words.bookmark,
    group: 'marks',
    keys: ['m'],
    run: () => toggleBookmark(turnUnderPlayhead()),
    isAvailable: canAnnotate,
    needsHost: 'now',
  },
  note: {
    label: words.note,
    group: 'marks',
    keys: ['n'],
    run: () => setView({ dialog: 'note', noteTurn: turnUnderPlayhead() }),
    isAvailable: canAnnotate,
    needsHost: 'now',
  },

  tidyMap: {
    label: words.tidyMap,
    group: 'view',
    keys: ['T'],
    run: () => offerOf('map')?.tidy(),
    isAvailable: () => offerOf('map') !== undefined,
  },
  undoMap: {
    label: words.undoMap,
    group: 'view',
    keys: ['Mod+Z'],
    run: () => offerOf('map')?.undo(),
    isAvailable: () => offerOf('map')?.canUndo ?? false,
  },
  brief: {
    label: words.brief,
    group: 'view',
    keys: ['v'],
    run: () => setView(({ turnsAreBrief }) => ({ turnsAreBrief: !turnsAreBrief })),
  },
  hideAhead: {
    label: words.hideAhead,
    group: 'view',
    keys: ['h'],
    run: () => setView(({ hidesAhead }) => ({ hidesAhead: !hidesAhead })),
  },
  request: { label: words.request, group: 'view', keys: ['r'], run: rawRequest, isAvailable: episodeIsOpen },
  diff: {
    label: words.diff,
    group: 'view',
    keys: ['d'],
    run: goTo('inspector', { ...inspectorIsOpen, inspectorTab: 'diff' }),
    isAvailable: episodeIsOpen,
  },
  search: {
    label: words.search,
    group: 'view',
    keys: ['/', 'Mod+F'],
    run: () => searchField()?.focus(),
    isAvailable: () => searchField() !== null,
  },
  filter: {
    label: words.filter,
    group: 'view',
    keys: [],
    run: () => openPopover('story-filter'),
    isAvailable: () => hasPopover('story-filter'),
  },
  palette: { label: words.palette, group: 'view', keys: ['Mod+K'], run: show('palette') },
  zoomIn: {
    label: words.zoomIn,
    group: 'view',
    keys: ['+', '='],
    run: () => offerOf('timeline')?.nearer(),
    isAvailable: timelineIsShown,
  },
  zoomOut: {
    label: words.zoomOut,
    group: 'view',
    keys: ['-'],
    run: () => offerOf('timeline')?.farther(),
    isAvailable: timelineIsShown,
  },
  zoomAll: {
    label: words.zoomAll,
    group: 'view',
    keys: ['_'],
    run: () => offerOf('timeline')?.showAll(),
    isAvailable: timelineIsShown,
  },
  copyTurns: { label: words.copyTurns, group: 'view', keys: ['c'], run: copyTurns, isAvailable: episodeIsOpen },
  copyStory: { label: words.copyStory, group: 'view', keys: ['C'], run: copyStory, isAvailable: episodeIsOpen },
  copyLink: {
    label: words.copyLink,
    group: 'view',
    keys: [],
    run: () => copyLinkTo(useEpisode.getState().playhead),
    isAvailable: episodeIsOpen,
    needsHost: 'ever',
  },
  theme: {
    label: words.theme,
    group: 'view',
    keys: [],
    run: () => setView(({ theme }) => ({ theme: THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system' })),
  },
  layoutWatch: { label: words.layoutWatch, group: 'view', keys: [], run: () => chooseLayout('watch') },
  layoutDebug: { label: words.layoutDebug, group: 'view', keys: [], run: () => chooseLayout('debug') },
  layoutRead: { label: words.layoutRead, group: 'view', keys: [], run: () => chooseLayout('read') },
  toggleLibrary: {
    label: words.toggleLibrary,
    group: 'view',
    keys: ['Mod+B'],
    run: () => setView(({ libraryIsShown }) => (libraryIsShown ? { libraryIsShown: false } : library())),
  },
  toggleTimeline: {
    label: words.toggleTimeline,
    group: 'view',
    keys: ['Mod+J'],
    run: () => setView(({ timelineIsShown }) => ({ timelineIsShown: !timelineIsShown })),
  },
  toggleSide: {
    label: words.toggleSide,
    group: 'view',
    keys: ['Mod+\\'],
    run: () => setView(({ sideIsShown }) => ({ sideIsShown: !sideIsShown })),
  },
  focusStory: { label: words.focusStory, group: 'view', keys: ['Mod+1'], run: goTo('story') },
  focusMap: {
    label: words.focusMap,
    group: 'view',
    keys: ['Mod+2'],
    run: goTo('map', { sideIsShown: true, sidePanel: 'map' }),
  },
  focusInspector: {
    label: words.focusInspector,
    group: 'view',
    keys: ['Mod+3'],
    run: goTo('inspector', inspectorIsOpen),
  },
  focusTimeline: {
    label: words.focusTimeline,
    group: 'view',
    keys: ['Mod+4'],
    run: goTo('timeline', { timelineIsShown: true }),
  },
  focusLibrary: { label: words.focusLibrary, group: 'view', keys: ['Mod+5'], run: () => goTo('library', library())() },
  cycleRegions: { label: words.cycleRegions, group: 'view', keys: ['F6'], run: cycleRegions },

  keys: { label: words.keys, group: 'help', keys: ['?'], run: show('keys') },
  demo: { label: words.demo, group: 'help', keys: [], run: playDemo, needsHost: 'now' },
  about: { label: words.about, group: 'help', keys: [], run: show('about'), needsHost: 'ever' },
} as const satisfies Readonly<Record<string, Action>>

export type ActionId = keyof typeof actions

/** The table as rows that all have the same type. */
export const actionRows: readonly (readonly [ActionId, Action])[] = Object.entries(actions) as [ActionId, Action][]

/** False for what this page can never do, which then is in no list. */
export const exists = (action: Action) => action.needsHost === undefined || hasHost()
export const asksHost = (action: Action) => action.needsHost === 'now'
export const isAvailable = (action: Action) =>
  exists(action) && !(asksHost(action) && hostIsLost()) && (action.isAvailable?.() ?? true)
