import { expect, it } from 'vitest'
import { readArguments } from './arguments'

it('an invalid value of an option is refused in one line', () => {
  const read =
    (...args: readonly string[]) =>
    () =>
      readArguments('compare', args, 0)
  expect(read('--data', '-x')).toThrow(
    /^--data is followed by a value that begins with a dash[^\n]* zorkgpt --help lists the options\.$/,
  )
  expect(read('--nope')).toThrow("Unknown option '--nope'. zorkgpt --help lists the options.")
})
