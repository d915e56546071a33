// fflate's build for Node declares a `require`, which a bundle has already.
import { strFromU8 } from 'fflate/browser'
import { endOfString, type JsonBounds, parseJson } from '../base/json/bound-json'
import { isRecord } from '../base/json/is-record'
import { type ArchivedFile, filesIn } from './archive'
import { readSample, type Task } from './inspect-sample'
import { notRecorded, type Recording } from './recording'
import { readTales } from './tales-steps'
import { ARCHIVE, isTales } from './which-files'

/** Limits for a sample, which contains a whole episode. */
const SAMPLE_BOUNDS: JsonBounds = { depth: 128, values: 5_000_000 }

const SAMPLE = /^samples\/[^/]+\.json$/

/** Reads one episode. Throws `bad_file` if there is none. */
type Open = () => Recording

/**
 * The episodes of a file of TALES (JSON Lines) or Inspect AI (`.eval` or JSON); each is only read when opened.
 * `writtenAt` is the file's time, for formats without a time of play. Throws `bad_file` for a file without episodes, or
 * an archive that is too large.
 */
export function* readRecordings(path: string, bytes: Uint8Array, writtenAt: Date): Generator<Open> {
  const name = path.split(/[\\/]/).at(-1) ?? path
  if (ARCHIVE.test(name)) return yield* samplesOf(name, bytes, writtenAt)
  const text = strFromU8(bytes)
  if (isTales(text)) yield () => readTales(path, text, writtenAt)
  else yield* samplesIn(name, parse(name, text), writtenAt)
}

function* samplesIn(name: string, log: unknown, writtenAt: Date): Generator<Open> {
  const samples = isRecord(log) && Array.isArray(log.samples) ? (log.samples as unknown[]) : []
  if (samples.length === 0) throw notRecorded(name, 'it is neither a file of TALES nor a log of Inspect with samples')
  for (const sample of samples) yield () => readSample(name, sample, { ...taskIn(log), writtenAt })
}

function* samplesOf(name: string, archive: Uint8Array, writtenAt: Date): Generator<Open> {
  const files = withReason(name, () => filesIn(archive))
  const samples = [...files].filter(([file]) => SAMPLE.test(file))
  if (samples.length === 0) throw notRecorded(name, 'it has no samples')
  const header = files.get('_journal/start.json') ?? files.get('header.json')
  if (header === undefined) throw notRecorded(name, 'it has no header.json')
  const task = { ...taskIn(jsonIn(name, header)), writtenAt }
  for (const [, file] of samples) yield () => readSample(name, jsonIn(name, file), task)
}

const jsonIn = (name: string, file: ArchivedFile): unknown => parse(name, strFromU8(withReason(name, file.read)))

function withReason<Result>(name: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw notRecorded(name, (error as Error).message)
  }
}

function parse(name: string, text: string): unknown {
  try {
    return parseJson(text, SAMPLE_BOUNDS)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw notRecorded(name, (error as Error).message)
  }
  try {
    return parseJson(withoutNaN(text), SAMPLE_BOUNDS)
  } catch {
    throw notRecorded(name, 'it is not JSON')
  }
}

/** Replaces NaN and Infinity by null. Inspect writes them, like Python, for example for a missing score. */
function withoutNaN(text: string): string {
  const parts: string[] = []
  let keptTo = 0
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : quote
    const between = text.slice(at, end)
    const changed = between.replaceAll(/-?\b(?:NaN|Infinity)\b/g, 'null')
    if (changed !== between) {
      parts.push(text.slice(keptTo, at), changed)
      keptTo = end
    }
    at = endOfString(text, end) + 1
  }
  return parts.join('') + text.slice(keptTo)
}

function taskIn(log: unknown): Omit<Task, 'writtenAt'> {
  const { task, model } = isRecord(log) && isRecord(log.eval) ? log.eval : {}
  return {
    name: typeof task === 'string' ? task : 'A game in Inspect',
    model: typeof model === 'string' ? model : 'a model',
  }
}
