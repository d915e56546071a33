import { visibleJson, visibleText } from '@shared/base/visible-text'
import { type ChatMessage, wholeText } from '@shared/episode/log/chat'
import { type EpisodeState, seedInForce, type Observation, type Turn } from '@shared/episode/state/episode'
import { usageIn } from '@shared/episode/state/model-calls'
import { changesOf } from '@shared/episode/state/turn-changes'
import type { ReadTurn } from '../episode/log/read-each-turn'
import type { ExportedEpisode } from './exported-episode'
import type { FilePart } from './file-part'

/** The files that TALES (microsoft/tale-suite) writes: steps as JSON Lines, results as JSON, and a readable log. */
export async function* talesOf(episodes: AsyncIterable<ExportedEpisode>): AsyncGenerator<FilePart> {
  const taken = new Set<string>()
  for await (const episode of episodes) yield* filesOf(episode, taken)
}

async function* filesOf(episode: ExportedEpisode, taken: Set<string>): AsyncGenerator<FilePart> {
  let names: Names | null = null
  let sums = noSums
  for await (const { turns, state } of episode.read()) {
    names ??= namesOf(episode, state, taken)
    const steps = turns.map((read) => stepOf(read))
    yield { file: `${names.path}.jsonl`, part: steps.map((step) => `${visibleJson(step)}\n`).join('') }
    yield { file: `${names.path}.log`, part: turns.map(logLines).join('') }
    for (const [index, step] of steps.entries()) sums = addStep(sums, step, turns[index])
  }
  if (names !== null)
    yield { file: `${names.path}.json`, part: `${visibleJson(summaryOf(episode, names, sums), undefined, 2)}\n` }
}

interface Names {
  readonly env: string
  readonly params: string
  /** The path of all three files, without extension. */
  readonly path: string
}

/** Adds a number to the name of an episode if TALES would use the same name twice. */
function namesOf({ unit, outcome }: ExportedEpisode, state: EpisodeState, taken: Set<string>): Names {
  const { manifest } = state
  const handicap = manifest?.handicap ?? 'L0'
  const player = unit?.arm ?? manifest?.player.model ?? manifest?.player.kind ?? 'player'
  const agent = [word(player), handicap, ...(unit && unit.repeat > 1 ? [`r${unit.repeat}`] : [])].join('_')
  const stem = word((manifest?.game.file_name ?? '').replace(/\.\w+$/, ''))
  const env = `JerichoEnv${stem.charAt(0).toUpperCase()}${stem.slice(1).toLowerCase()}`
  const hasCommands = handicap === 'L4' || handicap === 'L5'
  const params = `a${hasCommands ? 1 : 0}_s${seedInForce(state) ?? 0}_steps${state.turnLimit ?? outcome.turns}`
  for (let count = 1; ; count++) {
    const path = `tales_${agent}${count > 1 ? `_${count}` : ''}/${env}/${params}`
    // Many file systems ignore case.
    if (taken.has(path.toLowerCase())) continue
    taken.add(path.toLowerCase())
    return { env, params, path }
  }
}

/** A text as part of a file name that is valid on every system. */
const word = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9.-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60) || 'x'

type Step = ReturnType<typeof stepOf>

function stepOf({ turn, before, sent }: ReadTurn) {
  const { action, observation } = turn
  const asked = turn.iterations.findLast(({ response }) => response !== null)
  const messages = asked && sent.get(asked.number)
  const { tokensIn, tokensOut, tokensReasoning } = usageIn(turn)
  return {
    Step: turn.number,
    Score: observation?.score ?? null,
    'Max Score': observation?.max_score ?? null,
    'Normalized Score': shareOf(observation?.score ?? null, observation?.max_score ?? null),
    Moves: observation?.moves ?? null,
    Observation: before?.text ?? null,
    Action: action?.action ?? null,
    Feedback: observation?.text ?? null,
    Prompt: messages ? messagesText(messages) : null,
    Response: asked?.response?.content ?? null,
    Thinking: asked?.response?.reasoning ?? null,
    'Token Usage': tokensIn === null && tokensOut === null ? null : (tokensIn ?? 0) + (tokensOut ?? 0),
    'Prompt Tokens': tokensIn,
    'Response Tokens': tokensOut,
    'Thinking Tokens': tokensReasoning,
  }
}

const shareOf = (score: number | null, most: number | null): number | null =>
  score === null || most === null || most <= 0 ? null : score / most

interface Sums {
  readonly steps: number
  readonly moves: number | null
  readonly maxScore: number | null
  readonly highscore: number | null
  readonly wins: number
  readonly losts: number
  readonly resets: number
  readonly invalid: number
  readonly seconds: number
  readonly tokens: readonly [all: number, prompt: number, response: number, thinking: number]
}

const noSums: Sums = {
  steps: 0,
  moves: null,
  maxScore: null,
  highscore: null,
  wins: 0,
  losts: 0,
  resets: 0,
  invalid: 0,
  seconds: 0,
  tokens: [0, 0, 0, 0],
}

function addStep(sums: Sums, step: Step, read: ReadTurn | undefined): Sums {
  if (read === undefined) return sums
  const { turn, before } = read
  const { won, died } = changesOf(before, turn.observation)
  const { Score: score, Moves: moves, 'Max Score': most } = step
  const [all, prompt, response, thinking] = sums.tokens
  return {
    steps: sums.steps + 1,
    moves: moves ?? sums.moves,
    maxScore: most ?? sums.maxScore,
    highscore: score === null ? sums.highscore : Math.max(score, sums.highscore ?? score),
    wins: sums.wins + (won ? 1 : 0),
    losts: sums.losts + (died ? 1 : 0),
    resets: sums.resets + (hasBegunAnew(turn.observation) ? 1 : 0),
    invalid: sums.invalid + (isInvalid(turn, before) ? 1 : 0),
    seconds: sums.seconds + (turn.completed?.durationMs ?? 0) / 1000,
    tokens: [
      all + (step['Token Usage'] ?? 0),
      prompt + (step['Prompt Tokens'] ?? 0),
      response + (step['Response Tokens'] ?? 0),
      thinking + (step['Thinking Tokens'] ?? 0),
    ],
  }
}

const hasBegunAnew = (after: Observation | null): boolean =>
  after?.rule_applied !== undefined && after.rule_applied !== 'stop'

/** TALES counts an action as invalid only if the player got a list of valid actions. */
const isInvalid = ({ action }: Turn, before: Observation | null): boolean =>
  action !== null && before?.valid_actions !== undefined && !before.valid_actions.includes(action.action)

const STATUSES: Readonly<Record<string, string>> = { error: 'failed', stopped: 'killed' }

function summaryOf({ outcome: { ended } }: ExportedEpisode, { env, params }: Names, sums: Sums) {
  const [all, prompt, response, thinking] = sums.tokens
  const share = shareOf(sums.highscore, sums.maxScore)
  return {
    status: ended === null ? 'running' : (STATUSES[ended] ?? 'finished'),
    env_name: env,
    env_params: params,
    wandb_run_id: null,
    wandb_url: null,
    nb_steps: sums.steps,
    nb_moves: sums.moves,
    nb_invalid_actions: sums.invalid,
    nb_losts: sums.losts,
    nb_wins: sums.wins,
    nb_resets: sums.resets,
    highscore: sums.highscore,
    max_score: sums.maxScore,
    norm_score: share,
    duration: sums.seconds,
    'total/Env. Steps': sums.steps,
    'total/Game Moves': sums.moves,
    'total/Invalid Actions': sums.invalid,
    'total/Losts': sums.losts,
    'total/Wins': sums.wins,
    'total/Resets': sums.resets,
    'total/Tokens': all,
    'total/Prompt Tokens': prompt,
    'total/Response Tokens': response,
    'total/Thinking Tokens': thinking,
    'final/Highscore': sums.highscore,
    'final/Game Max Score': sums.maxScore,
    'final/Normalized Score': share,
    'final/Duration': sums.seconds,
  }
}

function logLines({ turn }: ReadTurn): string {
  const { number, completed, startedAt, action, observation } = turn
  const figures = `Score: ${observation?.score ?? '?'}  Move: ${observation?.moves ?? '?'}`
  return `${completed?.at ?? startedAt}: ${number}. ${figures}  Action: ${visibleText(action?.action ?? '')}\n${visibleText(observation?.text ?? '')}\n\n`
}

/** Messages as one text, for formats without message lists. */
const messagesText = (messages: readonly ChatMessage[]): string =>
  messages.map((message) => [`${message.role}:`, wholeText(message), ...callsOf(message)].join('\n')).join('\n\n')

const callsOf = ({ tool_calls: calls = [] }: ChatMessage): readonly string[] =>
  calls.map(({ function: { name, arguments: given } }) => `${name} ${given}`)
