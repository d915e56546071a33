// Its build for Node declares a `require` of its own, which a bundle has already.
import { strFromU8, unzipSync } from 'fflate/browser'
import { isRecord } from '../json/is-record'
import { type JsonBounds, parseJson } from '../json/bound-json'
import { readSample, type Task } from './inspect-sample'
import { notRecorded, type Recording } from './recording'
import { readTales } from './tales-steps'
import { ARCHIVE, isTales } from './which-files'

/** Bytes that one file in an archive may become. */
const LONGEST_FILE = 256 << 20
/** Of a sample, which holds an episode whole. */
const SAMPLE_BOUNDS: JsonBounds = { depth: 128, values: 5_000_000 }

const SAMPLE = /^samples\/[^/]+\.json$/

/**
 * The episodes in a file of TALES (JSON Lines) or of Inspect AI (`.eval`, or its logs as JSON), one after the other.
 * `writtenAt`: of the file, for what does not tell when it was played. Throws `bad_file` for what holds none, and for
 * an archive that would become too large.
 */
export function* readRecordings(path: string, bytes: Uint8Array, writtenAt: Date): Generator<Recording> {
  const name = path.split(/[\\/]/).at(-1) ?? path
  if (ARCHIVE.test(name)) yield* samplesOf(name, bytes, writtenAt)
  else {
    const text = strFromU8(bytes)
    if (isTales(text)) yield readTales(path, text, writtenAt)
    else yield* samplesIn(name, parse(name, text), writtenAt)
  }
}

function* samplesIn(name: string, log: unknown, writtenAt: Date): Generator<Recording> {
  const samples = isRecord(log) && Array.isArray(log.samples) ? (log.samples as unknown[]) : []
  if (samples.length === 0) throw notRecorded(name, 'it is neither a file of TALES nor a log of Inspect with samples')
  for (const sample of samples) yield readSample(name, sample, { ...taskIn(log), writtenAt })
}

function* samplesOf(name: string, archive: Uint8Array, writtenAt: Date): Generator<Recording> {
  const files: string[] = []
  let header = 'header.json'
  unzip(name, archive, (file) => {
    if (SAMPLE.test(file)) files.push(file)
    if (file === '_journal/start.json') header = file
    return false
  })
  if (files.length === 0) throw notRecorded(name, 'it holds no sample')
  const task = { ...taskIn(fileIn(name, archive, header)), writtenAt }
  for (const file of files) yield readSample(name, fileIn(name, archive, file), task)
}

function fileIn(name: string, archive: Uint8Array, wanted: string): unknown {
  const { [wanted]: bytes } = unzip(name, archive, (file) => file === wanted)
  if (bytes === undefined) throw notRecorded(name, `there is no ${wanted} in it`)
  return parse(name, strFromU8(bytes))
}

/** What a file says that it becomes is what it may become, and no more. */
function unzip(name: string, archive: Uint8Array, isWanted: (file: string) => boolean): Record<string, Uint8Array> {
  let why = 'it is no ZIP archive, or a damaged one'
  try {
    return unzipSync(archive, {
      filter: ({ name: file, originalSize }) => {
        if (!isWanted(file)) return false
        if (originalSize <= LONGEST_FILE) return true
        why = `its ${file} would become ${originalSize} bytes, and ${LONGEST_FILE >> 20} MB are taken`
        throw new RangeError(why)
      },
    })
  } catch {
    throw notRecorded(name, why)
  }
}

function parse(name: string, text: string): unknown {
  try {
    return parseJson(text, SAMPLE_BOUNDS)
  } catch (error) {
    throw notRecorded(name, error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message)
  }
}

function taskIn(log: unknown): Omit<Task, 'writtenAt'> {
  const { task, model } = isRecord(log) && isRecord(log.eval) ? log.eval : {}
  return {
    name: typeof task === 'string' ? task : 'A game in Inspect',
    model: typeof model === 'string' ? model : 'a model',
  }
}
