import { create } from 'zustand'
import { MAX_STORY_BYTES, MAX_UPLOAD_BASE64 } from '@shared/contract/rpc'
import type { Story } from '@shared/contract/stories'
import { logInPage } from '@shared/episode/export/replay-page'
import { EPISODE_FILE_ENDING, LONGEST_OPENED_BYTES } from '@shared/episode/log/episode-file'
import { isBlorb, readBlorb, writeBlorb } from '@shared/formats/blorb'
import { foreignKind } from '@shared/formats/foreign-kind'
import { BEGINNING, mayHoldRecordings } from '@shared/formats/which-files'
import { reachHost, refusalOf } from '../connection/connection-store'
import { useEpisode } from '../episode/episode-store'
import { closeLocalEpisode, openLocalEpisode, useLocalEpisodes } from '../episode/local-episodes'
import { useEpisodeList } from '../episodes/episodes-store'
import { fileStrings as words } from '../strings'
import { setView } from '../view/view-store'
import { base64Of } from './base64'
import { useDroppedBundle } from './dropped-bundle'
import { readDropped } from './dropped-files'
import { useDroppedModels } from './upload-model'

/** Opens a log read-only. If it cannot be read, shows the reason in the window and returns false. */
export async function openFile(file: File): Promise<boolean> {
  setView({ failure: null })
  return showRefusals(await openAll([file]))
}

/** Returns false if there are any. */
function showRefusals(refusals: readonly string[]): boolean {
  if (refusals.length > 0) setView({ failure: words.refused(refusals) })
  return refusals.length === 0
}

/** Opens a log read-only. Returns the reason if it cannot be read, otherwise null. */
async function refusalToOpen(file: File): Promise<string | null> {
  try {
    if (file.size > LONGEST_OPENED_BYTES) throw new Error(words.tooLong(file.name, file.size, LONGEST_OPENED_BYTES))
    const beginning = await file.slice(0, BEGINNING).text()
    const isForeign = mayHoldRecordings(file.name, beginning)
    if (!isForeign && !EPISODE_FILE.test(file.name) && !beginning.startsWith('{')) {
      const kind = foreignKind(new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer()))
      throw new Error(words.otherKind(file.name, kind))
    }
    openLocalEpisode({ fileName: file.name, ...(isForeign ? await recordingIn(file) : await logIn(file)) })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const EPISODE_FILE = /\.(?:zorkgpt|jsonl?|eval|html?)$/i
const PAGE = /\.html?$/i

async function logIn(file: File) {
  const { readLogText } = await import('./read-log-text')
  const text = await file.text()
  const log = PAGE.test(file.name) ? logInPage(text) : text
  if (log === null) throw new Error(words.isEmpty(file.name))
  return readLogText(log, file.name)
}

/** The first recording in the file, with a warning that names missing data and further recordings. */
async function recordingIn(file: File) {
  const { readRecordings } = await import('@shared/formats/read-recordings')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const recordings = readRecordings(file.name, bytes, new Date(file.lastModified))
  const { value: open } = recordings.next()
  if (open === undefined) throw new Error(words.isEmpty(file.name))
  const { events, lacks } = open()
  return { events, warning: words.lacks(lacks, recordings.next().done ? null : file.name) }
}

export function chooseFile(): void {
  const input = Object.assign(document.createElement('input'), {
    type: 'file',
    multiple: true,
    accept: `${EPISODE_FILE_ENDING},.jsonl,.eval,.json,.html`,
  })
  input.addEventListener('change', () => {
    setView({ failure: null })
    void openAll(input.files ?? []).then(showRefusals)
  })
  input.click()
}

/**
 * Adds dropped stories and models and shows their list; opens dropped episodes and shows the last one; shows a dropped
 * bundle in the MCP panel. Shows the reason for each file that was refused.
 */
export async function openDropped(dropped: DataTransfer): Promise<void> {
  if (drops.inProgress === 0) drops.refusals = []
  setView({ failure: null })
  drops.inProgress++
  try {
    drops.refusals.push(...(await openAllDropped(dropped)))
  } finally {
    drops.inProgress--
  }
  showRefusals(drops.refusals)
}

/** The drops in progress, and what they refused together: a drop may begin before the one before it is complete. */
const drops: { inProgress: number; refusals: string[] } = { inProgress: 0, refusals: [] }

async function openAllDropped(dropped: DataTransfer): Promise<readonly string[]> {
  const { files, found, empty } = await readDropped(dropped)
  const stories = [...files].filter(({ name }) => STORY_FILE.test(name))
  const models = [...files].filter(({ name }) => MODEL_FILE.test(name))
  const bundles = [...files].filter(({ name }) => BUNDLE_FILE.test(name))
  const others = [...files].filter((file) => ![stories, models, bundles].some((kind) => kind.includes(file)))
  // The files are in reverse order.
  const refusals = [
    ...(await addAll(stories)).toReversed(),
    ...(await openAll(others)).toReversed(),
    ...bundles.slice(1).map(({ name }) => words.furtherBundle(name)),
    ...empty.map(words.noLog),
    ...(found > files.length ? [words.tooMany(files.length, found)] : []),
  ]
  if (models.length > 0) {
    useDroppedModels.setState({ files: models })
    setView({ dialog: 'localModels' })
  }
  const [bundle] = bundles
  if (bundle) {
    useDroppedBundle.setState({ file: bundle })
    setView({ dialog: 'mcp' })
  }
  return refusals
}

/** `wasThere`: the library already had the story. */
export interface AddedStory extends Pick<Story, 'title' | 'sha256'> {
  readonly wasThere: boolean
}

interface AddedStories {
  /** The stories of the last addition. `count` increases with each addition that added one. */
  readonly added: readonly AddedStory[]
  readonly count: number
  /** Set while several stories are added. Canceling keeps those that were already added. */
  readonly adding: { readonly tried: number; readonly total: number; readonly cancel: () => void } | null
}

export const useAddedStories = create<AddedStories>(() => ({ count: 0, added: [], adding: null }))

let lastAdded: Promise<unknown> = Promise.resolve()

/**
 * Adds the stories one after the other, after those of an earlier drop, and records them in the store. Resolves to the
 * failures.
 */
export function addStories(stories: readonly (() => Promise<Story>)[]): Promise<readonly unknown[]> {
  const adding = lastAdded.then(() => addInTurn(stories))
  lastAdded = adding
  return adding
}

async function addInTurn(stories: readonly (() => Promise<Story>)[]): Promise<readonly unknown[]> {
  const before = new Set(useEpisodeList.getState().stories.map(({ sha256 }) => sha256))
  const added: AddedStory[] = []
  const failures: unknown[] = []
  const stop = new AbortController()
  const total = stories.length
  for (const [tried, add] of stories.entries()) {
    if (stop.signal.aborted) break
    if (total > 1) useAddedStories.setState({ adding: { tried, total, cancel: () => stop.abort() } })
    try {
      const { title, sha256 } = await add()
      added.push({ title, sha256, wasThere: before.has(sha256) })
    } catch (error) {
      failures.push(error)
    }
  }
  useAddedStories.setState(({ count }) => ({ count: added.length > 0 ? count + 1 : count, added, adding: null }))
  return failures
}

/** Returns the reasons for the stories that were refused. */
async function addAll(stories: readonly File[]): Promise<readonly string[]> {
  if (stories.length === 0) return []
  // The sheet of stories shows the progress.
  if (stories.length > 1) setView({ dialog: 'stories' })
  const failures = await addStories(stories.map((story) => () => addStoryFile(story)))
  if (stories.length === 1 && failures.length === 0) setView({ dialog: 'stories' })
  return failures.map(refusalOf)
}

/** Opens one file after the other, because each may be large. Returns the reasons for those that were refused. */
async function openAll(files: Iterable<File>): Promise<readonly string[]> {
  const refusals: string[] = []
  for (const file of files) {
    const refusal = await refusalToOpen(file)
    if (refusal !== null) refusals.push(refusal)
  }
  return refusals
}

const MODEL_FILE = /\.gguf$/i
const BUNDLE_FILE = /\.(?:mcpb|dxt)$/i
export const STORY_FILE = /\.(?:z[1-8]|zblorb|zlb|blb)$/i

/** Uploads a story file to the host, which stores a copy. Rejects with the reason if it is not a story. */
export async function addStoryFile(file: File): Promise<Story> {
  const content = file.size > MAX_STORY_BYTES ? await withoutResources(file) : file
  if (content === null || content.size > MAX_STORY_BYTES) throw new Error(words.tooLarge(file.name))
  return reachHost().addStory({ fileName: file.name, base64: await base64Of(content) })
}

const MAX_BLORB_BYTES = 64 << 20

/** The Blorb without its pictures and sounds; null for any other file, or one over 64 MiB. */
async function withoutResources(file: File): Promise<Blob | null> {
  if (file.size > MAX_BLORB_BYTES) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  const blorb = isBlorb(bytes) ? readBlorb(bytes) : null
  return blorb && new Blob([writeBlorb(blorb)])
}

/**
 * Adds an episode that was opened from a file to the data folder and opens the added one. Shows a failure in the
 * window.
 */
export async function addToLibrary(id: string): Promise<void> {
  const episode = useLocalEpisodes.getState().episodes.get(id)
  if (!episode) return
  try {
    const lines = new Blob(episode.events.map((event) => `${JSON.stringify(event)}\n`))
    const gzip = await base64Of(await new Response(lines.stream().pipeThrough(new CompressionStream('gzip'))).blob())
    if (gzip.length > MAX_UPLOAD_BASE64) throw new Error(words.tooLongToAdd(episode.fileName))
    const { episodeId } = await reachHost().addEpisode({ gzip })
    closeLocalEpisode(id)
    useEpisode.getState().open(episodeId, 'live')
    setView({ failure: null })
  } catch (error) {
    setView({ failure: refusalOf(error) })
  }
}
