import { ExpectedError } from '@shared/base/expected-error'

/** The error and position at which a story broke the rules of the machine. */
export interface MachineFault {
  readonly kind:
    | 'illegal-opcode'
    | 'bad-address'
    | 'bad-object'
    | 'stack'
    | 'divide-by-zero'
    | 'budget'
    | 'output-limit'
  readonly message: string
  /** Byte address of the instruction that failed. */
  readonly pc: number
  /** The first byte of the instruction in hexadecimal; null if the program counter is outside the story. */
  readonly opcode: string | null
}

/** Thrown in the machine; the environment catches it, rolls the step back and reports a MachineFault. */
export class Fault extends Error {
  readonly kind: MachineFault['kind']

  constructor(kind: MachineFault['kind'], message: string) {
    super(message)
    this.name = 'Fault'
    this.kind = kind
  }
}

/**
 * A story file that cannot be started: the wrong field, its value, and the value that the Standard requires or null.
 */
export const badStory = (field: string, found: string, expected: string | null): ExpectedError<'bad_story'> =>
  new ExpectedError(
    'bad_story',
    `The story file cannot be played: ${field} is ${found}${expected === null ? '' : `, expected ${expected}`}.`,
    { field, found, expected },
  )

/** A saved game that cannot be restored: the wrong chunk of the Quetzal file, its content, and the expected content. */
export class QuetzalError extends Error {
  readonly chunk: string
  /** Null if the chunk is missing. */
  readonly found: string | null
  readonly expected: string

  constructor(chunk: string, found: string | null, expected: string) {
    const problem = found === null ? 'is missing' : `has ${found}, expected ${expected}`
    super(`The saved game cannot be restored: chunk ${chunk} ${problem}.`)
    this.name = 'QuetzalError'
    this.chunk = chunk
    this.found = found
    this.expected = expected
  }
}

/** Returns `question()`, or `unknown` if it throws a `Fault`. */
export function catchFault<Answer>(question: () => Answer, unknown: Answer): Answer {
  try {
    return question()
  } catch (error) {
    if (error instanceof Fault) return unknown
    throw error
  }
}
