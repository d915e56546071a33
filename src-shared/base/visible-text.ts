import { cutText } from './whole-characters'

/**
 * Makes text from untrusted sources safe to show. A game, a model, a server, or a foreign config or log may contain
 * characters that control a terminal, change the direction of the following text or are invisible, so that one text
 * looks like another. Each is replaced by its number, such as `\u{1b}`, where text leaves the app: in a terminal,
 * `episode.log`, an export or a question.
 */

/** Control codes, line separators except \n, direction marks, lone surrogates, and invisible characters. */
const UNSEEN = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`
/** Running text may have tabs, line feeds, joiners and variation selectors. */
const IN_TEXT = new RegExp(String.raw`(?![\n\t\u200c\u200d\ufe0e\ufe0f])[${UNSEEN}]`, 'gu')
/** In a single line, the only allowed blank is the space. */
const IN_LINE = new RegExp(String.raw`[${UNSEEN}\u2800]|(?! )\p{Zs}`, 'gu')

export const visibleText = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll(IN_TEXT, numberOf)

/** The text as one line. A longer text is cut after `most` characters, followed by its length. */
export function visibleLine(text: string, most = Infinity): string {
  const seen = cutText(text, most).replaceAll(IN_LINE, numberOf)
  return text.length <= most ? seen : `${seen}… (${text.length} characters)`
}

/** Like `visibleLine`, with only ASCII characters, for names: letters of other scripts may look like them. */
export const plainLine = (text: string, most = Infinity): string =>
  visibleLine(text, most).replaceAll(/[^ -~…]/gu, numberOf)

/** Formats a value as JSON with the same meaning and no hidden characters. */
export const visibleJson = (
  value: unknown,
  replacer?: (key: string, value: unknown) => unknown,
  indent?: number,
): string =>
  ((JSON.stringify(value, replacer, indent) as string | undefined) ?? 'null').replaceAll(IN_TEXT, escapeInJson)

const numberOf = (sign: string): string => String.raw`\u{${sign.codePointAt(0)?.toString(16) ?? ''}}`
const escapeInJson = (sign: string): string =>
  sign
    .split('')
    .map((unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
