import { z } from 'zod'
import { isExpected } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { ControlCommand } from '@shared/contract/episodes'
import { isTakenOver } from '@shared/episode/projections/help'
import { awaitsPerson, traitsOf } from '@shared/episode/state/players'
import { defineTool, type ServerTool, type ToolCallContext } from '../serving/offer-tools'
import type { Product } from './episode-list-watch'
import { answerWith, episodeReport } from './episode-report'
import { type Followed, isPaused, readEpisode, waitUntil } from './follow-episode'
import { action, episode, pace, wait } from './parameters'

const STEERS = { readOnlyHint: false, destructiveHint: false, openWorldHint: true }

const define = <Shape extends z.ZodRawShape>(
  name: string,
  title: string,
  description: string,
  input: Shape,
  run: (parameters: z.output<z.ZodObject<Shape>>, api: HostApi, call: ToolCallContext) => Promise<Followed>,
  annotations = STEERS,
) =>
  defineTool({
    name,
    title,
    description,
    input: z.object(input),
    output: episodeReport,
    annotations,
    run: async (parameters, { api }: Product, call) => answerWith(await run(parameters, api, call)),
  })

export const CONTROL_TOOLS: readonly ServerTool<Product>[] = [
  define(
    'step',
    'Step',
    'Play one turn, or one model call, or several of them, and pause again. Each turn is reported as progress; cancelling ends the waiting, not the turn being played.',
    {
      episode,
      unit: z.enum(['turn', 'iteration']).default('turn').describe('iteration: one model call with its tool calls'),
      count: z.number().int().min(1).max(100).default(1),
    },
    async ({ episode: id, unit, count }, api, call) => {
      let followed = await readRunning(api, id, call.signal)
      if (traitsOf(followed.state).isPerson)
        throw new Error(`Episode ${id} has no player that could step: enter its next action with say_action.`)
      for (let left = count; left > 0 && isOpen(followed); left--)
        followed = await stepOnce(api, id, unit === 'turn' ? 'step_turn' : 'step_iteration', call)
      return followed
    },
  ),
  define(
    'pause',
    'Pause',
    'Pause after the current model call. Answers at once.',
    { episode },
    async ({ episode: id }, api, { signal }) => {
      await readRunning(api, id, signal)
      await api.controlEpisode({ episodeId: id, command: 'pause' })
      return readEpisode(api, id, signal)
    },
  ),
  define(
    'resume',
    'Resume',
    'Let a paused episode run; or resume one that was interrupted, stopped or reached its limit, from its last complete turn.',
    {
      episode,
      turns: z
        .number()
        .int()
        .min(1)
        .max(100_000)
        .optional()
        .describe('A new limit, for an episode that is not running'),
      pace,
      wait,
      from_last_good: z
        .boolean()
        .default(false)
        .describe(
          'For a damaged log: resume from the last turn before the damage. The old log is preserved beside the new one',
        ),
    },
    async ({ episode: id, turns, pace, wait: waits, from_last_good: fromLastGood }, api, call) => {
      // If the log is damaged, resuming reports a better error than reading.
      const before = await readEpisode(api, id, call.signal).catch((error: unknown) =>
        isExpected(error, 'bad_log') ? null : Promise.reject(error),
      )
      if (before?.isRunning && before.state.ended === null)
        await api.controlEpisode({ episodeId: id, command: 'resume' })
      else await api.resumeEpisode({ episodeId: id, turnLimit: turns, pace, fromLastGood })
      const seen = before?.state.seq ?? -1
      return waits
        ? waitUntil(api, id, (now) => now.seq > seen && (isPaused(now) || awaitsPerson(now)), call)
        : readEpisode(api, id, call.signal)
    },
  ),
  define(
    'stop',
    'Stop',
    'End an episode now. The turn being played does not count. It can be resumed.',
    { episode },
    async ({ episode: id }, api, call) => {
      await api.controlEpisode({ episodeId: id, command: 'stop' })
      return waitUntil(api, id, () => false, call)
    },
    { ...STEERS, destructiveHint: true },
  ),
  define(
    'say_action',
    'Say the next action',
    'Play the next turn with your action, and get the reply of the game. With player human that is every turn. Any other player is replaced for the turn whose action it is choosing, or the next; the episode is paused afterwards, and resume returns it to its player.',
    { episode, action, reasoning: z.string().max(4000).optional().describe('Why; logged with the action') },
    async ({ episode: id, action: entered, reasoning }, api, call) => {
      const { state } = await readRunning(api, id, call.signal)
      return traitsOf(state).isPerson
        ? answerForPerson(api, { episodeId: id, action: entered, reasoning }, call)
        : takeOver(api, { episodeId: id, action: entered, reasoning }, call)
    },
  ),
]

const isOpen = ({ state, isRunning }: Followed) => isRunning && state.ended === null

async function readRunning(api: HostApi, id: string, signal: AbortSignal): Promise<Followed> {
  const followed = await readEpisode(api, id, signal)
  if (isOpen(followed)) return followed
  throw new Error(
    followed.state.ended
      ? `Episode ${id} has ended: ${followed.state.ended.reason}. fork_episode continues from one of its turns.`
      : `Episode ${id} is not running: use resume.`,
  )
}

async function stepOnce(
  api: HostApi,
  episodeId: string,
  command: ControlCommand,
  call: ToolCallContext,
): Promise<Followed> {
  const { state } = await readEpisode(api, episodeId, call.signal)
  await api.controlEpisode({ episodeId, command })
  return waitUntil(api, episodeId, (now) => now.seq > state.seq && isPaused(now), call)
}

interface EnteredAction {
  readonly episodeId: string
  readonly action: string
  readonly reasoning: string | undefined
}

async function answerForPerson(api: HostApi, entered: EnteredAction, call: ToolCallContext): Promise<Followed> {
  const { episodeId } = entered
  if (isPaused((await readEpisode(api, episodeId, call.signal)).state))
    await api.controlEpisode({ episodeId, command: 'resume' })
  const { state } = await waitUntil(api, episodeId, awaitsPerson, call)
  await api.submitAction(entered)
  return waitUntil(
    api,
    episodeId,
    (now) => now.turns.length > state.turns.length && (awaitsPerson(now) || isPaused(now)),
    call,
  )
}

/** Ends the agent's choice of the current turn; the turn then plays the given action. */
async function takeOver(api: HostApi, entered: EnteredAction, call: ToolCallContext): Promise<Followed> {
  const { episodeId } = entered
  const { state } = await readEpisode(api, episodeId, call.signal)
  // Requested first, so that the agent plays no turn between the action and the pause after it.
  await api.controlEpisode({ episodeId, command: 'pause' })
  await api.submitAction(entered)
  const wasPlayed = ({ turns }: Followed['state']) => turns.slice(state.turns.length).some(isTakenOver)
  return waitUntil(api, episodeId, (now) => wasPlayed(now) && isPaused(now), call)
}
