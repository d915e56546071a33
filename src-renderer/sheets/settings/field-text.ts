import type { SettingField, SettingValue } from '@shared/settings/describe-settings'
import { settingsStrings as words } from './strings'

/** Values of settings as text fields hold them, and back. */

export function fieldText(value: SettingValue): string {
  if (Array.isArray(value)) return value.join('\n')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, content]) => `${name}: ${String(content)}`)
      .join('\n')
  return String(value)
}

export type Parsed = { readonly value: SettingValue } | { readonly fault: string }

export function parseField(kind: SettingField['kind'], text: string): Parsed {
  if (kind === 'integer' || kind === 'number')
    return text.trim() === '' || !Number.isFinite(Number(text)) ? { fault: words.notANumber } : { value: Number(text) }
  if (kind === 'list') return { value: linesOf(text) }
  if (kind === 'table') return parseTable(text)
  return { value: text }
}

function parseTable(text: string): Parsed {
  const pairs = linesOf(text).map((line) => /^([^:]+?)\s*:\s*(.*)$/.exec(line))
  if (pairs.includes(null)) return { fault: words.badPair }
  return { value: Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? ''])) }
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** A default in words. */
export function describeDefault({ default: value, unit }: SettingField): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  const text = Array.isArray(value) || typeof value === 'object' ? fieldText(value) : String(value)
  if (text === '') return words.none
  return unit === null ? text : `${text} ${unit}`
}
