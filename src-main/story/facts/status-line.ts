import { catchFault } from '../zmachine/fault'
import type { Machine } from '../zmachine/machine'
import { signed } from '../zmachine/memory/machine-space'
import { readGlobal } from './globals'

const LOCATION = 0
const LEFT = 1
const RIGHT = 2

/** The status line: from globals 0–2 in v1–3 (Standard §8.2), later the first row with text. Null if there is none. */
export function readStatusLine(machine: Machine): string | null {
  if (machine.header.version > 3) return machine.output.upper.rows().find((row) => row !== '') ?? null
  const location = readGlobal(machine, LOCATION)
  const name = location > 0 && location <= machine.objects.count ? objectName(machine, location) : ''
  const [left, right] = [signed(readGlobal(machine, LEFT)), readGlobal(machine, RIGHT)]
  if (!machine.header.isTimeGame) return `${name}  Score: ${left}  Moves: ${right}`
  return `${name}  Time: ${left % 12 || 12}:${String(right).padStart(2, '0')} ${left < 12 ? 'AM' : 'PM'}`
}

/** The start of the status line in lower case, usually the name of the location. Null without a status line. */
export function readHeading(machine: Machine): string | null {
  const [heading = ''] = foldName(readStatusLine(machine) ?? '').split(/\s{2,}/)
  return heading === '' ? null : heading
}

/** A name in the form that is used for comparisons. */
export const foldName = (name: string): string => name.trim().toLowerCase()

/** A name has at most 255 words (Standard §12.4), but its abbreviations count too. */
const MAX_NAME_WORDS = 1000

/** The name in the object table; '' if it is missing or unreadable. */
export function objectName(machine: Machine, object: number): string {
  return catchFault(() => {
    const address = machine.objects.nameAddress(object)
    return address === 0 ? '' : machine.text.decode(address, MAX_NAME_WORDS).text
  }, '')
}

/** The score and moves that a status line shows in one of the two common forms, `Score: n Moves: m` and `n/m`. */
export function readShownCounters(statusLine: string | null): {
  readonly score: number | null
  readonly moves: number | null
} {
  if (statusLine === null) return { score: null, moves: null }
  const pair = /(?:^|\s)(-?\d+)\/(\d+)\s*$/.exec(statusLine)
  const score = /\bscore:?\s*(-?\d+)/i.exec(statusLine)?.[1] ?? pair?.[1]
  const moves = /\b(?:moves|turns):?\s*(\d+)/i.exec(statusLine)?.[1] ?? pair?.[2]
  return { score: score === undefined ? null : Number(score), moves: moves === undefined ? null : Number(moves) }
}
