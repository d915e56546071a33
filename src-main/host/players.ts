import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Variables } from '@shared/config/mcp-expansion'
import { samplingOf } from '@shared/config/sampling-of'
import type { Settings } from '@shared/config/settings'
import type { ChatMessage, Sampling } from '@shared/episode/chat'
import type { Player, PlayerKind } from '@shared/episode/event'
import { buildContext } from '../agent/build-context'
import { chooseAction } from '../agent/choose-action'
import { SYSTEM_PROMPT } from '../agent/prompts'
import { createRandomPlayer } from '../agent/random-player'
import { startExplorer } from '../explorer/endpoint'
import { openEndpoint } from '../llm/endpoint'
import { createChatClient } from '../llm/openai-client'
import { createLocalEnsemble } from '../mcp/local-ensemble'
import type { McpManager, OpenSessionRequest } from '../mcp/mcp-manager'
import { createSampler } from '../mcp/sampling'
import type { Secrets } from '../secrets/secrets'
import type { Controls } from './controls'
import { GAME_TOOLS, gameTools } from './game-tools'
import type { Recorder } from './recorder'
import type { Choice } from './run-turn'

/** Who chooses the actions of one episode. */
export interface PlayerSeat {
  readonly player: Player
  readonly sampling: Sampling | null
  readonly promptSha256: string | null
  choose(turn: number, table: Table): Promise<Choice>
  /** The next action of a person; refused by every other player. */
  submit(action: string, reasoning: string): boolean
  close(): Promise<void>
}

/** What a player may use while it chooses. */
export interface Table {
  readonly recorder: Recorder
  readonly controls: Controls
  readonly mcp: McpManager | null
}

export interface SeatOptions {
  readonly kind: PlayerKind
  readonly settings: Settings
  readonly model: string | undefined
  readonly baseUrl: string | undefined
  readonly seed: number
  readonly secrets: Secrets
  readonly env: Variables
}

export const PLAYER_LABELS: Readonly<Record<PlayerKind, string>> = {
  explorer: 'Explorer — rule-based, not an AI model',
  llm: 'AI model',
  random: 'Random — baseline, not an AI model',
  human: 'You',
}

export async function takeSeat(options: SeatOptions): Promise<PlayerSeat> {
  switch (options.kind) {
    case 'explorer':
      return seatExplorer(options)
    case 'llm':
      return seatModel(options, { baseUrl: options.baseUrl ?? options.settings.llm.client_base_url, model: options.model ?? options.settings.llm.agent_model, history: HISTORY_TURNS })
    case 'random':
      return seatRandom(options.seed)
    case 'human':
      return seatHuman()
    default:
      return options.kind satisfies never
  }
}

/** Turns of history that a language model is given; the explorer gets all, for it remembers nothing else. */
const HISTORY_TURNS = 20

async function seatExplorer(options: SeatOptions): Promise<PlayerSeat> {
  const explorer = await startExplorer({ wordsPerSecond: options.settings.gameplay.explorer_words_per_second })
  const seat = seatModel(options, { baseUrl: explorer.baseUrl, model: explorer.model, history: 'all' })
  return {
    ...seat,
    // The port is a new one at every start: it is no part of what was played.
    player: { kind: 'explorer', label: explorer.label, model: explorer.model, base_url: null, profile: 'explorer' },
    close: () => explorer.close(),
  }
}

interface Model {
  readonly baseUrl: string
  readonly model: string
  readonly history: number | 'all'
}

function seatModel({ settings, seed, kind, secrets, env }: SeatOptions, { baseUrl, model, history }: Model): PlayerSeat {
  const endpoint = openEndpoint(baseUrl, kind === 'explorer' ? { ...settings.llm, profile: 'explorer' } : settings.llm, secrets, env)
  const llm = createChatClient({ endpoint, mask: secrets.mask, retry: settings.retry, fallbackModels: kind === 'llm' ? settings.llm.fallback_models : [] })
  const sampling = samplingOf(settings.agent_sampling, seed)
  const sample = createSampler(llm, model, sampling)
  // Counted from nothing after a turn that was cut off: its requests no longer belong to the state that lists are read from.
  let sent: { readonly turn: number; readonly messages: readonly ChatMessage[] } = { turn: 0, messages: [] }
  return {
    player: { kind, label: kind === 'llm' ? model : PLAYER_LABELS[kind], model, base_url: baseUrl, profile: endpoint.profile.name },
    sampling,
    promptSha256: createHash('sha256').update(SYSTEM_PROMPT).digest('hex'),
    async choose(turn, { recorder, controls, mcp }) {
      const { signal } = controls
      const previousMessages = sent.turn === turn - 1 ? sent.messages : []
      sent = { turn: -1, messages: [] }
      const chosen = await chooseAction({
        turn,
        messages: buildContext(recorder.state, { historyTurns: history }),
        openSession: mcp && (() => openSession(mcp, turn, recorder, { signal, sample, localEnsembles: settings.mcp.local_tools && settings.run.handicap !== 'L0' ? [createLocalEnsemble(GAME_TOOLS, gameTools(() => recorder.state))] : [] })),
        llm,
        model,
        sampling,
        maxToolIterations: settings.mcp.max_tool_iterations,
        forceToolSupport: settings.mcp.force_tool_support,
        knownToolSets: new Set(Object.keys(recorder.state.toolSets)),
        previousMessages,
        record: (event) => recorder.record(event),
        draft: (event) => recorder.draft(event),
        beforeIteration: () => controls.pass('iteration'),
        signal,
        now: () => performance.now(),
      })
      sent = { turn, messages: chosen.messagesSent }
      return { action: chosen.action, reasoning: chosen.reasoning, new_objective: chosen.newObjective, source: chosen.source }
    },
    submit: () => false,
    close: async () => undefined,
  }
}

/** The turn's session; the next one starts to connect at once, while the model answers. */
async function openSession(mcp: McpManager, turn: number, recorder: Recorder, request: Pick<OpenSessionRequest, 'signal' | 'sample' | 'localEnsembles'>) {
  const session = await mcp.openSession({ ...request, turn, record: (event) => recorder.record(event) })
  if (turn !== recorder.state.turnLimit) mcp.prepareNext()
  return session
}

function seatRandom(seed: number): PlayerSeat {
  const random = createRandomPlayer(seed)
  return {
    player: { kind: 'random', label: PLAYER_LABELS.random, model: null, base_url: null, profile: null },
    sampling: null,
    promptSha256: null,
    async choose(_turn, { recorder, controls }) {
      await controls.pass('iteration')
      return { action: random.chooseAction(recorder.state), reasoning: 'Picked at random.', new_objective: null, source: 'random' }
    },
    submit: () => false,
    close: async () => undefined,
  }
}

function seatHuman(): PlayerSeat {
  let take: ((said: Pick<Choice, 'action' | 'reasoning'>) => void) | null = null
  return {
    player: { kind: 'human', label: PLAYER_LABELS.human, model: null, base_url: null, profile: null },
    sampling: null,
    promptSha256: null,
    async choose(_turn, { controls: { signal } }) {
      const said = await new Promise<Pick<Choice, 'action' | 'reasoning'>>((resolve, reject) => {
        take = resolve
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      })
      return { ...said, new_objective: null, source: 'human' }
    },
    submit(action, reasoning) {
      take?.({ action, reasoning })
      const taken = take !== null
      take = null
      return taken
    },
    close: async () => undefined,
  }
}
