import { constants } from 'node:fs'
import { lstat, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EPISODE_ID } from '@shared/contract/episode-id'
import { defaultDataFolder, homeFolder } from './data-folder'
import { hasLog } from '../../episode/library'

/**
 * What is made today is its user's alone; earlier versions left it readable for every user of the machine, and this
 * closes what they made. Of the default data folder that is the folder itself. One that the reader named keeps its
 * rights, for it may hold other things, and what is ours in it is closed, unless the reader lets others write there:
 * then it is shared on purpose. Never rejects: what belongs to somebody else stays as it is.
 */
export async function closeToOthers(dataFolder: string, env: Parameters<typeof homeFolder>[0]): Promise<void> {
  const { platform } = process
  // There such rights are inherited from the folder of the user.
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

/** Where each user has a group for itself, a folder is made writable for that without a thought. */
const isShared = ({ mode, gid }: { readonly mode: number; readonly gid: number }): boolean =>
  (mode & (SET_GROUP | ALL_WRITE)) !== 0 || ((mode & GROUP_WRITES) !== 0 && gid !== process.getgid?.())

/** Takes from others what they may do with a file or a folder, and with nothing that a link leads to. */
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
    // Somebody else's, or a link.
  }
}
