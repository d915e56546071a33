import type { LibraryEntry } from '@shared/contract/library'
import type { SettingGroup } from '@shared/settings/describe-settings'
import { hasHost } from '../../session/connection/connection-store'
import { goToTurn, hasPlayhead, type OpenEpisode, useEpisode } from '../../session/episode/episode-store'
import { formatAddress } from '../../session/episode/links/address'
import { lastVisibleTurnOf } from '../../session/episode/use-last-visible-turn'
import { startKey, titleOf } from '../../session/episodes/entry-title'
import { HELP_DOCUMENTS, openHelp } from '../../session/help/help-places'
import { sessionStrings } from '../../session/strings'
import { focusRegion } from '../../session/view/regions'
import { SETTINGS_PAGES, type SettingsTarget, setView } from '../../session/view/view-store'
import { type ActionId, actionRows, actions, isAvailable } from '../actions'
import { commandStrings } from '../strings'
import { type Named, bestFirst, type Ranked } from './rank'

export type EntryGroup = 'turn' | 'recent' | 'command' | 'setting' | 'room' | 'episode' | 'help'

export interface Entry extends Named {
  readonly id: string
  readonly group: EntryGroup
  /** Distinguishes entries with the same name. */
  readonly detail: string
  /** Key names as in the table of actions. */
  readonly key?: string | undefined
  readonly run: () => unknown
}

const words = commandStrings.palette

/** Commands without an entry: the palette itself, and the command that needs a digit. */
const HIDDEN: ReadonlySet<ActionId> = new Set(['palette', 'goToShare'])
/** A command with more keys than this shows none of them. */
const MAX_KEYS = 4

export const commandEntries = (): readonly Entry[] =>
  actionRows
    .filter(([id, action]) => !HIDDEN.has(id) && isAvailable(action))
    .map(([id, { label, synonyms, keys }]) => ({
      id,
      group: 'command',
      label,
      synonyms,
      detail: '',
      key: keys.length > MAX_KEYS ? undefined : keys[0],
      run: () => actions[id].run(),
    }))

/** Pages of the settings, and every setting of the file once loaded. */
export function settingEntries(groups: readonly SettingGroup[]): readonly Entry[] {
  if (!hasHost()) return []
  const openAt = (settingsAt: SettingsTarget) => () => setView({ dialog: 'settings', settingsAt })
  const pages = SETTINGS_PAGES.map((page): Entry => ({
    id: `settings ${page}`,
    group: 'setting',
    label: commandStrings.settingsPages[page],
    synonyms: commandStrings.settingsSynonyms[page].split(', '),
    detail: words.settingsPage,
    run: openAt({ page, path: null }),
  }))
  const fields = groups.flatMap(({ title: group, fields: all }) =>
    all.map(({ path, title }): Entry => ({
      id: `setting ${path}`,
      group: 'setting',
      label: title,
      synonyms: [path, group],
      detail: path,
      run: openAt({ page: 'file', path }),
    })),
  )
  return [...pages, ...fields]
}

export const helpEntries = (): readonly Entry[] =>
  hasHost()
    ? HELP_DOCUMENTS.map((document) => ({
        id: `help ${document}`,
        group: 'help',
        label: sessionStrings.help.about(sessionStrings.help.pages[document]),
        detail: '',
        run: () => openHelp(document),
      }))
    : []

/** Rooms visited up to the last visible turn. Each entry leads to the first visit. */
export function roomEntries(episode: OpenEpisode): readonly Entry[] {
  const last = lastVisibleTurnOf(episode) ?? Infinity
  return Object.values(episode.history.latest.map.locations)
    .filter(({ firstTurn }) => firstTurn <= last)
    .map(({ id, name, firstTurn }) => ({
      id: `room ${id}`,
      group: 'room',
      label: name,
      detail: words.firstVisit(firstTurn),
      run: () => goToTurn(firstTurn),
    }))
}

/** Episodes by title, story, model, seed and tags; the latest first. */
export const episodeEntries = (entries: Iterable<LibraryEntry>): readonly Entry[] =>
  Array.from(entries)
    .toSorted((a, b) => startKey(b).localeCompare(startKey(a)))
    .map((entry) => {
      const { id, summary, annotations } = entry
      const { game, player, seed } = summary ?? {}
      return {
        id: `episode ${id}`,
        group: 'episode',
        label: titleOf(entry),
        synonyms: [game?.title, player?.model, seed?.toString(), ...annotations.tags, id].filter(isText),
        detail: game?.title ?? '',
        run: () => {
          location.hash = formatAddress({ episodeId: id, playhead: 'live' })
          focusRegion('story')
        },
      }
    })

const isText = (text: string | null | undefined): text is string => typeof text === 'string' && text !== ''

/** "17", "turn 17", "@17", or "17.3" for an event of the turn. */
const TURN = /^(?:turn\s+|@\s*)?(\d{1,9})(?:\.(\d{1,9}))?$/i

/** The entry of the turn that the query names, if it exists. */
export function turnEntries(query: string, episode: OpenEpisode): readonly Entry[] {
  const [, turn, event] = TURN.exec(query.trim()) ?? []
  if (turn === undefined || !hasPlayhead(episode)) return []
  const number = Number(turn)
  const { spans, latest } = episode.history
  const span = spans[number]
  if (!span || number > (lastVisibleTurnOf(episode) ?? Infinity)) return []
  const count = (span.lastSeq ?? latest.seq) - span.firstSeq + 1
  if (event !== undefined && Number(event) >= count) return []
  const name = sessionStrings.turnName(number)
  return [
    {
      id: `turn ${number}`,
      group: 'turn',
      label: event === undefined ? name : words.eventOf(name, Number(event)),
      detail: latest.turns[number - 1]?.action?.action ?? '',
      run: () =>
        event === undefined
          ? goToTurn(number)
          : useEpisode.getState().movePlayhead({ turn: number, event: Number(event) }),
    },
  ]
}

export interface Section {
  readonly group: EntryGroup
  readonly entries: readonly Entry[]
}

/** Maximum number of entries per group; a longer query narrows them. */
const MAX: Readonly<Record<EntryGroup, number>> = {
  turn: 1,
  recent: 5,
  command: 14,
  setting: 8,
  room: 8,
  episode: 8,
  help: 5,
}
const MAX_UNASKED = 40

/** The matching entries by group, best matches first. Without a query: the commands, recent ones first. */
export function findEntries(
  query: string,
  entries: readonly Entry[],
  turns: readonly Entry[],
  recent: readonly string[],
): readonly Section[] {
  if (query.trim() === '') return unasked(entries, recent)
  const found = bestFirst(query, entries, (entry) => entry)
  const rankOf = ({ item }: Ranked<Entry>) => recent.indexOf(item.id) + 1 || Infinity
  const groups = new Map<EntryGroup, Ranked<Entry>[]>()
  for (const one of found) groups.set(one.item.group, [...(groups.get(one.item.group) ?? []), one])
  const sections = [...groups].map(([group, ranked]): Section => ({
    group,
    // Equal matches are sorted by last use.
    entries: ranked
      .toSorted((a, b) => a.rank - b.rank || (rankOf(a) === rankOf(b) ? 0 : rankOf(a) - rankOf(b)))
      .slice(0, MAX[group])
      .map(({ item }) => item),
  }))
  return turns.length > 0 ? [{ group: 'turn', entries: turns }, ...sections] : sections
}

function unasked(entries: readonly Entry[], recent: readonly string[]): readonly Section[] {
  const commands = entries.filter(({ group }) => group === 'command')
  const last = recent.flatMap((id) => commands.find((command) => command.id === id) ?? []).slice(0, MAX.recent)
  const others = commands.filter((command) => !last.includes(command)).slice(0, MAX_UNASKED)
  const sections: readonly Section[] = [
    { group: 'recent', entries: last },
    { group: 'command', entries: others },
  ]
  return sections.filter(({ entries: shown }) => shown.length > 0)
}
