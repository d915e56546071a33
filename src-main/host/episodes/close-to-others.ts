import { constants } from 'node:fs'
import { lstat, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EPISODE_ID } from '@shared/contract/episode-id'
import { defaultDataFolder, homeFolder } from './data-folder'
import { hasLog } from '../../episode/list-episodes'

/**
 * Earlier versions left files readable by all users; this closes them. It closes the default data folder itself. A
 * folder that the user chose keeps its rights, because it may contain other files; our files in it are closed, unless
 * others may write there: then it is shared on purpose. Never rejects; files of other users are left alone.
 */
export async function closeToOthers(dataFolder: string, env: Parameters<typeof homeFolder>[0]): Promise<void> {
  const { platform } = process
  // Windows inherits such rights from the user's folder.
  if (platform === 'win32') return
  if (dataFolder === defaultDataFolder(env, platform)) {
    await Promise.all([dataFolder, ...(env.ZORKGPT_HOME ? [] : [homeFolder(env, platform)])].map(close))
    return
  }
  const found = await stat(dataFolder).catch(() => null)
  if (found === null || (found.mode & OTHERS) === 0 || isShared(found)) return
  const isEpisode = (name: string) => EPISODE_ID.test(name) && hasLog(join(dataFolder, name))
  const names = await readdir(dataFolder).catch(() => [])
  const ours = names.filter((name) => OURS.has(name) || isEpisode(name))
  await Promise.all(ours.map((name) => close(join(dataFolder, name))))
}

const OURS: ReadonlySet<string> = new Set(['.stories', '.trash', '.writers', '.start.json'])
const OTHERS = 0o077
const [SET_GROUP, GROUP_WRITES, ALL_WRITE] = [0o2000, 0o020, 0o002]

/** Group-writable is usual where each user has a private group. */
const isShared = ({ mode, gid }: { readonly mode: number; readonly gid: number }): boolean =>
  (mode & (SET_GROUP | ALL_WRITE)) !== 0 || ((mode & GROUP_WRITES) !== 0 && gid !== process.getgid?.())

/** Removes the rights of others on a file or folder, never on the target of a link. */
async function close(path: string): Promise<void> {
  try {
    if (((await lstat(path)).mode & OTHERS) === 0) return
    const opened = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      await opened.chmod((await opened.stat()).mode & ~OTHERS & 0o7777)
    } finally {
      await opened.close()
    }
  } catch {
    // Another user's file, or a link.
  }
}
