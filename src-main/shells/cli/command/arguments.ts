import { parseArgs } from 'node:util'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import { whyBadOptions } from '../../why-bad-options'
import { COMMAND_OPTIONS, type CommandName } from './command-table'

/** A usage error. `message` includes the way out. */
export const badUsage = (message: string): ExpectedError => new ExpectedError('bad_input', message)

/** The options of a command, as typed. */
export type Values<Name extends CommandName> = ReturnType<typeof readArguments<Name>>['values']

/** Options and positionals of a command. Throws `bad_input` for an unknown option or a surplus argument. */
export function readArguments<Name extends CommandName>(name: Name, args: readonly string[], positionals: number) {
  try {
    const options = COMMAND_OPTIONS[name]
    const parsed = parseArgs({ args: [...args], options, allowPositionals: positionals > 0, strict: true })
    if (parsed.positionals.length > positionals)
      throw badUsage(`"${parsed.positionals[positionals]}" is one argument too many.`)
    return parsed
  } catch (error) {
    if (isExpected(error)) throw error
    throw badUsage(`${whyBadOptions(error as Error)} zorkgpt --help lists the options.`)
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
    throw badUsage(`--${option} is "${value}". It must be a whole number from ${least} to ${most}.`)
  return number
}

/** One of the names that an option takes, or undefined if the option was not given. */
export function readName<Name extends string>(
  value: string | undefined,
  option: string,
  names: readonly Name[],
): Name | undefined {
  const known = names.find((name) => name === value)
  if (value !== undefined && known === undefined)
    throw badUsage(`--${option} is "${value}". It must be one of: ${names.join(', ')}.`)
  return known
}
