import type { LibraryEntry } from '@shared/contract/library'
import { titleFrom } from '@shared/episode/log/annotate'
import type { LoggedEvent } from '@shared/episode/log/event'
import type { EpisodeSummary } from '@shared/episode/projections/summary'
import { sessionStrings } from '../strings'
import type { NamedEpisode } from './bulk-action'

type TitleFacts = Pick<EpisodeSummary, 'player' | 'furthest' | 'seed' | 'mind' | 'unit' | 'forkedFrom'>

/** Maximum length of an action in a title, in characters. */
const LONGEST_ACTION = 24

/**
 * The properties that distinguish an episode from others of its story, most important first: arm of an experiment or
 * player, seed, player of an arm or unusual mind, furthest point. A fork with its parent's seed differs by its first
 * action after the fork, a repeated answer by its number.
 */
export function distinguishingParts(facts: TitleFacts): readonly string[] {
  const { player, furthest, seed, mind, unit, forkedFrom } = facts
  const name = playerName(player)
  const arm = unit !== null && unit.arm.toLowerCase() !== name.toLowerCase() ? unit.arm : null
  const action = titleFrom(forkedFrom?.action ?? '')
  const answered = action === null ? '' : sessionStrings.action(action, LONGEST_ACTION)
  const { answer } = forkedFrom ?? {}
  const differing = [
    answer === undefined ? answered : sessionStrings.answer(answer, answered),
    sessionStrings.seed(seed),
  ]
  if (forkedFrom?.hasOwnSeed) differing.reverse()
  return [arm ?? name, ...differing, arm === null ? (unusualMind(mind) ?? '') : name, furthest ?? ''].flatMap(
    (part) => titleFrom(part) ?? [],
  )
}

export const unusualMind = (mind: EpisodeSummary['mind']): string | null =>
  mind !== null && mind !== 'standard' ? sessionStrings.mind[mind] : null

export const defaultTitle = (summary: TitleFacts): string => distinguishingParts(summary).join(' · ')

/** The user's name for the episode, else the default title. */
export const titleOf = ({ annotations, summary, id }: LibraryEntry): string =>
  annotations.title ?? (summary && defaultTitle(summary)) ?? id

export const namedEpisode = (entry: LibraryEntry): NamedEpisode => ({ id: entry.id, title: titleOf(entry) })

/** Sort key by start time; the id for an episode that cannot be read. */
export const startKey = ({ summary, id }: LibraryEntry): string => summary?.startedAt ?? id

/** Title of a fork's parent. `parent` is undefined if it is not listed. */
export const parentTitle = (parent: LibraryEntry | undefined): string =>
  parent ? (titleFrom(titleOf(parent)) ?? '…') : sessionStrings.fork.deletedParent

/** A short title of a fork's parent: its name, else its player. */
export const shortTitle = (parent: LibraryEntry | undefined): string =>
  parent
    ? (titleFrom(parent.annotations.title ?? (parent.summary ? playerName(parent.summary.player) : parent.id)) ?? '…')
    : sessionStrings.fork.deletedParent

/** The player before the last fork, according to the fork's log, because the parent may be missing. */
export function parentPlayer(events: readonly LoggedEvent[]): string | null {
  const at = events.findLastIndex(({ event_type: type }) => type === 'episode_forked')
  const before = events
    .slice(0, Math.max(0, at))
    .findLast((event) => event.event_type === 'episode_started' || event.event_type === 'episode_forked')
  return before && 'player' in before ? titleFrom(playerName(before.player)) : null
}

export const annotatedTurns = ({ annotations }: LibraryEntry): number => annotations.turns.length

/** The name of a model without its vendor; the kind of any other player. */
export const playerName = ({ kind, label, model }: EpisodeSummary['player']): string =>
  kind === 'llm' ? (model?.split('/').at(-1) ?? label) : sessionStrings.player[kind]

/** Level and version, such as `K2 1a2b3c4d`; null for players without a mind. */
export const knowledgeName = (knowledge: EpisodeSummary['knowledge']): string | null =>
  knowledge && [knowledge.level, ...(knowledge.sha256 === null ? [] : [knowledge.sha256.slice(0, 8)])].join(' ')
