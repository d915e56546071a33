import { z } from 'zod'
import { parseJson } from '../base/json/bound-json'
import { MAX_TURNS, notRecorded, type Recording, recordingOf, type RecordedTurn } from './recording'

const count = z.number().int().nonnegative().nullish()
const points = z.number().nullish()

/** A line in a file of TALES (microsoft/tale-suite). Unknown fields of later versions are ignored. */
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

/** `path` may be incomplete. TALES names its folders after game and player, and its files after the rules. */
export function readTales(path: string, text: string, writtenAt: Date): Recording {
  const steps = readSteps(path, text)
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
    turns: steps.map((told, index) => turnOf(told, steps[index + 1])),
    ended: steps.length >= Number(limit) ? 'turn_limit' : null,
  })
}

/** Stops after `MAX_TURNS` + 1 steps, which are enough to refuse the file. */
function readSteps(path: string, text: string): readonly Step[] {
  const steps: Step[] = []
  for (let [at, number] = [0, 1]; at < text.length && steps.length <= MAX_TURNS; number++) {
    const next = text.indexOf('\n', at)
    const end = next < 0 ? text.length : next
    const line = text.slice(at, end).trim()
    if (line !== '') steps.push(readStep(path, line, number))
    at = end + 1
  }
  return steps
}

function readStep(path: string, line: string, number: number): Step {
  try {
    return step.parse(parseJson(line))
  } catch {
    throw notRecorded(path, `line ${number} is not a step of TALES`)
  }
}

function turnOf(told: Step, next: Step | undefined): RecordedTurn {
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
      // If TALES restarted the game, the next step has its output.
      text: next?.Observation.startsWith(told.Feedback) ? next.Observation : told.Feedback,
      score: told.Score ?? null,
      max_score: told['Max Score'] ?? null,
      moves: told.Moves ?? null,
    },
    endedAt: null,
    durationMs: null,
  }
}
