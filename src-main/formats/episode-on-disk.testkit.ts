import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { LoggedEvent } from '@shared/episode/log/event'
import { includeNothing } from '@shared/episode/log/redact'
import { EpisodeLog } from '../episode/log/episode-log'
import { type ExportedEpisode, openExported, type WhatGoesOut } from './exported-episode'

export const allTurns: WhatGoesOut = { kept: includeNothing, range: null }

/** A log in a temporary data folder, which is removed on disposal. */
export async function onDisk(events: readonly LoggedEvent[], name = 'walk') {
  const folder = join(await mkdtemp(join(tmpdir(), 'exports-')), name)
  await mkdir(folder)
  const file = await EpisodeLog.create(folder)
  for (const event of events) file.append(event)
  await file.close()
  return {
    folder,
    dataFolder: dirname(folder),
    [Symbol.asyncDispose]: () => rm(dirname(folder), { recursive: true, force: true }),
  }
}

export async function* opened(
  folders: readonly string[],
  options: WhatGoesOut = allTurns,
): AsyncGenerator<ExportedEpisode> {
  for (const folder of folders) yield await openExported(folder, options)
}
