import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { renameOldPauseRules } from '@shared/episode/log/old-pause-rules'
import { type PauseRules, DEFAULT_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import type { ToolCall } from '@shared/episode/state/episode'
import type { HelpPlace } from '../help/help-places'
import type { LayoutName, PanelSizes } from './layouts'
import { mergingStorage } from './merging-storage'
import { STORY_PRESETS, type StoryFilter } from './story-filter'

/** View settings, stored per browser; no log contains them. */
export interface ViewSettings {
  readonly theme: Theme
  /** Percent of the browser's default size. */
  readonly textSize: (typeof TEXT_SIZES)[number]
  readonly rowHeight: (typeof ROW_HEIGHTS)[number]
  readonly motion: (typeof MOTIONS)[number]
  readonly isHyperlegible: boolean
  readonly hasSingleKeys: boolean
  /** In pixels. Null: the default for the window (`layouts.ts`). */
  readonly libraryWidth: number | null
  readonly sideWidth: number | null
  /** Height of the map above the inspector. */
  readonly mapHeight: number | null
  /** Width of the inspector beside the map. */
  readonly inspectorWidth: number | null
  readonly libraryIsShown: boolean
  readonly sideIsShown: boolean
  readonly timelineIsShown: boolean
  /** If false, the side column shows only the map. */
  readonly inspectorIsShown: boolean
  /** The last chosen layout, and the panel sizes in each layout. */
  readonly layout: LayoutName
  readonly layoutSizes: Readonly<Partial<Record<LayoutName, PanelSizes>>>
  readonly announcements: (typeof ANNOUNCEMENTS)[number]
  readonly inspectorTab: InspectorTab
  readonly callsOf: 'turn' | 'episode'
  readonly requestIsRaw: boolean
  readonly mapTab: MapTab
  /** The panel shown if the window is too narrow for all. */
  readonly sidePanel: 'library' | 'map' | 'inspector'
  readonly turnsAreBrief: boolean
  readonly storyFilter: StoryFilter
  /**
   * Hides later turns in story, timeline and outline, and hides locations on the map that only the game's memory shows.
   */
  readonly hidesAhead: boolean
  readonly librarySort: LibrarySort
  readonly libraryShow: LibraryShow
  /** Columns of the table, in the order of `LIBRARY_COLUMNS`. */
  readonly libraryColumns: readonly LibraryColumn[]
  readonly timelineAxis: TimelineAxis
  /** Rules for new runs and for playback. The rules of a running episode are in its log. */
  readonly pauseRules: PauseRules
  /** Turns per second, or a factor of the recorded pace. Null: the default (`speedOf`). */
  readonly playbackSpeed: number | null
  readonly playbackPace: PlaybackPace
  readonly playbackStopsAtMarkers: boolean
  /** Commands last run from the palette, most recent first. */
  readonly recentCommands: readonly string[]
  /** The first-run card offers the tour until it was seen or skipped. */
  readonly tourIsSeen: boolean
}

export const THEMES = ['system', 'dark', 'light', 'contrast'] as const
export type Theme = (typeof THEMES)[number]
export const TEXT_SIZES = [90, 100, 110, 125, 150, 200] as const
export const ROW_HEIGHTS = ['compact', 'normal', 'comfortable'] as const
export const MOTIONS = ['system', 'reduced'] as const
export type InspectorTab = 'thoughts' | 'calls' | 'request' | 'diff'
export type TimelineAxis = 'turns' | 'time' | 'tokens'
export const ANNOUNCEMENTS = ['off', 'turns', 'thoughts'] as const
export const SORTS = ['newest', 'oldest', 'name', 'score', 'turns', 'cost'] as const
/** Columns of the episode table besides the title. */
export const LIBRARY_COLUMNS = [
  'state',
  'story',
  'score',
  'turns',
  'level',
  'disguise',
  'mind',
  'knowledge',
  'player',
  'seed',
  'room',
  'deaths',
  'rooms',
  'cost',
  'played',
  'tokens',
  'foreknown',
  'experiment',
  'tags',
  'started',
] as const
export type LibraryColumn = (typeof LIBRARY_COLUMNS)[number]
/** A sort order, or a column; a minus sign reverses the column's default direction. */
export type LibrarySort = (typeof SORTS)[number] | LibraryColumn | `-${LibraryColumn | 'name'}`
export const SHOWS = [
  'all',
  'running',
  'finished',
  'won',
  'died',
  'interrupted',
  'noted',
  'tagged',
  'single',
  'experiments',
] as const
export type LibraryShow = (typeof SHOWS)[number]
export type PlaybackPace = 'even' | 'recorded'
export type MapTab = 'map' | 'mind' | 'objects'
export type Dialog =
  | 'newEpisode'
  | 'stories'
  | 'knowledge'
  | 'localModels'
  | 'mcp'
  | 'callAgain'
  | 'palette'
  | 'keys'
  | 'legend'
  | 'goTo'
  | 'fork'
  | 'figures'
  | 'export'
  | 'rename'
  | 'delete'
  | 'tag'
  | 'exportMany'
  | 'compare'
  | 'note'
  | 'pauseRules'
  | 'settings'
  | 'about'
  | 'trash'

export const SETTINGS_PAGES = ['model', 'secrets', 'file', 'appearance'] as const
export interface SettingsTarget {
  readonly page: (typeof SETTINGS_PAGES)[number]
  /** Path in the settings file of the setting to focus, or the key of the endpoint on the page of the model. */
  readonly path: string | null
}

/** The key of the endpoint, which is no setting of the file. */
export const KEY_OF_ENDPOINT = 'key'

export interface McpTarget {
  readonly name: string
  readonly tab: 'form' | 'log'
}

interface View extends ViewSettings {
  readonly dialog: Dialog | null
  /** The dialog that opened this one; it is shown again when this one is closed. */
  readonly dialogBefore: Dialog | null
  /** The shown place of Help, which covers everything else; null if Help is closed. */
  readonly help: { readonly place: HelpPlace; readonly startsInSearch: boolean } | null
  /** The story also shows the turns before the part that a cut log contains. */
  readonly isUnfoldedBeforePart: boolean
  /**
   * The filter before a search showed more, and the filter since. While the latter is in use, the former is the stored
   * one, because nothing else would restore it after a reload.
   */
  readonly widenedFilter: { readonly before: StoryFilter; readonly after: StoryFilter } | null
  /** The filter of comparisons, which is not stored. */
  readonly comparedFilter: StoryFilter
  readonly targets: readonly string[]
  /** The server that the MCP panel shows when it opens; null for the first. */
  readonly mcpServer: McpTarget | null
  /** The place that the settings show when they open; null for the model page. */
  readonly settingsAt: SettingsTarget | null
  readonly callToRepeat: { readonly call: ToolCall; readonly turn: number } | null
  /** The model call shown in the inspector, by `modelCallId`. Ignored on another turn. */
  readonly callShown: { readonly turn: number; readonly call: string } | null
  readonly mindForm: 'note' | 'objective' | null
  readonly noteTurn: number
  /** Error of the last command, shown until the user dismisses it. */
  readonly failure: string | null
  /** The panel that covers all others between top bar and timeline. */
  readonly maximised: 'map' | 'inspector' | null
  /** Filter of the episode list, in the syntax of `parseFilter`. */
  readonly libraryFilter: string
  /** The episode list is a table that replaces story, map and inspector. */
  readonly libraryIsTable: boolean
}

/** The default columns. The user can show the others; the name contains player and seed. */
const COLUMNS_AT_FIRST: readonly LibraryColumn[] = [
  'state',
  'story',
  'score',
  'turns',
  'level',
  'room',
  'cost',
  'experiment',
  'tags',
  'started',
]

const SETTINGS: ViewSettings = {
  theme: 'system',
  textSize: 100,
  rowHeight: 'normal',
  motion: 'system',
  isHyperlegible: false,
  hasSingleKeys: true,
  libraryWidth: null,
  sideWidth: null,
  mapHeight: null,
  inspectorWidth: null,
  libraryIsShown: true,
  sideIsShown: true,
  timelineIsShown: true,
  inspectorIsShown: true,
  layout: 'debug',
  layoutSizes: {},
  announcements: 'turns',
  inspectorTab: 'thoughts',
  callsOf: 'turn',
  requestIsRaw: false,
  mapTab: 'map',
  sidePanel: 'map',
  turnsAreBrief: false,
  storyFilter: STORY_PRESETS.story,
  hidesAhead: false,
  librarySort: 'newest',
  libraryShow: 'all',
  libraryColumns: COLUMNS_AT_FIRST,
  timelineAxis: 'turns',
  pauseRules: DEFAULT_PAUSE_RULES,
  playbackSpeed: null,
  playbackPace: 'even',
  playbackStopsAtMarkers: false,
  recentCommands: [],
  tourIsSeen: false,
}

export const useView = create<View>()(
  persist(
    (): View => ({
      ...SETTINGS,
      dialog: null,
      dialogBefore: null,
      help: null,
      isUnfoldedBeforePart: false,
      widenedFilter: null,
      comparedFilter: STORY_PRESETS.story,
      targets: [],
      mcpServer: null,
      settingsAt: null,
      callToRepeat: null,
      callShown: null,
      mindForm: null,
      noteTurn: 0,
      failure: null,
      maximised: null,
      libraryFilter: '',
      libraryIsTable: false,
    }),
    {
      name: 'zorkgpt-view',
      version: 4,
      migrate: upgrade,
      storage: mergingStorage<ViewSettings>(),
      partialize: (view) =>
        Object.fromEntries(
          Object.entries({ ...view, storyFilter: filterToKeep(view) }).filter(([name]) =>
            Object.hasOwn(SETTINGS, name),
          ),
        ) as unknown as ViewSettings,
    },
  ),
)

/** The filter without what a search added, unless the user has chosen another filter since. */
export const filterToKeep = ({ storyFilter, widenedFilter }: View): StoryFilter =>
  widenedFilter?.after === storyFilter ? widenedFilter.before : storyFilter

/**
 * Upgrades settings of version 2, which has other names of pause rules, or 3, which has separate tabs for objectives
 * and notes.
 */
function upgrade(stored: unknown, version: number): ViewSettings {
  const before = (version < 2 ? {} : stored) as ViewSettings
  return {
    ...before,
    // Version 2 also stored default sizes, which cannot be distinguished from chosen ones.
    ...(version < 3 && { libraryWidth: null, sideWidth: null, mapHeight: null, layoutSizes: {} }),
    ...(['objectives', 'notes'].includes(before.mapTab) && { mapTab: 'mind' }),
    pauseRules: (renameOldPauseRules(before.pauseRules) ?? DEFAULT_PAUSE_RULES) as PauseRules,
    storyFilter: { ...STORY_PRESETS.story, ...before.storyFilter },
  }
}

export function setView(change: Partial<View> | ((view: View) => Partial<View>)): void {
  useView.setState(change)
}

/** Closes the dialog and shows the dialog that opened it, if any. */
export const closeDialog = () =>
  setView({
    dialog: useView.getState().dialogBefore,
    dialogBefore: null,
    mcpServer: null,
    settingsAt: null,
    callToRepeat: null,
  })
