import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { isExpected } from '@shared/base/expected-error'
import { badUsage } from './usage'

/** Options and positionals of a command; what it does not know is wrong usage, said in one sentence. */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  positionals: number,
) {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: positionals > 0, strict: true })
    if (parsed.positionals.length > positionals)
      throw badUsage(`"${parsed.positionals[positionals]}" is one argument too many.`)
    return parsed
  } catch (error) {
    if (isExpected(error)) throw error
    throw badUsage(`${sentenceOf(error as Error)} zorkgpt --help lists the options.`)
  }
}

/** What Node says of a value that begins with a dash takes several lines, and does not say what to write. */
function sentenceOf({ message }: Error): string {
  const ambiguous = /^Option '(?:-\w, )?(--[\w-]+)[^']*' argument is ambiguous/.exec(message)?.[1]
  return ambiguous === undefined
    ? `${message.split(/\.\s/, 1)[0]}.`
    : `${ambiguous} is followed by something that begins with a dash; a value of that kind is given as ${ambiguous}=VALUE.`
}

/** A whole number from `least` to `most`, or undefined if the option was not given. */
export function readNumber(
  value: string | undefined,
  option: string,
  least: number,
  most = 0x7fffffff,
): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw badUsage(`--${option} is "${value}"; it takes a whole number from ${least} to ${most}.`)
  return number
}
