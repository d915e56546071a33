import type { GameEnvironment } from './environment'

/** One step of a walk. */
interface Saying {
  readonly command: string
  readonly text: string
  /** True if the story restarted in this step. */
  readonly isFresh: boolean
}

const EVERYDAY = [
  'look',
  'inventory',
  'wait',
  'again',
  'take all',
  'drop all',
  'score',
  'n',
  's',
  'e',
  'w',
  'u',
  'd',
  'in',
  'out',
  'yes',
  'no',
  'restart',
]
const KEYS = ['a', 'q', ' ', '']
/** Commands in which interpreters differ: they ask for a file, end the game or print the revision of the Standard. */
const UNFIT = /^(?:save|rest|quit|q$|script|trans|noscr|unscr|rec|unrec|repl|comm|undo|vers|rand|\$|#)/
/** A visible thing is this many times as likely as a word of the dictionary. */
const SIGHT_WEIGHT = 20

/**
 * Plays random commands made of the story's words and grammar; the first step is the start. Stops at the end, at a
 * fault, or at a write outside of dynamic memory, at which dfrotz exits.
 */
export function* walkAtRandom(environment: GameEnvironment, seed: number, steps: number): Generator<Saying> {
  let state = seed
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0
    return ((state >>> 16) & 0x7fff) % below
  }
  const pick = (from: readonly string[]) => from[random(from.length)] ?? ''
  const words = environment
    .getDictionary()
    .map(({ word }) => word)
    .filter((word) => /^[a-z]/.test(word))
  const lines = environment.getGrammar() ?? []
  const noun = () => {
    const inSight = (environment.getVisibleObjects() ?? []).map(
      ({ name }) => name.toLowerCase().split(' ').at(-1) ?? '',
    )
    return random(words.length + inSight.length * SIGHT_WEIGHT) < words.length ? pick(words) : pick(inSight)
  }
  const compose = () => {
    const line = lines[random(lines.length)]
    if (line === undefined || random(6) === 0) return `${pick(words)} ${noun()}`
    return [
      pick(line.verbs),
      ...line.tokens.map((token) => ('noun' in token ? noun() : pick(token.prepositions))),
    ].join(' ')
  }
  const { observation, prompt } = environment.reset({ seed })
  yield { command: '', text: observation + prompt, isFresh: true }
  for (let step = 0; step < steps && environment.input.kind !== 'ended';) {
    const type = () => (random(2) === 0 ? pick(EVERYDAY) : compose())
    const command = environment.input.kind === 'char' ? pick(KEYS) : type()
    if (environment.input.kind === 'line' && UNFIT.test(command) && command !== 'restart') continue
    const result = environment.step(command)
    if (result.fault !== null || result.info.warnings.some((warning) => warning.includes('outside of dynamic'))) return
    yield {
      command,
      text: result.observation + result.prompt,
      isFresh: result.info.requests.some(({ kind }) => kind === 'restart'),
    }
    step++
  }
}
