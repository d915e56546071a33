import type {
  GameEnvironment,
  HeaderProfile,
  MachineFault,
  NamedObject,
  Names,
  SearchLimits,
  StepResult,
  ZObject,
} from '../environment'
import { openEnvironment } from '../live-environment'

interface PlayOptions {
  readonly seed: number
  readonly profile: HeaderProfile
  /** One for each step; '' is Enter. A request for a single key gets a named key or the first character. */
  readonly commands: readonly string[]
}

/** One line of the `game` command's output. Unknown values are null. */
export interface GameLine {
  /** Null for the start. */
  readonly command: string | null
  /** The text of the lower window since the previous input, prompt included. */
  readonly text: string
  readonly score: number | null
  readonly moves: number | null
  readonly location: Names['location']
  readonly inventory: Names['inventory']
  readonly visible: Names['visible']
  readonly input: 'line' | 'char' | 'ended'
  readonly victory: boolean | null
  readonly game_over: boolean | null
  /** Present if the story broke the rules of the machine; the step then had no effect. */
  readonly fault?: MachineFault
}

/**
 * Plays commands without a player. Yields a line for the start and for each command, and returns the environment.
 * Throws `bad_story` for a malformed story and Error for a command with a newline.
 */
export function* playCommands(
  story: Uint8Array,
  { seed, profile, commands }: PlayOptions,
): Generator<GameLine, GameEnvironment> {
  const environment = openEnvironment(story, profile)
  yield describeTurn(environment, null, environment.reset({ seed }))
  for (const command of commands) {
    if (environment.input.kind === 'ended') break
    yield describeTurn(environment, command, environment.step(command))
  }
  return environment
}

/** The exits of the present room for `game --exits`. */
export function describeExits(environment: GameEnvironment, limits: SearchLimits) {
  const found = environment.getValidExits(limits)
  if (found === null) return null
  const named = (num: number | null) => (num === null ? null : nameObject(environment.getObject(num)))
  return {
    exits: found.exits.map(({ direction, to, reply }) => ({ direction, to: named(to), reply })),
    complete: found.complete,
  }
}

/** The valid actions of the present state, for `game --valid-actions`. */
export function describeValidActions(environment: GameEnvironment, limits: SearchLimits) {
  return environment.getValidActions(limits)
}

/** The whole object tree for `game --objects`. */
export function describeObjects(environment: GameEnvironment) {
  return environment
    .getWorldObjects()
    .map(({ num, name, parent, sibling, child, attributes }) => ({ id: num, name, parent, sibling, child, attributes }))
}

function describeTurn(
  environment: GameEnvironment,
  command: string | null,
  { observation, prompt, fault, info }: StepResult,
): GameLine {
  const { location, inventory, visible } = environment.getNames()
  return {
    command,
    text: observation + prompt,
    score: info.score,
    moves: info.moves,
    location,
    inventory,
    visible,
    input: environment.input.kind,
    victory: environment.victory(),
    game_over: environment.gameOver(),
    ...(fault === null ? {} : { fault }),
  }
}

function nameObject(object: ZObject | null): NamedObject | null {
  return object === null ? null : { id: object.num, name: object.name }
}
