import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { thinkingOf } from '@shared/episode/projections/thoughts'
import { acts, calls } from '../../../llm/scripted-endpoint.testkit'
import { startScriptedEpisode } from '../../episode/scripted-episode.testkit'

it('decision 15: the third-party sequential-thinking server replaces thoughtbox by configuration alone', async ({
  onTestFinished,
}) => {
  const program = resolve(
    import.meta.dirname,
    '../../../../node_modules/@modelcontextprotocol/server-sequential-thinking/dist/index.js',
  )
  const thought = {
    thought: 'The grating is locked from below.',
    thoughtNumber: 1,
    totalThoughts: 1,
    nextThoughtNeeded: false,
  }
  const think = calls({ name: 'thinking__sequentialthinking', arguments: JSON.stringify(thought) })
  const episode = await startScriptedEpisode({
    servers: { thinking: { command: 'node', args: [program] } },
    replies: [think, acts('look'), think, acts('wait')],
  })
  onTestFinished(() => episode.close())
  const { state, of } = await episode.follow()
  expect(state.ended?.ended).toBe('turn_limit')
  expect(state.totals.problems).toBe(0)
  // One session per turn: the server's own history starts again in each.
  expect(of('mcp_tool_result')).toMatchObject(
    [1, 2].map((turn) => ({
      turn,
      tool_name: 'thinking.sequentialthinking',
      is_error: false,
      content: { thoughtHistoryLength: 1 },
    })),
  )
  expect(state.turns.map(thinkingOf)).toMatchObject([1, 2].map(() => [{ kind: 'thought', text: thought.thought }]))
})
