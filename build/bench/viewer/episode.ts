import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type LoggedEvent } from '@shared/episode/log/event'
import { sampleEpisode, type SampleOptions } from '@shared/episode/state/sample-episode.testkit'
import { often } from '../figures'

/** Length of the long episode: about 150 MB, with a map as large as that of Zork I. */
export const TURNS = often(10_000, 300)
const LOCATIONS = 110
/** The only turn with the word "oboe". */
const ODD_TURN = Math.floor(0.7777 * TURNS)

/** A generated episode with prompts and thoughts as long as those of a model that reasons in steps. */
export const longEpisode = (options: Partial<SampleOptions> = {}): readonly LoggedEvent[] =>
  sampleEpisode({ turns: TURNS, locations: LOCATIONS, ...options }).map(atFullLength)

/** Writes events as an episode of `dataFolder`; returns the size of the log in bytes. */
export async function writeEpisode(dataFolder: string, id: string, events: readonly LoggedEvent[]): Promise<number> {
  const folder = join(dataFolder, id)
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'events.jsonl')
  const file = createWriteStream(path)
  for (const event of events)
    if (!file.write(`${JSON.stringify({ ...event, episode_id: id })}\n`)) await once(file, 'drain')
  file.end()
  await once(file, 'close')
  return (await stat(path)).size
}

/**
 * Lengthens the sample's short texts: a real request has the scene and notes on locations, and a real thought is long.
 */
function atFullLength(event: LoggedEvent): LoggedEvent {
  switch (event.event_type) {
    case 'llm_request':
      return {
        ...event,
        messages_added: event.messages_added.map((message) =>
          message.role === 'user'
            ? { ...message, content: `${String(message.content)}\n\n${stateBlock(event.turn)}` }
            : message,
        ),
      }
    case 'llm_response':
      return { ...event, reasoning: thought(event.turn, event.iteration) }
    case 'mcp_tool_call':
      return { ...event, arguments: { ...(event.arguments as object), thought: thought(event.turn, event.iteration) } }
    case 'observation_made':
      return event.turn === ODD_TURN ? { ...event, text: `${event.text}\nThere is an oboe here.` } : event
    default:
      return event
  }
}

function stateBlock(turn: number): string {
  const memories = Array.from({ length: 40 }, (_, index) => ({
    location: 100 + ((turn + index) % LOCATIONS),
    note: `Seen on turn ${Math.max(0, turn - index)}: the way "north" was shut, the way "east" led on.\n`,
  }))
  return `\`\`\`state\n${JSON.stringify({ v: 1, handicap: 'L2', turn, observation: 'Dust hangs in the light. Passages lead away, and somewhere below a pump is running.\n'.repeat(4), memories })}\n\`\`\``
}

const thought = (turn: number, iteration: number): string =>
  `Step ${iteration} of turn ${turn}. The lantern may matter later, so I keep it; "north" was shut when I tried it.\nWhat is untried is east, and going there costs one move. `.repeat(
    6,
  )
