/**
 * Logs among what was dropped: exported files and logs as they are, and of each folder the log in it, else those in its
 * own folders.
 */
export interface Dropped {
  readonly files: readonly File[]
  /** How many there were; more than `files` holds if a folder of episodes was too large to open whole. */
  readonly found: number
  /** Folders in which there was none. */
  readonly empty: readonly string[]
}

/** Each is held in memory whole, so a folder of thousands is not opened by accident. */
const MOST = 20
const LOG_FILE = 'events.jsonl'

/**
 * Must be called while the drop is being handled: afterwards the browser forgets what was dropped. The page reads by
 * itself, so a shell need not tell it any path.
 */
export async function readDropped({ items }: Pick<DataTransfer, 'items'>): Promise<Dropped> {
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const files: File[] = []
  const empty: string[] = []
  let found = 0
  for (const { entry, file } of dropped) {
    if (entry !== null && isFolder(entry)) {
      const logs = await logsIn(entry)
      found += logs.length
      if (logs.length === 0) empty.push(entry.name)
      for (const log of logs.slice(0, Math.max(0, MOST - files.length))) files.push(await fileOf(log))
    } else if (file) {
      found++
      files.push(file)
    }
  }
  // What is opened last is shown.
  return { files: files.toReversed(), found, empty }
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

async function logsIn(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemFileEntry[]> {
  const own = await logOf(folder)
  if (own) return [own]
  const folders = (await childrenOf(folder)).filter(isFolder)
  const logs = await Promise.all(folders.map(logOf))
  // Newest first, as their names begin with a date.
  return logs.filter((log) => log !== null).toSorted((a, b) => b.fullPath.localeCompare(a.fullPath))
}

const logOf = (folder: FileSystemDirectoryEntry) =>
  new Promise<FileSystemFileEntry | null>((resolve) =>
    folder.getFile(
      LOG_FILE,
      {},
      (entry) => resolve(entry as FileSystemFileEntry),
      () => resolve(null),
    ),
  )

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A reader gives a part of a folder at a time, and nothing once it has given all. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return children
    children.push(...part)
  }
}
