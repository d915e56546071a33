import { readFileSync } from 'node:fs'
import { type EventBody, LOG_FORMAT, type LoggedEvent } from '@shared/episode/log/event'
import type { Mind } from '@shared/episode/log/mind-schema'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { samplingOf } from '@shared/settings/mind-of'
import { settings } from '@shared/settings/settings'
import { chooseAction } from '../../../src-main/agent/choose-action'
import { createFittedPrompts } from '../../../src-main/agent/fit-prompt'
import { choiceOf, guardAction, recordAnswer } from '../../../src-main/agent/mind/act-with-mind'
import { seedPerRequest } from '../../../src-main/agent/request-seed'
import { endingOf, runTurn } from '../../../src-main/host/episode/run-episode'
import type { ChatClient } from '../../../src-main/llm/chat-client'
import type { ToolSession } from '../../../src-main/mcp/tools/tool-session'
import { EPISODE_PROFILE, openEpisodeGame } from '../../../src-main/story/episode/episode-game'
import { IMPERFECT_MODEL } from './imperfect-client'

interface ImperfectEpisode {
  readonly story: Uint8Array
  readonly seed: number
  readonly turns: number
  readonly mind: Mind
  readonly llm: ChatClient
  /** Receives every event as it is recorded. */
  readonly observe?: (event: LoggedEvent, state: EpisodeState) => void
  /** Receives the time that it took to build each prompt. */
  readonly observePrompt?: (turn: number, ms: number) => void
  /** A session of tools for every turn; without it there are none. */
  readonly openSession?: () => ToolSession
}

const PLAIN = settings.parse({})

/**
 * Plays an episode turn by turn with the code of a host, but in this process and without a disk, because a host spends
 * four fifths of a turn on work that does not matter here.
 */
export async function playImperfect({
  story,
  seed,
  turns,
  mind,
  llm,
  observe,
  observePrompt,
  openSession,
}: ImperfectEpisode): Promise<EpisodeState> {
  const game = openEpisodeGame(story)
  let state = emptyEpisode
  const recorder = {
    get state() {
      return state
    },
    record(body: EventBody) {
      const event: LoggedEvent = { seq: state.seq + 1, at: AT, episode_id: 'bench', ...body }
      state = reduceEpisode(state, event)
      observe?.(event, state)
    },
    sync: async () => undefined,
  }
  const sampling = samplingOf(PLAIN.agent_sampling, seed)
  recorder.record({
    event_type: 'episode_started',
    format: LOG_FORMAT,
    app_version: '0.0.0',
    game: { title: 'Story', file_name: 'story', sha256: '', version: 3, release: 1, serial: '000000' },
    header_profile: EPISODE_PROFILE,
    seed,
    player: { kind: 'llm', label: IMPERFECT_MODEL, model: IMPERFECT_MODEL, base_url: null, profile: null },
    handicap: 'L2',
    turn_limit: turns,
    prompt_sha256: null,
    sampling,
    mind,
    settings: {},
  })
  recorder.record({ event_type: 'observation_made', turn: 0, action: null, ...(await game.start(seed)).observation })
  const replyTokens = PLAIN.agent_sampling.max_tokens || 2000
  const prompts = createFittedPrompts({ historyTurns: HISTORY_TURNS, replyTokens, readWindow: () => null })
  let previousMessages: Parameters<typeof chooseAction>[0]['previousMessages'] = []
  const signal = new AbortController().signal
  while (endingOf(recorder) === null)
    await runTurn(state.turns.length + 1, {
      recorder,
      folder: '',
      game: {
        play: async (action) => ({ ...(await game.play(action)), quetzal: null }),
        survey: async () => null,
        locate: async () => [],
      },
      clock: () => performance.now(),
      async choose(turn) {
        const chosen = await chooseAction({
          turn,
          readPrompt(rest) {
            const startedAt = performance.now()
            const prompt = prompts.compose(recorder, turn, rest)
            observePrompt?.(turn, performance.now() - startedAt)
            return prompt
          },
          shorten: prompts.shorten,
          objectTo: (proposed) => guardAction(recorder, turn, proposed),
          parts: mind.parts,
          openSession: openSession ? async () => openSession() : null,
          llm,
          model: IMPERFECT_MODEL,
          forceToolSupport: true,
          sampling,
          seedOf: seedPerRequest(sampling.seed),
          maxToolIterations: PLAIN.mcp.max_tool_iterations,
          knownToolSets: new Set(Object.keys(state.toolSets)),
          previousMessages,
          record: (event) => recorder.record(event),
          draft: () => {},
          beforeIteration: async () => {},
          signal,
          now: () => performance.now(),
        })
        previousMessages = chosen.messagesSent
        recordAnswer(recorder, turn, chosen)
        return choiceOf(chosen, state)
      },
    })
  await game.close()
  return state
}

const AT = '2000-01-01T00:00:00.000Z'
/** The state block of a model without a mind. */
const HISTORY_TURNS = 20

export const readStory = (file: string): Uint8Array => readFileSync(file)
