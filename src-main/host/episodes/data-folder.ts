import { access, constants, lstat, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { makeFolder } from '../../base/files/make-folder'

type Env = Readonly<Record<string, string | undefined>>

/**
 * Where the product keeps what it writes, by the custom of each platform; ZORKGPT_HOME overrides it. Every shell uses
 * the same folder.
 */
export function homeFolder(env: Env, platform: NodeJS.Platform): string {
  const named = readPath('ZORKGPT_HOME', env.ZORKGPT_HOME || undefined)
  if (named !== null) return named
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'ZorkGPT')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'ZorkGPT')
  return join(baseFolder(env.XDG_DATA_HOME) ?? join(homedir(), '.local', 'share'), 'zorkgpt')
}

/**
 * Whether a settings file is the person's own: the one of the app, or the one that lies in the home folder. Any other
 * that is named may have come with a folder of somebody else.
 */
export const isOwnSettings = (file: string, appRoot: string, env: Env, platform: NodeJS.Platform): boolean =>
  [appRoot, homeFolder(env, platform)].some((folder) => resolve(file) === resolve(folder, 'zorkgpt.toml'))

export const defaultDataFolder = (env: Env, platform: NodeJS.Platform): string =>
  join(homeFolder(env, platform), 'episodes')

/**
 * What `name`, an option or a variable, says, as an absolute path; null if it says nothing. Its `~` is the home folder,
 * for a shell leaves that of `--data=~/episodes` as it is; `./~` is a folder of that name. Throws `bad_input` for an
 * empty path.
 */
export function readPath(name: string, path: string | undefined, cwd?: string): string | null {
  if (path === undefined) return null
  if (path === '') throw new ExpectedError('bad_input', `${name} is empty: it takes a path.`)
  const named = path.replace(/^~(?=$|[\\/])/, homedir())
  return isAbsolute(named) ? resolve(named) : resolve(cwd ?? workingFolder(name), named)
}

/** A shell may stand in a folder that was deleted. */
function workingFolder(name: string): string {
  try {
    return process.cwd()
  } catch {
    throw new ExpectedError('bad_input', `${name} is relative, and the folder that it counts from is gone.`)
  }
}

/** By the XDG Base Directory Specification, what is empty or relative counts as unset. */
const baseFolder = (path: string | undefined): string | null => (path !== undefined && isAbsolute(path) ? path : null)

/**
 * Makes the data folder if it is missing. One that can be read but not written will do, to look at. Rejects with
 * `bad_file`.
 */
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
  EROFS: 'nothing can be written on its disk',
  ENOSPC: 'its disk is full',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'the system makes no folders there',
}

/** What is there of the path, if that is no folder. */
async function whatIsInTheWay(path: string): Promise<string | null> {
  const entry = await stat(path).catch(() => null)
  if (entry !== null) return entry.isDirectory() ? null : `${path} is not a folder`
  const link = await lstat(path).catch(() => null)
  if (link?.isSymbolicLink()) return `${path} is a link that leads nowhere`
  return dirname(path) === path ? null : whatIsInTheWay(dirname(path))
}

/**
 * For what holds on this machine alone. A data folder may be synced or copied to another one, so neither that nor
 * ZORKGPT_HOME moves it. XDG_STATE_HOME does, on every platform: who moves the state of programs moves ours.
 */
export function machineFolder(env: Env, platform: NodeJS.Platform): string {
  const state = baseFolder(env.XDG_STATE_HOME)
  if (state !== null) return join(state, 'zorkgpt')
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'ZorkGPT')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'ZorkGPT')
  return join(homedir(), '.local', 'state', 'zorkgpt')
}
