/**
 * Text of a guest as a person may be given it: a game, a model, a server, a config or a log of somebody else may hold
 * signs that steer a terminal, turn the direction of what follows or take no room, so that one text passes for another.
 * Each is written as its number, `\u{1b}`. Called where text leaves for a person: a terminal, `episode.log`, an export,
 * a question.
 */

/** Control codes, ends of lines beside \n, marks of direction, halves of characters, and whatever takes no room. */
const UNSEEN = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`
/**
 * In running text a tab and an end of line are themselves, and joiners and variation selectors belong to the letter
 * before them.
 */
const IN_TEXT = new RegExp(String.raw`(?![\n\t\u200c\u200d\ufe0e\ufe0f])[${UNSEEN}]`, 'gu')
/** In a line of our own nothing but the space is blank. */
const IN_LINE = new RegExp(String.raw`[${UNSEEN}\u2800]|(?! )\p{Zs}`, 'gu')

/** Running text: its lines stay lines. */
export const visibleText = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll(IN_TEXT, numberOf)

/** One line, whatever the text holds; of a longer text its beginning, and how long it is. */
export function visibleLine(text: string, most = Infinity): string {
  const seen = text.slice(0, most).replaceAll(IN_LINE, numberOf)
  return text.length <= most ? seen : `${seen}… (${text.length} characters)`
}

/** A value as JSON that means the same and hides nothing from whoever looks at it. */
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
