import { createScanner, type Node, parse, type ParseError, parseTree } from 'jsonc-parser'
import { UNTRUSTED_BOUNDS } from '../base/json/bound-json'

/** Config files of clients: JSON with comments and trailing commas, whose parser is recursive. */
const OPTIONS = { allowTrailingComma: true }

/** Null if the text is not JSON, or nested too deeply for a config. */
export function parseJsonc(text: string): { readonly value: unknown } | null {
  const errors: ParseError[] = []
  const source = withoutMark(text)
  if (tooDeepAt(source) !== null) return null
  const value: unknown = parse(source, errors, OPTIONS)
  return errors.length > 0 ? null : { value }
}

export interface JsoncTree {
  readonly root: Node | undefined
  /** The first error. */
  readonly error: { readonly offset: number; readonly code: ParseError['error'] | 'too deep' } | null
}

/** The same with every place in the text. */
export function readJsoncTree(text: string): JsoncTree {
  const source = withoutMark(text)
  const tooDeep = tooDeepAt(source)
  if (tooDeep !== null) return { root: undefined, error: { offset: tooDeep, code: 'too deep' } }
  const errors: ParseError[] = []
  const root = parseTree(source, errors, OPTIONS)
  const [error] = errors
  return { root, error: error ? { offset: error.offset, code: error.error } : null }
}

/** A byte order mark is not part of the text; offsets are unchanged. */
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
