import { delimiter, resolve } from 'node:path'
import { z } from 'zod'
import { tryParseJson } from '@shared/base/json/bound-json'
import { episodeId } from '@shared/contract/episode-id'
import { type Disguise, DISGUISES } from '@shared/episode/log/event'
import { readPath } from '../../host/episodes/data-folder'

/** Tools beyond the four core tools. Those that look into the game or take actions back are off by default. */
export const EXTRA_TOOL_NAMES = [
  'save',
  'restore',
  'objects',
  'goals',
  'undo',
  'peek',
  'exits',
  'valid_actions',
  'hint',
  'walkthrough',
] as const
export type ExtraTool = (typeof EXTRA_TOOL_NAMES)[number]
const DEFAULT_EXTRA_TOOLS: readonly ExtraTool[] = ['save', 'restore', 'objects', 'goals']

export interface Options {
  /** Id of a story, or the path of its file; null for Zork I. */
  readonly game: string | null
  /** Folders in which a story is searched by its id, in order. */
  readonly storyFolders: readonly string[]
  readonly seed: number
  /** The disguise of the story, for every client. */
  readonly disguise: Disguise
  readonly extraTools: readonly ExtraTool[]
  /** The file that preserves the game across restarts; null for none. */
  readonly stateFile: string | null
  /** Data folder of the app, where every game is recorded as an episode; null for none. */
  readonly dataFolder: string | null
  readonly turnLimit: number | null
  readonly unit: UnitOfGame | null
}

const unitOfGame = z.object({
  episodeId,
  experiment: z.string().max(60),
  arm: z.string().max(60),
  repeat: z.number().int().positive(),
})
type UnitOfGame = z.infer<typeof unitOfGame>

/**
 * Reads GAME, TEXT_ADVENTURE_STORIES, TEXT_ADVENTURE_SEED, TEXT_ADVENTURE_TOOLS, TEXT_ADVENTURE_STATE,
 * TEXT_ADVENTURE_DATA, TEXT_ADVENTURE_TURNS, TEXT_ADVENTURE_DISGUISE and TEXT_ADVENTURE_UNIT. Throws an Error that
 * names the variable, its value and what is allowed.
 */
export function readOptions(
  env: Readonly<Record<string, string | undefined>>,
  bundledStories: string,
  cwd: string,
): Options {
  const dataFolder = readPath('TEXT_ADVENTURE_DATA', env.TEXT_ADVENTURE_DATA || undefined, cwd)
  const stateFile = readPath('TEXT_ADVENTURE_STATE', env.TEXT_ADVENTURE_STATE || undefined, cwd)
  if (dataFolder !== null && stateFile !== null)
    throw new Error(
      'Set either TEXT_ADVENTURE_DATA (starts a new episode) or TEXT_ADVENTURE_STATE (continues a saved game), not both.',
    )
  const folders = (env.TEXT_ADVENTURE_STORIES ?? '').split(delimiter).filter((folder) => folder !== '')
  return {
    game: env.GAME?.trim() || null,
    storyFolders: [
      ...folders.map((folder) => resolve(cwd, folder)),
      cwd,
      resolve(cwd, 'games'),
      resolve(bundledStories, 'zork'),
      bundledStories,
    ],
    seed: readSeed(env.TEXT_ADVENTURE_SEED),
    disguise: readDisguise(env.TEXT_ADVENTURE_DISGUISE),
    extraTools: readExtraTools(env.TEXT_ADVENTURE_TOOLS, dataFolder !== null),
    stateFile,
    dataFolder,
    turnLimit: readTurns(env.TEXT_ADVENTURE_TURNS),
    unit: readUnit(env.TEXT_ADVENTURE_UNIT),
  }
}

function readTurns(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new Error(`TEXT_ADVENTURE_TURNS is "${text}"; it must be a whole number from 1 on.`)
}

function readUnit(text: string | undefined): UnitOfGame | null {
  if (text === undefined || text === '') return null
  const read = unitOfGame.safeParse(tryParseJson(text))
  if (read.success) return read.data
  throw new Error('TEXT_ADVENTURE_UNIT is invalid. Only `zorkgpt experiment` sets this variable: remove it.')
}

/** The same seed by default, so that runs can be compared. */
function readSeed(text = '1'): number {
  if (/^\d{1,10}$/.test(text) && Number(text) <= 0x7fffffff) return Number(text)
  throw new Error(`TEXT_ADVENTURE_SEED is "${text}"; it must be a whole number from 0 to ${0x7fffffff}.`)
}

function readDisguise(text: string | undefined): Disguise {
  const disguise = DISGUISES.find((known) => known === (text || 'none'))
  if (disguise !== undefined) return disguise
  throw new Error(`TEXT_ADVENTURE_DISGUISE is "${text}"; it must be one of: ${DISGUISES.join(', ')}.`)
}

/** Not available in an episode, because a played action stays in its log. */
const BACKWARD: readonly ExtraTool[] = ['save', 'restore', 'undo']

function readExtraTools(text: string | undefined, goesForward: boolean): readonly ExtraTool[] {
  if (text === undefined) return DEFAULT_EXTRA_TOOLS.filter((name) => !goesForward || !BACKWARD.includes(name))
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const unknown = names.find((name) => !(EXTRA_TOOL_NAMES as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new Error(`TEXT_ADVENTURE_TOOLS names "${unknown}"; the possible tools are ${EXTRA_TOOL_NAMES.join(', ')}.`)
  const backward = BACKWARD.find((name) => names.includes(name))
  if (goesForward && backward !== undefined)
    throw new Error(
      `TEXT_ADVENTURE_TOOLS names "${backward}", but TEXT_ADVENTURE_DATA writes an episode, which only goes forward: leave out ${BACKWARD.join(', ')}.`,
    )
  return EXTRA_TOOL_NAMES.filter((name) => names.includes(name))
}
