import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { UsageError } from './usage'

/** Options and positionals of a command; what it does not know is wrong usage, said in one sentence. */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  positionals: number,
) {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: positionals > 0, strict: true })
    if (parsed.positionals.length > positionals)
      throw new UsageError(`"${parsed.positionals[positionals]}" is one argument too many.`)
    return parsed
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${(error as Error).message.split(/\.\s/, 1)[0]}. zorkgpt --help lists the options.`)
  }
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
    throw new UsageError(`--${option} is "${value}"; it takes a whole number from ${least} to ${most}.`)
  return number
}
