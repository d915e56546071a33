import { join } from 'node:path'
import { isExpected } from '@shared/base/expected-error'
import { hasLog } from '../../../episode/list-episodes'
import { badUsage } from '../command/arguments'
import type { CommandContext } from '../command/command-context'
import { dataFolderOf } from '../command/open-host'

/** The folder of an episode that a command only reads. */
export function readableFolder(id: string, values: { readonly data?: string }, context: CommandContext): string {
  const dataFolder = dataFolderOf(values, context)
  const folder = join(dataFolder, id)
  if (hasLog(folder)) return folder
  throw badUsage(
    `There is no episode ${id} in ${dataFolder}. Give only the name of its folder; --data names the folder that contains it.`,
  )
}

/** The result of `read`. The error for a damaged log also names the command that resumes the episode. */
export async function namingResume<Result>(
  id: string,
  { data }: { readonly data?: string },
  read: Promise<Result>,
): Promise<Result> {
  try {
    return await read
  } catch (error) {
    if (!isExpected(error, 'bad_log') || error.detail.line === 1) throw error
    throw badUsage(
      `${error.message} Or continue from its last good turn, which preserves the damaged log beside the new one: zorkgpt play --resume ${id} --from-last-good${data === undefined ? '' : ` --data ${data}`}`,
    )
  }
}
