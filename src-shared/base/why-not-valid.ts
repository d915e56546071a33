import type { z } from 'zod'

/**
 * The mistake in a value as a predicate, such as "must not be empty". A schema's own message is returned unchanged.
 * Where a list of values is possible, it names the value if it was parsed with `reportInput`.
 */
export function whyNotValid(issue: z.core.$ZodIssue): string {
  if (!VALIDATORS_WORDS.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'too_small':
      if (issue.minimum === 1 && issue.inclusive && COUNTED[issue.origin] !== undefined) return 'must not be empty'
      return `takes ${issue.inclusive ? 'at least' : 'more than'} ${amount(issue.minimum, issue.origin)}`
    case 'too_big':
      return `takes ${issue.inclusive ? 'at most' : 'less than'} ${amount(issue.maximum, issue.origin)}`
    case 'invalid_type':
      return isMissing(issue) ? 'is missing' : `takes ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `takes one of: ${issue.values.join(', ')}${notThis(issue)}`
    case 'unrecognized_keys':
      return `has nothing by the name of ${issue.keys.join(', ')}`
    case 'invalid_format':
      if (issue.format === 'url') return 'takes an address, such as https://example.com'
      return 'is not in the form that is wanted here'
    case 'invalid_union': {
      // If an empty text is one alternative, the first alternative describes the other accepted values.
      const [[first] = [], ...others] = issue.errors
      const mayBeEmpty = others.some(([other]) => other?.code === 'invalid_value' && other.values.includes(''))
      if (first && mayBeEmpty) return whyNotValid(first)
      return whyNoAlternative(issue)
    }
    default:
      return issue.message
  }
}

/** The mistake in the alternative that was probably meant, or the kinds of all alternatives. */
function whyNoAlternative(issue: z.core.$ZodIssueInvalidUnion): string {
  const { errors } = issue
  if ('options' in issue && issue.options)
    return `takes one of: ${issue.options.map(String).join(', ')}${notThis(issue)}`
  const mistakes = errors.flatMap((alternative) => alternative.slice(0, 1))
  if (mistakes.some((mistake) => mistake.path.length === 0 && isMissing(mistake))) return 'is missing'
  const isOfKind = ({ code }: z.core.$ZodIssue) => !['invalid_type', 'invalid_union', 'invalid_value'].includes(code)
  const meant =
    mistakes.find(({ path }) => path.length > 0) ??
    mistakes.find(isOfKind) ??
    mistakes.find(({ code }) => code === 'invalid_value')
  if (meant === undefined) return `takes ${[...new Set(kindsOf(issue))].join(' or ')}${notThis(issue)}`
  return meant.code === 'invalid_value' ? whyNotValid(meant) : `${whyNotValid(meant)}${notThis(meant)}`
}

function kindsOf(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === 'invalid_union') return issue.errors.flatMap(([first]) => (first ? kindsOf(first) : []))
  return issue.code === 'invalid_type' ? [KINDS[issue.expected] ?? issue.expected] : []
}

/** Names the value after a list of possible ones; empty if it is not known, long, or a list or table. */
function notThis({ input }: z.core.$ZodIssue): string {
  if (typeof input === 'string') return /^.{1,40}$/.test(input) ? `, not ${JSON.stringify(input)}` : ''
  return typeof input === 'number' || typeof input === 'boolean' ? `, not ${input}` : ''
}

/** All mistakes in a value, each with its path; `whole` names the value itself. */
export const whyNotValidIn = (whole: string, { issues }: z.core.$ZodError): string =>
  issues.map((issue) => `${issue.path.join('.') || whole}: ${whyNotValid(issue)}`).join('; ')

/** The beginnings of zod's own messages. */
const VALIDATORS_WORDS = /^(?:Invalid\b|Too (?:small|big):|Unrecognized\b)/
/** Zod reports a missing value only in this way. */
const isMissing = ({ message }: z.core.$ZodIssue): boolean => message.endsWith('received undefined')

const COUNTED: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
}

function amount(bound: number | bigint, origin: string): string {
  const counted = COUNTED[origin]
  return counted === undefined ? String(bound) : `${bound} ${Number(bound) === 1 ? counted[0] : counted[1]}`
}

const KINDS: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date',
  string: 'text',
  array: 'a list',
  record: 'a table',
  object: 'a table',
}
