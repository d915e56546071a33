import { type EpisodeState, latestObservation, type Turn } from './episode'
import { thinkingOf } from './thoughts'
import { changesOfTurn } from './turn-changes'

export interface MarkdownOptions {
  /** Also what was thought, and why each action was chosen. */
  readonly withThoughts: boolean
}

/** The episode as a Markdown document: a transcript for people, never the source of truth. */
export function formatMarkdown(state: EpisodeState, { withThoughts }: MarkdownOptions): string {
  const { manifest, opening, turns, ended } = state
  const { score = null, max_score: maxScore = null } = latestObservation(state) ?? {}
  const head = [
    `# ${manifest?.game.title ?? 'Episode'}`,
    ...(manifest ? [`Played by ${manifest.player.label}, ${manifest.at.slice(0, 10)}. Release ${manifest.game.release}, serial ${manifest.game.serial}, seed ${manifest.seed}.`] : []),
    ...(score === null ? [] : [`Score ${score}${maxScore === null ? '' : ` of ${maxScore}`} after ${turns.length} turns.`]),
  ]
  const body = turns.map((turn) => turnText(state, turn, withThoughts))
  const tail = ended ? [`*${ended.reason}*`] : []
  return `${[...head, ...(opening ? [quote(opening.text)] : []), ...body, ...tail].join('\n\n')}\n`
}

function turnText(state: EpisodeState, turn: Turn, withThoughts: boolean): string {
  const { action, observation } = turn
  const { scoreDelta } = changesOfTurn(state, turn)
  const thoughts = withThoughts ? [...thinkingOf(turn).map(({ text }) => text), action?.reasoning ?? ''].filter((text) => text !== '') : []
  return [
    `## ${turn.number}${observation?.location ? ` · ${observation.location.name}` : ''}`,
    ...thoughts.map((text) => text.split('\n').map((line) => `- ${line}`).join('\n')),
    ...(action ? [`**> ${action.action}**`] : []),
    ...(observation ? [quote(observation.text)] : []),
    ...(scoreDelta === 0 ? [] : [`Score ${scoreDelta > 0 ? '+' : ''}${scoreDelta}`]),
  ].join('\n\n')
}

/** The game's own text as a quotation, so that nothing in it is taken for Markdown of ours. */
const quote = (text: string): string => text.trim().split('\n').map((line) => (line.trim() === '' ? '>' : `> ${line.replace(/([\\`*_[\]<>#])/g, '\\$1')}  `)).join('\n')
