import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { acts, calls, type ScriptedReply } from '../../llm/scripted-endpoint.testkit'
import { startScriptedEpisode } from '../episode/scripted-episode.testkit'

const TURNS = 60
const MAX_BYTES_A_TURN = 25e6 / 500
const sentence =
  'The hallway leads north to the lamp room, where the glass was, and the door behind it has not been tried yet. '

/** Three thoughts and an answer of realistic length; "look" prints a whole location every turn. */
function reply(_request: Record<string, unknown>, index: number): ScriptedReply {
  const thought = `${index} ${sentence.repeat(4)}`
  return index % 4 === 3
    ? acts('look', thought)
    : calls({
        id: `call_${index}`,
        name: 's__echo',
        arguments: JSON.stringify({ text: thought, thoughtNumber: (index % 4) + 1, totalThoughts: 3 }),
      })
}

it('the log of a long episode grows by the turn, not by its length: 500 turns of 4 iterations stay under 25 MB', async ({
  onTestFinished,
}) => {
  const episode = await startScriptedEpisode({
    replies: reply,
    mcp: { session_scope: 'episode' },
    start: { turnLimit: TURNS },
  })
  onTestFinished(() => episode.close())
  const { state } = await episode.follow()
  expect(state.totals).toMatchObject({ llmCalls: 4 * TURNS, toolCalls: 3 * TURNS, problems: 0 })

  const lines = readFileSync(join(episode.episodeFolder, 'events.jsonl'), 'utf8').split('\n')
  // The history is full from turn 20 on, and half of it is dropped every ten turns: forty turns are four rounds.
  const steady = lines.slice(lines.findIndex((line) => line.includes('"turn_started","turn":21')))
  const bytesATurn = Buffer.byteLength(steady.join('\n')) / (TURNS - 20)
  expect(bytesATurn).toBeGreaterThan(5_000)
  expect(bytesATurn).toBeLessThan(MAX_BYTES_A_TURN)
})
