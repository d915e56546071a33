import { type KeyName, readKeyName } from '@shared/episode/log/key-names'

/** The characters from ZSCII 155 on, unless the story has its own table (Standard §3.8.5.3). */
const DEFAULT_EXTRAS = 'äöüÄÖÜß»«ëïÿËÏáéíóúýÁÉÍÓÚÝàèìòùÀÈÌÒÙâêîôûÂÊÎÔÛåÅøØãñõÃÑÕæÆçÇþðÞÐ£œŒ¡¿'
const FIRST_EXTRA = 155
const LAST_EXTRA = 251

export const ENTER = 13
/** ZSCII codes of the key names in actions for single-key prompts (Standard §3.8.4, §10.7). */
const NAMED_KEYS: Readonly<Record<KeyName, number>> = {
  space: 32,
  enter: ENTER,
  escape: 27,
  up: 129,
  down: 130,
  left: 131,
  right: 132,
  delete: 8,
  f1: 133,
  f2: 134,
  f3: 135,
  f4: 136,
  f5: 137,
  f6: 138,
  f7: 139,
  f8: 140,
  f9: 141,
  f10: 142,
  f11: 143,
  f12: 144,
}

const QUESTION_MARK = 63

/** Converts between ZSCII and text with the story's character set. */
export class CharacterSet {
  readonly #toText: readonly string[]
  readonly #fromText: ReadonlyMap<number, number>

  constructor(story: Uint8Array, unicodeTable: number) {
    const extras = unicodeTable > 0 ? readUnicodeTable(story, unicodeTable) : Array.from(DEFAULT_EXTRAS)
    const toText: string[] = Array.from({ length: 1024 }, () => '')
    toText[ENTER] = '\n'
    toText[9] = ' '
    toText[11] = ' '
    for (let code = 32; code < 127; code++) toText[code] = String.fromCharCode(code)
    for (let code = FIRST_EXTRA; code <= LAST_EXTRA; code++) toText[code] = extras[code - FIRST_EXTRA] ?? '?'
    this.#toText = toText
    const fromText = new Map<number, number>([[10, ENTER]])
    for (let code = 32; code < 127; code++) fromText.set(code, code)
    extras.forEach((character, index) => {
      // A table may contain a character twice, or an ASCII character. Input gets the lowest code.
      if (!fromText.has(character.charCodeAt(0))) fromText.set(character.charCodeAt(0), FIRST_EXTRA + index)
    })
    this.#fromText = fromText
  }

  /** The text of a ZSCII code; '' for codes without one. */
  textOf(code: number): string {
    return this.#toText[code] ?? ''
  }

  /** The text of many codes, one character each; `?` for a code without text. */
  decode(codes: Uint8Array): string {
    let text = ''
    for (const code of codes) text += this.#toText[code] || '?'
    return text
  }

  /** The ZSCII code of one UTF-16 unit; `?` if the story has no code for it. */
  codeOf(unit: number): number {
    return this.#fromText.get(unit) ?? QUESTION_MARK
  }

  /** The result of `check_unicode`: bit 0 if it can be printed, bit 1 if it can be typed. */
  abilitiesOf(unit: number): number {
    if (isControl(unit)) return 0
    return this.#fromText.has(unit) ? 3 : 1
  }

  /** The ZSCII code of the key that an action presses: a named key, its first character, or Enter if it is empty. */
  keyOf(action: string): number {
    if (action === '') return ENTER
    const name = readKeyName(action)
    return name === null ? this.codeOf(action.charCodeAt(0)) : NAMED_KEYS[name]
  }
}

/** The text of one UTF-16 unit; `?` for control codes (Standard §15, print_unicode), which could control a terminal. */
export const textOfUnit = (unit: number): string => (isControl(unit) ? '?' : String.fromCharCode(unit))

const isControl = (unit: number) => unit < 32 || (unit >= 127 && unit < 160)

function readUnicodeTable(story: Uint8Array, table: number): string[] {
  const count = Math.min(story[table] ?? 0, LAST_EXTRA - FIRST_EXTRA + 1)
  return Array.from({ length: count }, (_, index) => {
    const address = table + 1 + index * 2
    return textOfUnit(((story[address] ?? 0) << 8) | (story[address + 1] ?? 0))
  })
}
