import { Fault } from '../zmachine/fault'
import { HEADER_PROFILES, readHeader, type StoryHeader } from '../zmachine/header'
import { Machine } from '../zmachine/machine'
import { lineOf } from './ifiction'

/** Maximum number of instructions up to each input. They take about 0.1 s. */
const BUDGET = 1_000_000
/** Maximum number of keys to press before the banner. */
const MAX_PAUSES = 5
const MAX_TITLE = 80

/** The title in the banner that a story prints at its start, above release and serial number; null without a banner. */
export function bannerTitle(story: Uint8Array): string | null {
  const header = readHeader(story)
  return titleIn(openingOf(story, header), header)
}

/** The text up to the first command, or up to a fault. */
function openingOf(story: Uint8Array, header: StoryHeader): string {
  const machine = new Machine(story, header, HEADER_PROFILES.app)
  let text = ''
  try {
    machine.boot(1, BUDGET)
    text = machine.output.takeLower()
    for (let pauses = 0; pauses < MAX_PAUSES && machine.waiting.kind === 'char'; pauses++) {
      machine.resume('space', 0, BUDGET)
      text += machine.output.takeLower()
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    text += machine.output.takeLower()
  }
  return text
}

/** The first line of the paragraph with this release and serial number; null if there is none or it is too long. */
export function titleIn(text: string, { release, serial }: Pick<StoryHeader, 'release' | 'serial'>): string | null {
  const lines = text.split('\n').map((line) => line.trim())
  const at = lines.findIndex((line) => {
    const [, number, date] = /^release (\d+).*?\bserial number (\w+)/i.exec(line) ?? []
    return Number(number) === release && date === serial
  })
  const before = lines.slice(0, Math.max(0, at))
  const title = before[before.lastIndexOf('') + 1] ?? ''
  return title.length > MAX_TITLE ? null : lineOf(title, MAX_TITLE)
}
