import type { ToolCall } from '@shared/episode/state/episode'
import { renameOldPauseRules } from '@shared/episode/log/old-pause-rules'
import { type PauseRules, USUAL_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { LayoutName, PanelSizes } from './layouts'
import { mergingStorage } from './merging-storage'
import { STORY_PRESETS, type StoryFilter } from './story-filter'

/** How things look, never what is true: none of this is in a log. */
export interface ViewSettings {
  readonly theme: Theme
  /** Of what the browser calls its normal size, in percent. */
  readonly textSize: (typeof TEXT_SIZES)[number]
  readonly rowHeight: (typeof ROW_HEIGHTS)[number]
  readonly motion: (typeof MOTIONS)[number]
  readonly isHyperlegible: boolean
  readonly hasSingleKeys: boolean
  /** In pixels; null: the reader has not sized it, and it is as the window's size has it (`panel-sizes.ts`). */
  readonly libraryWidth: number | null
  readonly sideWidth: number | null
  /** Height of the map above the inspector, which has the rest of the column. */
  readonly mapHeight: number | null
  /** Where it stands beside the map. */
  readonly inspectorWidth: number | null
  readonly libraryIsShown: boolean
  readonly sideIsShown: boolean
  readonly timelineIsShown: boolean
  /** False: the side column is the map's alone. */
  readonly inspectorIsShown: boolean
  /** The arrangement of the panels that was chosen last, and how large they were left in each. */
  readonly layout: LayoutName
  readonly layoutSizes: Readonly<Partial<Record<LayoutName, PanelSizes>>>
  readonly announcements: Announcements
  readonly inspectorTab: InspectorTab
  /** Whose calls the inspector lists. */
  readonly callsOf: 'turn' | 'episode'
  /** The request as the JSON that was sent and received. */
  readonly requestIsRaw: boolean
  readonly mapTab: MapTab
  /** Which of them is shown where the window is too narrow for all. */
  readonly sidePanel: 'library' | 'map' | 'inspector'
  readonly turnsAreBrief: boolean
  readonly storyFilter: StoryFilter
  /**
   * Hide in story, timeline and outline what lies ahead of the playhead, and on the map what only the game's memory
   * knows.
   */
  readonly hidesAhead: boolean
  readonly librarySort: LibrarySort
  readonly libraryShow: LibraryShow
  /** Of the table, in the order of `LIBRARY_COLUMNS`. */
  readonly libraryColumns: readonly LibraryColumn[]
  /** What the timeline is spaced by. */
  readonly timelineAxis: TimelineAxis
  /**
   * What the reader wants to be stopped by: what a run begins with and a playback stops at. What pauses a run that goes
   * on is in its log.
   */
  readonly pauseRules: PauseRules
  /**
   * Turns a second; times as fast as it happened, if that is the pace. Null: the reader has not chosen, and it goes as
   * `speedOf` says.
   */
  readonly playbackSpeed: number | null
  /** Every turn as long as the next, or each as long as it took. */
  readonly playbackPace: PlaybackPace
  readonly playbackStopsAtMarkers: boolean
  /** Commands that were last chosen from the palette, the latest first. */
  readonly recentCommands: readonly string[]
}

export type Theme = 'system' | 'dark' | 'light' | 'contrast'
export const THEMES: readonly Theme[] = ['system', 'dark', 'light', 'contrast']
export const TEXT_SIZES = [90, 100, 110, 125, 150, 200] as const
export const ROW_HEIGHTS = ['compact', 'normal', 'comfortable'] as const
export const MOTIONS = ['system', 'reduced'] as const
export type InspectorTab = 'thoughts' | 'calls' | 'request' | 'diff'
export type TimelineAxis = 'turns' | 'time' | 'tokens'
/** What the live region speaks of what is played. */
export const ANNOUNCEMENTS = ['off', 'turns', 'thoughts'] as const
export type Announcements = (typeof ANNOUNCEMENTS)[number]
export const SORTS = ['newest', 'oldest', 'name', 'score', 'turns', 'cost'] as const
/** What the table of the library can show, beside the title. */
export const LIBRARY_COLUMNS = [
  'state',
  'score',
  'turns',
  'level',
  'mind',
  'player',
  'seed',
  'room',
  'deaths',
  'rooms',
  'cost',
  'played',
  'tokens',
  'tags',
  'story',
  'started',
] as const
export type LibraryColumn = (typeof LIBRARY_COLUMNS)[number]
/** By a column in its usual direction, or with a sign before it in the other. */
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
  | 'mcp'
  | 'callAgain'
  | 'palette'
  | 'keys'
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
  /** The setting that has the focus, by its path in the file. */
  readonly path: string | null
}

export interface McpTarget {
  readonly name: string
  readonly tab: 'form' | 'log'
}

interface View extends ViewSettings {
  readonly dialog: Dialog | null
  /** The episodes that a dialog is about: the open one, or rows of the library. */
  readonly targets: readonly string[]
  /** The server that the MCP panel opens on; null: the first. */
  readonly mcpServer: McpTarget | null
  /** Where the settings open; null: at the model. */
  readonly settingsAt: SettingsTarget | null
  /** The call that is to be made once more, and the turn that it was made in. */
  readonly callToRepeat: { readonly call: ToolCall; readonly turn: number } | null
  /** The call whose request is shown, by `callId`; of another turn than that one it says nothing. */
  readonly callShown: { readonly turn: number; readonly call: string } | null
  /** What a person is writing for the player's mind; null: nothing. */
  readonly mindForm: 'note' | 'objective' | null
  /** The turn that the note is on. */
  readonly noteTurn: number
  /** What a command of the reader came to, if it failed; shown until dismissed. */
  readonly failure: string | null
  /** It has the place of all panels between the top bar and the timeline. */
  readonly mapIsMaximised: boolean
  /** What the library is filtered by, as `parseFilter` reads it. */
  readonly libraryFilter: string
  /** The library has the room of story, map and inspector, and is a table. */
  readonly libraryIsTable: boolean
}

export const useView = create<View>()(
  persist(
    (): View => ({
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
      libraryColumns: [
        'state',
        'score',
        'turns',
        'level',
        'player',
        'seed',
        'room',
        'cost',
        'played',
        'tags',
        'started',
      ],
      timelineAxis: 'turns',
      pauseRules: USUAL_PAUSE_RULES,
      playbackSpeed: null,
      playbackPace: 'even',
      playbackStopsAtMarkers: false,
      recentCommands: [],
      dialog: null,
      targets: [],
      mcpServer: null,
      settingsAt: null,
      callToRepeat: null,
      callShown: null,
      mindForm: null,
      noteTurn: 0,
      failure: null,
      mapIsMaximised: false,
      libraryFilter: '',
      libraryIsTable: false,
    }),
    {
      name: 'zorkgpt-view',
      version: 4,
      // The pause rules of version 2 had other names; what is older holds no more.
      migrate: (kept, version) => {
        if (version === 3) return withMind(kept)
        const before = (version === 2 ? withoutOldSizes(kept) : {}) as ViewSettings
        return version === 2
          ? withMind({ ...before, pauseRules: renameOldPauseRules(before.pauseRules) as PauseRules })
          : before
      },
      storage: mergingStorage<ViewSettings>(),
      partialize: ({
        dialog: _dialog,
        targets: _targets,
        mcpServer: _mcpServer,
        settingsAt: _settingsAt,
        callToRepeat: _callToRepeat,
        callShown: _callShown,
        mindForm: _mindForm,
        noteTurn: _noteTurn,
        failure: _failure,
        mapIsMaximised: _mapIsMaximised,
        libraryFilter: _libraryFilter,
        libraryIsTable: _libraryIsTable,
        ...settings
      }) => settings,
    },
  ),
)

/** Until version 3 the sizes that nobody had chosen were kept as well, and could not be told from those chosen. */
function withoutOldSizes(kept: unknown): Partial<ViewSettings> {
  const {
    libraryWidth: _library,
    sideWidth: _side,
    mapHeight: _map,
    layoutSizes: _sizes,
    ...rest
  } = kept as ViewSettings
  return rest
}

/** Until version 4 objectives and notes were tabs of their own, and the story had no filter of beliefs. */
function withMind(kept: unknown): ViewSettings {
  const before = kept as Omit<ViewSettings, 'mapTab'> & { readonly mapTab: string }
  const isMind = before.mapTab === 'objectives' || before.mapTab === 'notes'
  return {
    ...before,
    mapTab: isMind ? 'mind' : (before.mapTab as MapTab),
    storyFilter: { ...STORY_PRESETS.story, ...before.storyFilter },
  }
}

export function setView(change: Partial<View> | ((view: View) => Partial<View>)): void {
  useView.setState(change)
}
