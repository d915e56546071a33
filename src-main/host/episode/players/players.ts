import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { SYSTEM_PROMPT } from '@shared/agent/system-prompt'
import type { ChatMessage, Sampling } from '@shared/episode/log/chat'
import type { Player as PlayerIdentity, PlayerKind } from '@shared/episode/log/event'
import type { Turn } from '@shared/episode/state/episode'
import { EXPLORER_MODEL, PLAYER_TRAITS } from '@shared/episode/state/players'
import { samplingOf } from '@shared/settings/mind-of'
import type { Settings } from '@shared/settings/settings'
import { buildToolContext } from '../../../agent/build-tool-context'
import { chooseAction } from '../../../agent/choose-action'
import { createFittedPrompts } from '../../../agent/fit-prompt'
import { choiceOf, guardAction, recordAnswer } from '../../../agent/mind/act-with-mind'
import { criticiseAction } from '../../../agent/mind/critic'
import { createAskHelper, type HelperTurn } from '../../../agent/mind/helpers'
import { reflect } from '../../../agent/mind/reflector'
import { summarise } from '../../../agent/mind/summariser'
import { assemble } from '../../../agent/prompt'
import { TOOL_PLAYER_PROMPT } from '../../../agent/prompts'
import { seedOfText, seedPerRequest } from '../../../agent/request-seed'
import { EXPLORER_LABEL, startExplorer } from '../../../explorer/endpoint/endpoint'
import { type Endpoint, type EndpointSource, openEndpoint, refuseStrayKeys } from '../../../llm/endpoint'
import { createChatClient } from '../../../llm/openai-client'
import type { McpManager, OpenSessionRequest } from '../../../mcp/mcp-manager'
import { createSampler } from '../../../mcp/questions/sampling'
import { createLocalTools } from '../../../mcp/tools/local-tools'
import type { Controls } from '../controls'
import type { Recorder } from '../recorder'
import type { Choice } from '../run-episode'
import { GAME_TOOLS, gameTools } from './game-tools'
import { type AskedAt, helperEndpoints, openHelpers } from './helper-models'
import type { McpGame } from './mcp-game'
import { humanPlayer, randomPlayer } from './players-without-model'
import { withWeights } from './weights'

export interface Player {
  readonly identity: PlayerIdentity
  readonly sampling: Sampling | null
  readonly promptSha256: string | null
  choose(turn: number, context: PlayerContext): Promise<Choice>
  /** Submits the next action of a person; absent for other players. Returns false if no action is expected. */
  readonly submit?: (action: string, reasoning: string) => boolean
  close(): Promise<void>
}

interface PlayerContext {
  readonly recorder: Recorder
  readonly controls: Controls
  readonly mcp: McpManager | null
}

interface PlayerOptions {
  readonly kind: PlayerKind
  readonly settings: Settings
  readonly model: string | undefined
  readonly baseUrl: string | undefined
  readonly seed: number
  /** Replaces the app's system prompt; null keeps it. */
  readonly prompt: string | null
  /** Keys, and what the endpoint needs besides the settings. */
  readonly keys: Keys
  /** The game of player kind `mcp`, played through tools; null for all others. */
  readonly toolGame: McpGame | null
}

export type Keys = Omit<EndpointSource, 'settings'>

export async function createPlayer(options: PlayerOptions): Promise<Player> {
  switch (options.kind) {
    case 'explorer':
      return explorerPlayer(options)
    case 'llm':
      return withWeights(modelPlayer(options, modelOf(options)), options.keys)
    case 'mcp':
      return explorerPlaysTools(options)
        ? explorerPlayer(options)
        : withWeights(modelPlayer(options, modelOf(options)), options.keys)
    case 'random':
      return randomPlayer(options.seed)
    case 'human':
      return humanPlayer()
    default:
      return options.kind satisfies never
  }
}

type AskedModel = Pick<PlayerOptions, 'kind' | 'settings' | 'model' | 'baseUrl' | 'keys'>

/** Rejects with `key_not_agreed` if this player would send a key to an address for which it was not entered. */
export async function refuseStrayKeysOf(player: AskedModel, keysFor: string | undefined): Promise<void> {
  const asks = player.kind === 'llm' || (player.kind === 'mcp' && !explorerPlaysTools(player))
  if (!asks) return
  const actor = modelOf(player)
  await refuseStrayKeys(endpointOf(player, actor), keysFor)
  for (const asked of PLAYER_TRAITS[player.kind].hasMind ? helperEndpoints(player.settings, actor) : [])
    await refuseStrayKeys(endpointOf(player, asked), keysFor)
}

function endpointOf({ settings: { llm }, keys }: Pick<AskedModel, 'settings' | 'keys'>, asked: AskedAt): Endpoint {
  const settings: Settings['llm'] = asked.model === EXPLORER_MODEL ? { ...llm, profile: 'explorer' } : llm
  return openEndpoint(asked.baseUrl, { ...keys, settings })
}

/** Number of tokens reserved for an answer whose length the endpoint decides. */
const USUAL_REPLY_TOKENS = 2000

/** Turns of history for a language model. The explorer gets all, because it has no other memory. */
const HISTORY_TURNS = 20

const modelOf = ({ baseUrl, model, settings }: AskedModel): Model => ({
  baseUrl: baseUrl ?? settings.llm.client_base_url,
  model: model ?? settings.llm.agent_model,
  history: HISTORY_TURNS,
})

/**
 * The explorer plays if it is the requested model, or if no model and no endpoint is requested and the key is missing.
 */
function explorerPlaysTools({ baseUrl, model, settings, keys }: AskedModel): boolean {
  if (baseUrl !== undefined) return false
  return model === undefined ? whyNoModel(settings, keys) !== null : model === EXPLORER_MODEL
}

/** Why the configured model cannot be used; null if it has a key, or needs none. */
export function whyNoModel({ llm }: Settings, keys: Keys): string | null {
  const { profile, hasKey } = openEndpoint(llm.client_base_url, { ...keys, settings: llm })
  if (profile.keyIsOptional || hasKey()) return null
  return `No API key for ${profile.name}: set ${profile.keyVariable}, or use a local endpoint.`
}

async function explorerPlayer(options: PlayerOptions): Promise<Player> {
  const explorer = await startExplorer({ wordsPerSecond: options.settings.gameplay.explorer_words_per_second })
  const player = modelPlayer(options, { baseUrl: explorer.baseUrl, model: explorer.model, history: 'all' })
  return {
    ...player,
    // The port changes at every start and does not belong in the log.
    identity: {
      kind: options.kind,
      label: options.kind === 'mcp' ? `${EXPLORER_LABEL}, through MCP tools` : EXPLORER_LABEL,
      model: explorer.model,
      base_url: null,
      profile: 'explorer',
    },
    close: () => explorer.close(),
  }
}

interface Model extends AskedAt {
  readonly history: number | 'all'
}

function modelPlayer(
  { settings, seed, prompt, kind, keys, toolGame }: PlayerOptions,
  { baseUrl, model, history }: Model,
): Player {
  const { secrets } = keys
  const endpoint = endpointOf({ settings, keys }, { baseUrl, model })
  const llm = createChatClient({
    endpoint,
    mask: secrets.mask,
    retry: settings.retry,
    limits: settings.limits,
    fallbackModels: model === EXPLORER_MODEL ? [] : settings.llm.fallback_models,
  })
  const sampling = samplingOf(settings.agent_sampling, seed)
  // The explorer draws its preferences from one seed, which must not change between requests.
  const seedOf = model === EXPLORER_MODEL ? () => sampling.seed : seedPerRequest(sampling.seed)
  const sample = createSampler(llm, model, sampling, seedOfText(sampling.seed))
  const options = { historyTurns: history }
  const replyTokens = settings.agent_sampling.max_tokens || USUAL_REPLY_TOKENS
  const offersGameTools = settings.mcp.local_tools && settings.run.handicap !== 'L0'
  const localToolsFor = (recorder: Recorder) => {
    const tools = gameTools(() => recorder.state)
    return offersGameTools ? [createLocalTools(GAME_TOOLS, tools)] : []
  }
  let window: number | null = null
  const prompts = createFittedPrompts({ ...options, replyTokens, readWindow: () => window })
  // The log contains these messages too, but restoring them from it would take all earlier requests. Empty after an
  // incomplete turn, whose requests do not count.
  let sent: { readonly turn: number; readonly messages: readonly ChatMessage[] } = { turn: 0, messages: [] }
  const ask = createAskHelper(
    openHelpers(settings, { baseUrl, model }, secrets.mask, (asked) => endpointOf({ settings, keys }, asked)),
    sampling,
    seedOf,
  )
  return {
    identity: {
      kind,
      label: kind === 'mcp' ? `${model}, through MCP tools` : model,
      model,
      base_url: baseUrl,
      profile: endpoint.profile.name,
    },
    sampling,
    promptSha256: createHash('sha256')
      .update(prompt ?? (toolGame ? TOOL_PLAYER_PROMPT : SYSTEM_PROMPT))
      .digest('hex'),
    async choose(turn, { recorder, controls, mcp }) {
      const signal = controls.turnSignal
      window = await llm.contextLength(model, signal)
      const previousMessages = sent.turn === turn - 1 ? sent.messages : []
      sent = { turn: -1, messages: [] }
      const helperTurn: HelperTurn = {
        turn,
        log: recorder,
        beforeCall: () => controls.pass('iteration'),
        signal,
        callSignal: () => controls.callSignal,
        waitSignal: () => controls.waitSignal,
      }
      // Helpers run before the first prompt is built, so that it depends only on earlier replies and not on timing.
      await reflect(ask, helperTurn)
      await summarise(ask, helperTurn, prompts.planAhead(recorder.state))
      const chosen = await chooseAction({
        turn,
        readPrompt: (rest) =>
          toolGame
            ? { messages: assemble(buildToolContext(recorder.state, options), rest) }
            : prompts.compose(recorder, turn, rest),
        shorten: prompts.shorten,
        objectTo: async (proposed, attempt) =>
          guardAction(recorder, turn, proposed, attempt) ??
          (attempt === 1 ? criticiseAction(ask, helperTurn, proposed) : null),
        parts: recorder.state.manifest?.mind?.parts ?? [],
        openSession: toolGame
          ? toolGame.openSession
          : mcp && (() => openSession(mcp, turn, recorder, { signal, sample, localTools: localToolsFor(recorder) })),
        traceparentOf: recorder.traceparentOf,
        llm,
        model,
        sampling,
        seedOf,
        maxToolIterations: settings.mcp.max_tool_iterations,
        forceToolSupport: settings.mcp.force_tool_support,
        sentTools: new Set(Object.keys(recorder.state.sentTools ?? {})),
        knownToolSets: new Set(Object.keys(recorder.state.toolSets)),
        previousMessages,
        readPlayed: toolGame?.readPlayed,
        defaultsBefore: defaultsBefore(recorder.state.turns),
        record: (event) => recorder.record(event),
        draft: (event) => recorder.draft(event),
        beforeIteration: () => controls.pass('iteration'),
        callSignal: () => controls.callSignal,
        waitSignal: () => controls.waitSignal,
        signal,
        now: () => performance.now(),
      })
      sent = { turn, messages: chosen.messagesSent }
      recordAnswer(recorder, turn, chosen)
      return choiceOf(chosen, recorder.state)
    },
    close: async () => undefined,
  }
}

/** Number of consecutive turns at the end that played the default action. */
function defaultsBefore(turns: readonly Turn[]): number {
  const last = turns.findLastIndex(({ action }) => action?.source !== 'default')
  return turns.length - 1 - last
}

/** Opens the session of this turn. The next session starts to connect while the model answers. */
async function openSession(
  mcp: McpManager,
  turn: number,
  recorder: Recorder,
  request: Pick<OpenSessionRequest, 'signal' | 'sample' | 'localTools'>,
) {
  const session = await mcp.openSession({ ...request, turn, record: (event) => recorder.record(event) })
  if (turn !== recorder.state.turnLimit) mcp.prepareNext()
  return session
}
