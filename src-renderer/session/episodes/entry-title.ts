import type { LibraryEntry } from '@shared/contract/library'
import { titleFrom } from '@shared/episode/log/annotate'
import type { EpisodeSummary } from '@shared/episode/projections/summary'
import { sessionStrings } from '../strings'
import type { Named } from './many'

type Telling = Pick<EpisodeSummary, 'player' | 'furthest' | 'seed'>

/** What tells an episode from others of the same story, the weightiest first: who plays, how far it got, the seed. */
export const tellingParts = ({ player, furthest, seed }: Telling): readonly string[] =>
  [playerName(player), furthest ?? '', sessionStrings.seed(seed)].flatMap((part) => titleFrom(part) ?? [])

/** The title of an episode that the reader has given no name. */
export const usualTitle = (summary: Telling): string => tellingParts(summary).join(' · ')

/** The reader's name for the episode, else what tells it apart. */
export const titleOf = ({ annotations, summary, id }: LibraryEntry): string =>
  annotations.title ?? (summary && usualTitle(summary)) ?? id

/** The same beside its id, for what is done to several and told of each. */
export const named = (entry: LibraryEntry): Named => ({ id: entry.id, title: titleOf(entry) })

/** By what episodes stand in order of time; one that cannot be read by its id. */
export const startOf = ({ summary, id }: LibraryEntry): string => summary?.startedAt ?? id

/** What the episode is called that a fork is from. Of a log from elsewhere its id is anybody's text. */
export const parentTitle = (id: string, parent: LibraryEntry | undefined): string =>
  (parent && titleFrom(titleOf(parent))) ?? titleFrom(id) ?? '…'

/** The same in a few words, for a row that lies below it: the reader's name for it, else who plays it. */
export const shortTitle = (id: string, parent: LibraryEntry | undefined): string =>
  titleFrom(parent?.annotations.title ?? (parent?.summary ? playerName(parent.summary.player) : id)) ?? '…'

export const annotatedTurns = ({ annotations }: LibraryEntry): number => annotations.turns.length

/** A model by its own name, without the vendor before it; the other players by what they are. */
export const playerName = ({ kind, label, model }: EpisodeSummary['player']): string =>
  kind === 'llm' ? (model?.split('/').at(-1) ?? label) : sessionStrings.player[kind]
