import type { LibraryEntry } from '@shared/contract/library'
import type { EpisodeSummary } from '@shared/episode/projections/summary'
import { formatCost, formatDay, formatSpan } from '../../kit/text/format'
import { annotatedTurns, shortTitle, unusualMind } from '../../session/episodes/entry-title'
import { sessionStrings } from '../../session/strings'
import { episodesStrings as words } from './strings'

/**
 * The facts of an episode as its row shows them, most important first, because a narrow row cuts the last ones. Zero
 * and unknown values are null. `parent` is the entry of the episode that was forked.
 */
export function factsOf(entry: LibraryEntry, summary: EpisodeSummary, parent: LibraryEntry | undefined) {
  const { part, turns, deaths, costUsd, forkedFrom, handicap, disguise, knowledge, playedMs, game, help, mind, unit } =
    summary
  const marks = annotatedTurns(entry)
  return {
    helped: help && words.helped,
    fork: forkedFrom && words.fork(shortTitle(parent), forkedFrom.turn),
    turns: part ? sessionStrings.part(part) : words.turns(turns),
    handicap,
    mind: unusualMind(mind),
    disguise: disguise === 'none' ? null : sessionStrings.mirrored,
    knowledge: knowledge === null || knowledge.level === 'K0' ? null : knowledge.level,
    deaths: deaths === 0 ? null : words.deaths(deaths),
    experiment: unit && unit.experiment,
    marks: marks === 0 ? null : words.marks(marks),
    story: game.title,
    cost: costUsd === null ? null : formatCost(costUsd),
    played: playedMs === 0 ? null : formatSpan(playedMs),
  }
}

/** The score of an episode as its row shows it; null if it is unknown. */
export const pointsOf = ({ summary }: LibraryEntry): string | null =>
  summary === null || summary.score === null ? null : words.points(summary.score, summary.maxScore)

/** The day on which an episode began, or the time if it was today. */
export const dayOf = ({ summary }: LibraryEntry): string | null => summary && formatDay(summary.startedAt)

export const known = (facts: readonly (string | null)[]): readonly string[] => facts.filter((fact) => fact !== null)

/** The texts of a row beside state, title and tags. The filter searches them, so that it finds every word of a row. */
export function shownFacts(entry: LibraryEntry, parent: LibraryEntry | undefined): readonly string[] {
  const facts = entry.summary ? Object.values(factsOf(entry, entry.summary, parent)) : []
  return known([...facts, pointsOf(entry), dayOf(entry)])
}
