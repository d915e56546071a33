import { join } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { hasLog } from '../../episode/list-episodes'
import { isInTrash } from '../../episode/trash'
import { ChangeSignal } from '../episode/change-signal'
import { RunningEpisodes } from '../episode/running-episodes'
import { OpenReads } from './open-reads'

/** The episodes of one data folder. */
export class EpisodeStore {
  readonly dataFolder: string
  readonly changed = new ChangeSignal()
  readonly running = new RunningEpisodes(() => this.changed.fire())
  readonly openReads = new OpenReads()
  /** Number of changes made here to an episode at rest or its annotations. */
  readonly edits = new Map<string, number>()

  constructor(dataFolder: string) {
    this.dataFolder = dataFolder
  }

  /** Throws `not_found`. */
  folderOf(id: string): string {
    const folder = join(this.dataFolder, id)
    if (hasLog(folder)) return folder
    throw new ExpectedError(
      'not_found',
      isInTrash(this.dataFolder, id)
        ? `Episode ${id} was deleted. Restore it from the trash.`
        : `There is no episode ${id} in ${this.dataFolder}.`,
    )
  }

  /** Makes the list read the episode's row again. */
  noteEdit(id: string): void {
    this.edits.set(id, (this.edits.get(id) ?? 0) + 1)
    this.changed.fire()
  }
}
