import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { parseJson } from '@shared/base/json/bound-json'
import { type ProbeRecord, probeRecord } from '@shared/experiments/probe'
import { makePlainFolder, pathIn, readPlain } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'
import { writeError } from '../../base/files/write-error'

/** In the data folder: a file for each model and story, named by a hash of both. */
const PROBES_FOLDER = '.probes'
const MAX_PROBES = 1000
const LONGEST_PROBE_BYTES = 1 << 20

/** Replaces an earlier probe of the same model and story. Rejects with `cannot_write`. */
export async function saveProbe(dataFolder: string, record: ProbeRecord): Promise<void> {
  const name = createHash('sha256')
    .update(JSON.stringify([record.story.sha256, record.model]))
    .digest('hex')
  const file = pathIn(dataFolder, PROBES_FOLDER, `${name}.json`)
  try {
    await makePlainFolder(pathIn(dataFolder, PROBES_FOLDER))
    await replacePlain(file, `${JSON.stringify(record, null, 2)}\n`)
  } catch (error) {
    throw writeError('The probe is not saved', file.path, error)
  }
}

/** The saved probes, without unreadable ones. */
export async function readProbes(dataFolder: string): Promise<readonly ProbeRecord[]> {
  const names = await readdir(pathIn(dataFolder, PROBES_FOLDER).path).catch(() => [])
  const read = names
    .filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
    .slice(0, MAX_PROBES)
    .map((name) =>
      readPlain(pathIn(dataFolder, PROBES_FOLDER, name), LONGEST_PROBE_BYTES).then(
        (bytes) => probeRecord.safeParse(parseJson(bytes.toString())).data ?? null,
        () => null,
      ),
    )
  return (await Promise.all(read)).filter((record) => record !== null)
}
