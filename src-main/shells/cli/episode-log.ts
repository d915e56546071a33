import { join } from 'node:path'
import { hasLog } from '../../episodes/library'
import { LogError } from '../../episodes/log-error'
import { dataFolderOf } from './open-host'
import { UsageError } from './usage'

/** The folder of an episode that a command only reads. */
export function readableFolder(id: string, values: { readonly data?: string }): string {
  const dataFolder = dataFolderOf(values)
  const folder = join(dataFolder, id)
  if (hasLog(folder)) return folder
  throw new UsageError(
    `There is no episode ${id} in ${dataFolder}. Name its folder, or another data folder with --data.`,
  )
}

/** What `read` gives; if the log is damaged, it is also said how to go on with the episode. */
export async function tellingWayOut<Result>(
  id: string,
  { data }: { readonly data?: string },
  read: Promise<Result>,
): Promise<Result> {
  try {
    return await read
  } catch (error) {
    if (!(error instanceof LogError) || error.code !== 'bad_log' || error.line === 1) throw error
    throw new UsageError(
      `${error.message} Or go on from its last good turn, which keeps the damaged log beside the new one: zorkgpt play --resume ${id} --from-last-good${data === undefined ? '' : ` --data ${data}`}`,
    )
  }
}
