import { HOW_TO_PRESS_A_KEY } from '@shared/episode/log/key-names'
import { printedText } from '@shared/episode/state/outcome'
import type { Findings } from './findings'
import type { GameSession, Played } from './game-session'
import type { Notebook } from './notebook'

/** The texts have the words and the layout of the requirements. Unknown facts are called unknown, never 0. */

/** The reply, then the points, then the counters. */
export function describePlay({ observation, reward, done }: Played): string {
  const { score, moves, notices, fault, input } = observation
  const points =
    reward === null || reward === 0 ? '' : `\n\n${reward > 0 ? '+' : ''}${reward} points! (Total: ${known(score)})`
  const fell = fault ? `\n\nThe story's program failed: ${notices[0] ?? ''}` : ''
  const key = input === 'char' ? `\n\n${HOW_TO_PRESS_A_KEY}` : ''
  return `${printedText(observation).trim()}${fell}${points}${key}\n\n[Score: ${known(score)} | Moves: ${known(moves)}]${done ? '\n\nGAME OVER' : ''}`
}

export function describeMemory(game: string, notebook: Notebook): string {
  const { observation, history, description } = notebook
  const { location, score, moves } = observation
  const text = printedText(observation).trim()
  const recent = history
    .slice(-RECENT)
    .map(({ action, text: reply }) => `  > ${action} -> ${reply.replaceAll(/\s+/g, ' ').slice(0, REPLY_LENGTH)}...`)
  return [
    'Current State:',
    `- Location: ${location?.name ?? 'Unknown'}`,
    `- Score: ${known(score)} points`,
    `- Moves: ${known(moves)}`,
    `- Game: ${game}`,
    '',
    'Recent Actions:',
    ...(recent.length > 0 ? recent : ['  (none yet)']),
    '',
    'Current Observation:',
    // The description of the location, then the latest reply.
    ...(description === null || text.includes(description) ? [] : [description, '']),
    text,
  ].join('\n')
}

const RECENT = 5
const REPLY_LENGTH = 60

export function describeInventory({ observation: { inventory } }: Notebook): string {
  if (inventory === null) return 'Inventory: unknown, because this story does not show it. Play the action "inventory".'
  return `Inventory: ${inventory.length === 0 ? 'You are empty-handed.' : inventory.map(({ name }) => name).join(', ')}`
}

export function describeObjects({ objects }: Findings): string {
  const lines = [...objects.values()].map(({ name, place }) => `* ${name}: ${place === null ? 'carried' : place}`)
  return lines.length === 0
    ? 'No objects seen yet.'
    : ['Objects seen, and where last:', '', ...lines.toSorted()].join('\n')
}

export function describeGoals({ notebook }: GameSession): string {
  const { observation, findings } = notebook
  const list = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', `${title}:`, ...lines])
  const of = (kind: 'scored' | 'refused') => findings.goals.filter((goal) => goal.kind === kind)
  return [
    `Score: ${known(observation.score)}${observation.max_score === null ? '' : ` of ${observation.max_score}`}`,
    ...list(
      'What scored',
      of('scored').map(({ place, action, points }) => `* ${action}, at ${place ?? 'an unknown place'}: +${points}`),
    ),
    ...list(
      'Refused so far, perhaps a puzzle',
      of('refused').map(
        ({ place, action, text }) => `* ${action}, at ${place ?? 'an unknown place'}: ${text.split('\n')[0]}`,
      ),
    ),
  ].join('\n')
}

const known = (value: number | null) => value ?? 'unknown'

/** The facts of a game as structured content of tools and resources. */
export const resultOf = ({ observation, reward, done }: Played) => ({ ...observation, reward, done })

export function statusOf(session: GameSession) {
  const { story, notebook, environment } = session
  const { sha256, version, release, serial } = story.identity
  return {
    ...resultOf(session.look()),
    description: notebook.description,
    game: story.name,
    story: { file_name: story.fileName, sha256, version, release, serial },
    step: notebook.step,
    state_hash: environment.getStateHash(),
    recent_actions: notebook.history.slice(-5).map(({ action, text }) => ({ action, text })),
    saved_games: session.saveNames,
  }
}
