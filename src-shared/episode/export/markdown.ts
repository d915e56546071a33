import { visibleText } from '../../base/visible-text'
import { type Help, helpOf, hintLine, hintsFor, isTakenOver, formatHelp } from '../projections/help'
import type { EpisodeSummary } from '../projections/summary'
import { thinkingOf } from '../projections/thoughts'
import { type EpisodeState, latestObservation, type Observation, type Turn } from '../state/episode'
import { traitsOf } from '../state/players'
import { changesOf, observationBefore } from '../state/turn-changes'

export interface MarkdownOptions {
  /** Includes thoughts and the reason for each action. */
  readonly withThoughts: boolean
}

/** The episode as a Markdown document for people to read; no program reads it back. */
export function formatMarkdown(state: EpisodeState, options: MarkdownOptions): string {
  const { score = null, max_score: maxScore = null } = latestObservation(state) ?? {}
  const body = state.turns.map((turn) => markdownTurn(turn, observationBefore(state, turn.number), options, state))
  const result = { score, maxScore, turns: state.turns.length, help: helpOf(state) }
  return `${[markdownHead(state, result), ...body, ...markdownTail(state)].join('\n\n')}\n`
}

export type Result = Pick<EpisodeSummary, 'score' | 'maxScore' | 'turns'> & { readonly help: Help | null }

/** The head of the document, for an episode that is not in memory as a whole. Join the parts with empty lines. */
export function markdownHead(
  { manifest, opening }: Pick<EpisodeState, 'manifest' | 'opening'>,
  { score, maxScore, turns, help }: Result,
): string {
  const head = [
    `# ${oneLine(manifest?.game.title ?? 'Episode')}`,
    ...(manifest
      ? [
          `Played by ${oneLine(manifest.player.label)}, ${manifest.at.slice(0, 10)}. Release ${manifest.game.release}, serial ${manifest.game.serial}, seed ${manifest.seed}.`,
        ]
      : []),
    ...(score === null ? [] : [`Score ${score}${maxScore === null ? '' : ` of ${maxScore}`} after ${turns} turns.`]),
    ...(help === null ? [] : [`A person helped the player: ${formatHelp(help)}.`]),
  ]
  return [...head, ...(opening ? [quote(opening.text)] : [])].join('\n\n')
}

export const markdownTail = ({ ended }: Pick<EpisodeState, 'ended'>): readonly string[] =>
  ended ? [`*${oneLine(ended.reason)}*`] : []

/** `state` must be that of the whole episode, because a person's help is read from it. */
export function markdownTurn(
  turn: Turn,
  before: Observation | null,
  { withThoughts }: MarkdownOptions,
  state: Pick<EpisodeState, 'manifest' | 'hints'>,
): string {
  const { action, observation } = turn
  const { scoreDelta } = changesOf(before, observation)
  const isByPerson = isTakenOver(turn) && !traitsOf(state).isPerson
  const thoughts = withThoughts
    ? [...thinkingOf(turn).map(({ text }) => text), action?.reasoning ?? ''].filter((text) => text !== '')
    : []
  return [
    `## ${turn.number}${observation?.location ? ` · ${oneLine(observation.location.name)}` : ''}`,
    ...thoughts.map((text) =>
      linesOf(text)
        .map((line) => `- ${plain(line)}`)
        .join('\n'),
    ),
    ...hintsFor(state, turn.number).map((hint) => `*A person suggested:* ${oneLine(hintLine(hint))}`),
    ...(action ? [`**> ${oneLine(action.action)}**${isByPerson ? ' *(entered by the user)*' : ''}`] : []),
    ...(observation ? [quote(observation.text)] : []),
    ...(scoreDelta === 0 ? [] : [`Score ${scoreDelta > 0 ? '+' : ''}${scoreDelta}`]),
  ].join('\n\n')
}

/** The game's text as a block quote. */
const quote = (text: string): string =>
  linesOf(text.trim())
    .map((line) => (line.trim() === '' ? '>' : `> ${plain(line)}  `))
    .join('\n')

/** Escapes Markdown and HTML in texts of games, models and players, and makes hidden characters visible. */
const plain = (line: string): string =>
  line.replace(/[\\`*_[\]<>#&~|]/g, '\\$&').replace(/^(\s*)([-+=]|\d+(?=[.)]))/, beginning)
const beginning = (_match: string, blank: string, sign: string): string =>
  /\d/.test(sign) ? `${blank}${sign}\\` : `${blank}\\${sign}`
const linesOf = (text: string): string[] => visibleText(text).split('\n')
const oneLine = (text: string): string =>
  plain(
    linesOf(text.trim())
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join(' '),
  )
