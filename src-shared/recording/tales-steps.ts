import { z } from 'zod'
import { parseJson } from '../json/bound-json'
import { notRecorded, type Recording, recordingOf, type ToldTurn } from './recording'

const count = z.number().int().nonnegative().nullish()
const points = z.number().nullish()

/** A line of a file that TALES wrote (microsoft/tale-suite); what a later version of it adds is passed over. */
const step = z.object({
  Score: points,
  'Max Score': points,
  Moves: points,
  Observation: z.string(),
  Action: z.string(),
  Feedback: z.string(),
  Prompt: z.string().nullish(),
  Response: z.string().nullish(),
  Thinking: z.string().nullish(),
  'Prompt Tokens': count,
  'Response Tokens': count,
  'Thinking Tokens': count,
})
type Step = z.infer<typeof step>

const LACKS = ['the file of the story', 'locations', 'what is carried and seen', 'when each turn was']

/** `path`: as far as it is known; TALES names its folders by game and player, and its files by rules. */
export function readTales(path: string, text: string, writtenAt: Date): Recording {
  const steps = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [readStep(path, line, index + 1)]))
  const [file = path, env, agent] = path.split(/[\\/]/).toReversed()
  const [, admissible, seed, limit] = /^a([01])_s(\d+)_steps(\d+)/.exec(file) ?? []
  const title = /Env(.+)$/.exec(env ?? '')?.[1] ?? file.replace(/\.jsonl$/, '')
  const model = /^tales_(.+)$/.exec(agent ?? '')?.[1] ?? null
  const [first] = steps
  return recordingOf({
    name: `${title}-${file}`.replace(/\.jsonl$/, ''),
    lacks: [...LACKS, ...(steps.some(({ Prompt: sent }) => sent) ? [] : ['what the model was sent'])],
    game: { title },
    player: { label: model ?? 'Recorded by TALES', model },
    rules: {
      ...(seed !== undefined && { seed: Number(seed) }),
      ...(limit !== undefined && { turn_limit: Number(limit) || null }),
      ...(admissible === '1' && { handicap: 'L4' }),
      on_death: 'restart',
    },
    startedAt: writtenAt.toISOString(),
    opening: { text: first?.Observation ?? '' },
    turns: steps.map(turnOf),
    ended: steps.length >= Number(limit) ? 'turn_limit' : null,
  })
}

function readStep(path: string, line: string, number: number): Step {
  try {
    return step.parse(parseJson(line))
  } catch {
    throw notRecorded(path, `line ${number} is no step of TALES`)
  }
}

function turnOf(told: Step): ToldTurn {
  const { Prompt: sent, Response: response, Thinking: thought } = told
  const [input, output, reasoning] = [told['Prompt Tokens'], told['Response Tokens'], told['Thinking Tokens']]
  const call = {
    model: '',
    messages: [{ role: 'user' as const, content: sent ?? '' }],
    content: response ?? '',
    reasoning: thought || null,
    usage: { input: input ?? null, output: output ?? null, reasoning: reasoning ?? null },
    durationMs: null,
  }
  return {
    calls: sent || response ? [call] : [],
    action: told.Action,
    reasoning: thought ?? '',
    source: 'model',
    answer: {
      text: told.Feedback,
      score: told.Score ?? null,
      max_score: told['Max Score'] ?? null,
      moves: told.Moves ?? null,
    },
    endedAt: null,
    durationMs: null,
  }
}
