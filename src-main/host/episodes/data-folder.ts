import { access, constants, lstat, open, readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { EPISODE_ID } from '@shared/contract/episode-id'
import { baseFolder } from '../../base/files/base-folder'
import { makeFolder } from '../../base/files/plain-file'
import { hasLog } from '../../episode/list-episodes'

type Env = Readonly<Record<string, string | undefined>>

/** The folder for all data of all shells, by the platform's convention; ZORKGPT_HOME overrides it. */
export function homeFolder(env: Env, platform: NodeJS.Platform): string {
  const named = readPath('ZORKGPT_HOME', env.ZORKGPT_HOME || undefined)
  if (named !== null) return named
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'ZorkGPT')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'ZorkGPT')
  return join(baseFolder(env.XDG_DATA_HOME) ?? join(homedir(), '.local', 'share'), 'zorkgpt')
}

/** Whether a settings file is the app's or the one in the home folder. Others may come from someone else. */
export const isOwnSettings = (file: string, appRoot: string, env: Env, platform: NodeJS.Platform): boolean =>
  [appRoot, homeFolder(env, platform)].some((folder) => resolve(file) === resolve(folder, 'zorkgpt.toml'))

export const defaultDataFolder = (env: Env, platform: NodeJS.Platform): string =>
  join(homeFolder(env, platform), 'episodes')

/**
 * The value of `name`, an option or variable, as an absolute path; null if it is not set. A leading `~` is the home
 * folder, because a shell does not expand `--data=~/episodes`; `./~` is a folder of that name. Throws `bad_input` for
 * an empty path.
 */
export function readPath(name: string, path: string | undefined, cwd?: string): string | null {
  if (path === undefined) return null
  if (path === '') throw new ExpectedError('bad_input', `${name} is empty: it needs a path.`)
  const named = path.replace(/^~(?=$|[\\/])/, homedir())
  return isAbsolute(named) ? resolve(named) : resolve(cwd ?? workingFolder(name), named)
}

/** The current folder. Throws `bad_input` if it has been deleted. */
function workingFolder(name: string): string {
  try {
    return process.cwd()
  } catch {
    throw new ExpectedError('bad_input', `${name} is relative, and the current folder no longer exists.`)
  }
}

/** Creates the data folder if it is missing. A read-only folder can be viewed. Rejects with `bad_file`. */
export async function makeDataFolder(folder: string): Promise<void> {
  await makeFolder(folder).catch(async (error: unknown) => {
    throw await unusable(folder, error)
  })
  await access(folder, constants.R_OK | constants.X_OK).catch(() => {
    throw notUsable(folder, 'you may not look into it')
  })
}

/** Rejects with `bad_file` if no episode can be written there. */
export async function requireWritable(folder: string): Promise<void> {
  await makeDataFolder(folder)
  await access(folder, constants.W_OK).catch(async (error: unknown) => {
    throw await unusable(folder, error)
  })
}

async function unusable(folder: string, error: unknown) {
  const { code, message } = error as NodeJS.ErrnoException
  const reason = (await whatIsInTheWay(folder)) ?? REASONS[code ?? ''] ?? `the system says ${code ?? message}`
  return notUsable(folder, reason)
}

const notUsable = (folder: string, reason: string) =>
  new ExpectedError(
    'bad_file',
    `The data folder ${folder} cannot be used: ${reason}. Choose another with --data or the variable ZORKGPT_HOME.`,
  )

const NOT_ALLOWED = 'you may not write there'
const REASONS: Readonly<Record<string, string>> = {
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'the system does not allow folders there',
}

async function whatIsInTheWay(path: string): Promise<string | null> {
  const entry = await stat(path).catch(() => null)
  if (entry !== null) return entry.isDirectory() ? null : `${path} is not a folder`
  const link = await lstat(path).catch(() => null)
  if (link?.isSymbolicLink()) return `${path} is a link that leads nowhere`
  return dirname(path) === path ? null : whatIsInTheWay(dirname(path))
}

/**
 * The folder for data of this machine, because a data folder may be synced. XDG_STATE_HOME moves it, ZORKGPT_HOME does
 * not.
 */
export function machineFolder(env: Env, platform: NodeJS.Platform): string {
  const state = baseFolder(env.XDG_STATE_HOME)
  if (state !== null) return join(state, 'zorkgpt')
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'ZorkGPT')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'ZorkGPT')
  return join(homedir(), '.local', 'state', 'zorkgpt')
}

/**
 * Removes other users' rights, because earlier versions left files readable by all. The default data folder itself is
 * closed. A folder that the user chose keeps its rights, because it may contain other files. Our files in it are
 * closed, except in a folder in which others may write, because such a folder is shared on purpose. Never rejects;
 * skips files of other users.
 */
export async function restrictPermissions(dataFolder: string, env: Parameters<typeof homeFolder>[0]): Promise<void> {
  const { platform } = process
  // On Windows, files inherit private rights from the user's folder.
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

/** Write access for the user's private group does not share a folder. */
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
