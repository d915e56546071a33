import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { type KnowledgeEvent, knowledgeEvent } from '@shared/agent/knowledge/knowledge-event'
import { freezeKnowledge } from '@shared/agent/knowledge/slice'
import { eventsInScope, findVersion, type KnowledgeScope, versionsOf } from '@shared/agent/knowledge/versions'
import { ExpectedError } from '@shared/base/expected-error'
import { tryParseJson } from '@shared/base/json/bound-json'
import type { FrozenKnowledge } from '@shared/episode/log/knowledge-schema'
import { makePlainFolder, pathIn, readPlain, type RootedPath } from '../base/files/plain-file'
import { replaceLocked } from '../base/files/replace-file'
import { withLock } from '../base/files/with-lock'
import { writeError } from '../base/files/write-error'
import { isSliceOver, nextSlice } from '../base/limits/slices'

/** The knowledge from the episodes of a data folder, one event per line. The file is append-only. */
const placeOf = (dataFolder: string) => pathIn(dataFolder, '.knowledge', 'events.jsonl')
const LONGEST_BYTES = 32 << 20

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** All events, in order; none if there is no file. Throws `bad_file` with the number of a bad line. */
export const readKnowledge = async (dataFolder: string): Promise<readonly KnowledgeEvent[]> =>
  (await readEvents(placeOf(dataFolder))).events

/** The events, and the text that they were read from. */
async function readEvents(place: RootedPath) {
  const bytes = await readPlain(place, LONGEST_BYTES).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  const text = bytes?.toString().trimEnd() ?? ''
  const events: KnowledgeEvent[] = []
  for (const [index, line] of text === '' ? [] : text.split('\n').entries()) {
    const read = knowledgeEvent.safeParse(tryParseJson(line))
    if (!read.success)
      throw new ExpectedError(
        'bad_file',
        `${place.path} is damaged in line ${index + 1}. Repair it or move it away; nothing was changed.`,
      )
    events.push(read.data)
    if (isSliceOver()) await nextSlice()
  }
  return { text, events }
}

/**
 * Adds the events that `decide` returns for the known ones, while no other process adds any. Rejects like `withLock`,
 * with `bad_file` for a damaged file, and with `not_possible` if the file would become too large.
 */
export async function addKnowledge<Result extends { readonly events: readonly KnowledgeEvent[] }>(
  dataFolder: string,
  decide: (before: readonly KnowledgeEvent[]) => Result,
): Promise<Result> {
  const place = placeOf(dataFolder)
  await makePlainFolder({ root: dataFolder, path: dirname(place.path) }).catch((error: unknown) => {
    throw writeError('Not saved', place.path, error)
  })
  return withLock(place, async () => {
    const { text: known, events: before } = await readEvents(place)
    const result = decide(before)
    if (result.events.length === 0) return result
    // A single unreadable line would make the whole file unusable.
    const fault = result.events.map((event) => knowledgeEvent.safeParse(event).error?.issues[0]).find(Boolean)
    if (fault) throw new Error(`an event of the knowledge is not valid: ${fault.path.join('.')} ${fault.message}`)
    const lines = result.events.map((event) => JSON.stringify(event))
    const text = `${[known, ...lines].filter(Boolean).join('\n')}\n`
    if (Buffer.byteLength(text) > LONGEST_BYTES)
      throw new ExpectedError('not_possible', `Not saved: ${place.path} would become too large to read.`)
    await replaceLocked(place, text).catch((error: unknown) => {
      throw writeError('Not saved', place.path, error)
    })
    return result
  })
}

/**
 * The knowledge of a new episode: the version with this hash, or the newest if the hash is empty. Null at K0. Throws
 * `not_found` for an unknown hash.
 */
export async function readFrozenKnowledge(
  dataFolder: string,
  scope: KnowledgeScope,
  sha256: string,
): Promise<FrozenKnowledge | null> {
  if (scope.level === 'K0') return null
  return freezeKnowledge(eventsUntil(await readKnowledge(dataFolder), scope, sha256), scope, sha256Of)
}

/** The events of a scope up to a version, or all of them for an empty hash. Throws `not_found` for an unknown one. */
export function eventsUntil(
  events: readonly KnowledgeEvent[],
  scope: KnowledgeScope,
  sha256: string,
): readonly KnowledgeEvent[] {
  const inScope = eventsInScope(events, scope)
  if (sha256 === '') return inScope
  const version = findVersion(versionsOf(inScope, sha256Of), sha256)
  if (version !== null) return inScope.slice(0, version.events)
  throw new ExpectedError(
    'not_found',
    `There is no version ${sha256} of the knowledge at level ${scope.level} about this story. The knowledge sheet and "zorkgpt knowledge show" list the versions.`,
  )
}
