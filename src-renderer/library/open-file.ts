import { EPISODE_FILE_ENDING } from '@shared/episode/episode-file'
import { openLocalEpisode } from '../store/local-episodes'
import { setView } from '../store/view-store'
import { libraryStrings as words } from './strings'

/** Reads a log and shows it, read-only. What is wrong with it is said in the window; the checking is loaded when it is first needed. */
export async function openFile(file: File): Promise<void> {
  try {
    const { readLogText } = await import('./read-log-text')
    openLocalEpisode({ fileName: file.name, ...readLogText(await file.text(), file.name) })
    setView({ failure: null })
  } catch (error) {
    setView({ failure: error instanceof Error ? error.message : String(error) })
  }
}

/** Asks for a file: the way in for whoever does not drag. */
export function chooseFile(): void {
  const input = Object.assign(document.createElement('input'), { type: 'file', accept: `${EPISODE_FILE_ENDING},.jsonl` })
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) void openFile(file)
  })
  input.click()
}

/** What was dropped: a log, or a folder that holds one. The page reads it by itself, so a shell need not tell it any path. */
export async function openDropped({ items }: DataTransfer): Promise<void> {
  const [item] = items
  const entry = item?.webkitGetAsEntry() ?? null
  const file = item?.getAsFile() ?? null
  if (!entry?.isDirectory) return file ? openFile(file) : undefined
  const log = await logIn(entry as FileSystemDirectoryEntry)
  if (log) return openFile(log)
  setView({ failure: words.noLog(entry.name) })
  return undefined
}

const logIn = (folder: FileSystemDirectoryEntry): Promise<File | null> =>
  new Promise((resolve) => folder.getFile('events.jsonl', {}, (entry) => (entry as FileSystemFileEntry).file(resolve, () => resolve(null)), () => resolve(null)))
