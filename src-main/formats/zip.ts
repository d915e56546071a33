// The browser build, because the Node build declares `require`, which the bundle already declares.
import { strToU8, Zip, ZipDeflate } from 'fflate/browser'
import { ExpectedError } from '@shared/base/expected-error'

/** A file of an archive, with its content in parts. */
export interface ZipFile {
  readonly name: string
  readonly parts: AsyncIterable<string> | Iterable<string>
}

/** Limits of a ZIP without the 64-bit extension: number of files, and bytes (packed in total, unpacked per file). */
const MAX_FILES = 65_000
const MAX_BYTES = 0xf000_0000
/** The earliest date of a ZIP, so that the same files give the same archive. */
const NO_DATE = new Date(1980, 0, 1)

/** An archive in parts; files are compressed as they come, and not held in memory. */
export async function* zipOf(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  let bytes = 0
  let count = 0
  const zip = new Zip((error, part) => {
    if (error !== null) throw error
    ready.push(part)
    bytes += part.length
  })
  const taken = (): readonly Uint8Array[] => {
    const parts = ready
    ready = []
    return parts
  }
  for await (const { name, parts } of files) {
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = NO_DATE
    zip.add(file)
    let size = 0
    for await (const part of parts) {
      const content = strToU8(part)
      size += content.length
      if (part !== '') file.push(content)
      yield* taken()
      if (Math.max(bytes, size) > MAX_BYTES) throw tooLarge('4 GB')
    }
    file.push(new Uint8Array(), true)
    yield* taken()
    if (++count > MAX_FILES) throw tooLarge(`${MAX_FILES.toLocaleString('en')} files`)
  }
  zip.end()
  yield* taken()
}

const tooLarge = (what: string): ExpectedError =>
  new ExpectedError('not_possible', `An archive is limited to ${what}. Export fewer turns or episodes.`)
