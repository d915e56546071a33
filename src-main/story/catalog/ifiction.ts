import sax from 'sax'
import { visibleLine } from '@shared/base/visible-text'
import { cutText } from '@shared/base/whole-characters'

/** Fields of an iFiction record (Treaty of Babel 9, section 5): one line of visible characters, or null if missing. */
export interface StoryRecord {
  readonly title: string | null
  readonly author: string | null
  /** For example "An Interactive Mystery". */
  readonly headline: string | null
  readonly genre: string | null
  /** A year or a date. */
  readonly firstpublished: string | null
  readonly description: string | null
}

const LENGTHS: Readonly<Record<keyof StoryRecord, number>> = {
  title: 120,
  author: 120,
  headline: 120,
  genre: 60,
  firstpublished: 10,
  description: 1000,
}
/** The elements that contain the fields. */
const PATH = 'ifindex/story/bibliographic/'
const DEPTH = 4

/** Reads the first story of a record; null if the XML is not well-formed. Declared entities are not resolved. */
export function readRecord(xml: Uint8Array): StoryRecord | null {
  const texts = new Map<string, string>()
  const open: string[] = []
  let isFirst = true
  const parser = sax.parser(true, { strictEntities: true })
  const add = (text: string) => {
    if (!isFirst || open.length !== DEPTH) return
    const path = open.join('/')
    if (path.startsWith(PATH)) texts.set(path, (texts.get(path) ?? '') + text)
  }
  let isWellFormed = true
  parser.onerror = () => {
    isWellFormed = false
  }
  parser.onopentag = ({ name }) => {
    // A `<br/>` in a description becomes a space.
    if (name === 'br') add(' ')
    open.push(name)
  }
  parser.onclosetag = (name) => {
    open.pop()
    if (name === 'story') isFirst = false
  }
  parser.ontext = add
  parser.oncdata = add
  try {
    parser.write(new TextDecoder().decode(xml)).close()
  } catch {
    return null
  }
  if (!isWellFormed) return null
  const field = (name: keyof StoryRecord) => lineOf(texts.get(PATH + name) ?? '', LENGTHS[name])
  return {
    title: field('title'),
    author: field('author'),
    headline: field('headline'),
    genre: field('genre'),
    firstpublished: field('firstpublished'),
    description: field('description'),
  }
}

/** The text as one line of visible characters, cut to `most`; null if it is blank. */
export function lineOf(text: string, most: number): string | null {
  const line = visibleLine(cutText(text.replaceAll(/\s+/g, ' ').trim(), most))
  return line === '' ? null : line
}

/** A record with only a title. */
export const writeRecord = (title: string): Uint8Array =>
  new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?>\n<ifindex version="1.0" xmlns="http://babel.ifarchive.org/protocol/iFiction/"><story><bibliographic><title>${escaped(title)}</title></bibliographic><colophon><generator>ZorkGPT</generator></colophon></story></ifindex>\n`,
  )

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
