import { z } from 'zod'
import { APP_VERSION } from '@shared/base/app-version'
import { createRandom } from '@shared/base/random'
import type { KnowledgeProbeStep } from '@shared/contract/models'
import { type ProbeRecord, type RecitedPassage, recitalOf } from '@shared/experiments/probe'
import { samplingOf } from '@shared/settings/mind-of'
import type { Settings } from '@shared/settings/settings'
import { readJsonAnswer } from '../../agent/agent-response'
import type { ChatClient, ChatReply, ChatRequest } from '../../llm/chat-client'
import type { LibraryStory } from '../../story/catalog/story-library'
import { openEpisodeGame } from '../../story/episode/episode-game'
import { STORY_RULES } from '../../story/episode/ruled-game'
import { type Passage, walkStory } from './walk-story'

export interface ProbeOptions {
  readonly story: LibraryStory
  readonly llm: ChatClient
  readonly model: string
  readonly baseUrl: string
  readonly sampling: Settings['agent_sampling']
  readonly questions: number
  readonly commands: number
  readonly now: () => Date
}

/** The same for every model, so that all are asked the same questions and play the same game. */
const SEED = 1
const LONGEST_ANSWER = 500
const LONGEST_COMMAND = 240

const recited = z.object({ room: z.string().nullable() })
const written = z.object({ commands: z.array(z.string()) })

/**
 * Asks a model what it knows of a story that it is not shown: where exits of rooms lead, and which commands win the
 * most points from the opening on. Yields each step, the record last. Throws LlmError if the endpoint fails.
 */
export async function* probeKnowledge(options: ProbeOptions, signal: AbortSignal): AsyncGenerator<KnowledgeProbeStep> {
  const { story, model, baseUrl, now } = options
  const spent = { in: 0, out: 0, costUsd: null as number | null }
  const ask = async <Schema extends z.ZodType>(content: string, name: string, schema: Schema, format: object) => {
    const { usage, costUsd, content: reply } = await askOnce(options, content, { name, schema: { ...format } }, signal)
    spent.in += usage.input ?? 0
    spent.out += usage.output ?? 0
    if (costUsd !== null) spent.costUsd = (spent.costUsd ?? 0) + costUsd
    const read = readJsonAnswer(reply ?? '', schema)
    return read.ok ? read.value : null
  }

  const answers: RecitedPassage[] = []
  const asked = someOf(walkStory(story.bytes, SEED), options.questions)
  for (const passage of asked) {
    const answer = await ask(questionOn(story, passage), 'Room', recited, ROOM_FORMAT)
    answers.push({ ...passage, answer: answer?.room?.slice(0, LONGEST_ANSWER) ?? null })
    yield { step: 'asked', number: answers.length, of: asked.length }
  }

  const game = openEpisodeGame(story.bytes, { ...STORY_RULES, passPauses: true })
  let { observation: seen } = await game.start(SEED)
  const wanted = taskOf(story, seen.text, options.commands)
  const told = options.commands === 0 ? null : await ask(wanted, 'Commands', written, COMMANDS_FORMAT)
  const commands = (told?.commands ?? [])
    .slice(0, options.commands)
    .map((command) => command.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, LONGEST_COMMAND))
  let played = 0
  for (const command of commands) {
    if (seen.input === 'ended' || seen.game_over === true || seen.fault) break
    seen = (await game.play(command)).observation
    played++
  }

  const record: ProbeRecord = {
    format: 1,
    at: now().toISOString(),
    app_version: APP_VERSION,
    story: { title: story.title, sha256: story.identity.sha256 },
    model,
    base_url: baseUrl,
    recital: recitalOf(answers),
    blind: {
      played,
      score: options.commands === 0 ? null : seen.score,
      max_score: seen.max_score,
      ended: seen.input === 'ended' || seen.game_over === true,
    },
    answers,
    commands,
    tokens: { in: spent.in, out: spent.out },
    cost_usd: spent.costUsd,
  }
  yield { step: 'done', record }
}

function askOnce(
  { llm, model, sampling }: ProbeOptions,
  content: string,
  responseFormat: NonNullable<ChatRequest['responseFormat']>,
  signal: AbortSignal,
): Promise<ChatReply> {
  return llm.complete({
    model,
    messages: [{ role: 'user', content }],
    tools: null,
    toolChoice: null,
    responseFormat,
    sampling: { ...samplingOf(sampling, SEED), temperature: 0 },
    signal,
    onDelta: () => {},
    onAttemptFailed: () => {},
    onAdapted: () => {},
  })
}

const nameOf = ({ title, identity: { release, serial } }: LibraryStory): string =>
  `“${title}” (release ${release}, serial number ${serial})`

const questionOn = (story: LibraryStory, { from, direction }: Passage): string =>
  `The text adventure ${nameOf(story)} has a room called “${from}”. Which room is reached from there by going ${direction}?

Answer from memory, with one JSON object: {"room": "the name of that room"}, or {"room": null} if you do not know.`

const taskOf = (story: LibraryStory, opening: string, commands: number): string =>
  `The text adventure ${nameOf(story)} begins with this text:

${opening.trim()}

Write the first ${commands} commands of a game that wins as many points as possible. They are played one after another without showing you the replies.

Answer with one JSON object: {"commands": ["the first command", "the second command", …]}.`

const ROOM_FORMAT = {
  type: 'object',
  properties: { room: { type: ['string', 'null'] } },
  required: ['room'],
  additionalProperties: false,
}
const COMMANDS_FORMAT = {
  type: 'object',
  properties: { commands: { type: 'array', items: { type: 'string' } } },
  required: ['commands'],
  additionalProperties: false,
}

/** At most `most` items. The choice depends only on the list. */
function someOf<Item>(items: readonly Item[], most: number): readonly Item[] {
  const random = createRandom(SEED)
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ item }) => item)
}
