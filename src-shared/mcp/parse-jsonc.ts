import { createScanner, type Node, parse, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { UNTRUSTED_BOUNDS } from '../base/json/bound-json'
import { visibleLine } from '../base/visible-text'

/** Options for clients' config files: JSON with comments and trailing commas. Their parser is recursive. */
const OPTIONS = { allowTrailingComma: true }

/** Null for invalid JSON, or if it is nested too deeply for a config. */
export function parseJsonc(text: string): { readonly value: unknown } | null {
  const errors: ParseError[] = []
  const source = withoutMark(text)
  if (tooDeepAt(source) !== null) return null
  const value: unknown = parse(source, errors, OPTIONS)
  return errors.length > 0 ? null : { value }
}

export interface JsoncTree {
  readonly root: Node | undefined
  /** The first error; null if the text is valid. */
  readonly error: { readonly offset: number; readonly message: string } | null
}

/** Like `parseJsonc`, with the place of every value. */
export function readJsoncTree(text: string): JsoncTree {
  const source = withoutMark(text)
  const tooDeep = tooDeepAt(source)
  if (tooDeep !== null) return { root: undefined, error: { offset: tooDeep, message: 'it is nested too deeply' } }
  const errors: ParseError[] = []
  const root = parseTree(source, errors, OPTIONS)
  const [error] = errors
  return { root, error: error ? { offset: error.offset, message: `invalid JSON: ${describe(source, error)}` } : null }
}

/** Replaces a byte order mark by a space, so that offsets do not change. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, ' ')

function tooDeepAt(text: string): number | null {
  const scanner = createScanner(text, true)
  let depth = 0
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const first = text[scanner.getTokenOffset()] ?? ''
    if ('{['.includes(first)) depth++
    else if ('}]'.includes(first)) depth--
    if (depth > UNTRUSTED_BOUNDS.depth) return scanner.getTokenOffset()
  }
  return null
}

const SYNTAX_ERRORS: Readonly<Record<string, string>> = {
  InvalidNumberFormat: 'this is not a number',
  UnexpectedEndOfNumber: 'this is not a number',
  PropertyNameExpected: 'a key in quotation marks is expected',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing after the key',
  CommaExpected: 'a comma is missing before this',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'there is text after the end',
  InvalidCommentToken: 'this is not a comment: write // or /* … */',
  UnexpectedEndOfComment: 'the end of the comment is missing: */',
  UnexpectedEndOfString: 'the closing quotation mark is missing',
  InvalidUnicode: String.raw`\u takes four hexadecimal digits`,
  InvalidEscapeCharacter: 'a backslash has another meaning in JSON',
  InvalidCharacter: String.raw`a text cannot have a tab or a line end: write \t or \n`,
}

/** A sentence about a parser error, with advice for common mistakes. */
function describe(text: string, { offset, error }: ParseError): string {
  const found = text.slice(offset)
  const word = visibleLine(/^[^\s,:{}[\]"]*/.exec(found)?.[0] ?? '', 40)
  const what =
    SYNTAX_ERRORS[printParseErrorCode(error)] ??
    `${word} is not a value: write text in quotation marks, a number, true, false or null`
  if (/^[“”„‘’']/.test(found)) return `${what}. Write straight quotation marks: "`
  if (/^"[^"\n]*\\[^"\\/bfnrtu]/.test(found)) return String.raw`${what}. Write a path with \\ or with /`
  return found.startsWith('{') ? `${what}. Put all servers into one "mcpServers"` : what
}

/** Line and column of an offset, from 1. */
export function position(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
