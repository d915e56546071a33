// Its build for Node declares a `require` of its own, which a bundle has already.
import { strToU8, Zip, ZipDeflate } from 'fflate/browser'
import { ExpectedError } from '@shared/base/expected-error'

/** One file of an archive, whose content comes in parts. */
export interface ZipFile {
  readonly name: string
  readonly parts: AsyncIterable<string> | Iterable<string>
}

/** Without its 64-bit extension a ZIP holds no more, in files and in bytes, packed and of one file unpacked. */
const MOST_FILES = 65_000
const MOST_BYTES = 0xf000_0000
/** The first day that a ZIP knows: an archive of the same files is the same archive. */
const NO_DATE = new Date(1980, 0, 1)

/** An archive in parts, each file compressed as it comes; nothing of it is kept. */
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
      if (Math.max(bytes, size) > MOST_BYTES) throw tooLarge('4 GB')
    }
    file.push(new Uint8Array(), true)
    yield* taken()
    if (++count > MOST_FILES) throw tooLarge(`${MOST_FILES.toLocaleString('en')} files`)
  }
  zip.end()
  yield* taken()
}

const tooLarge = (what: string): ExpectedError =>
  new ExpectedError(
    'not_possible',
    `One archive takes ${what}, and this would be more. Export fewer turns or episodes.`,
  )
