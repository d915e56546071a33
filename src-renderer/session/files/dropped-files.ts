/** The dropped logs. From each folder: the log in it, or if there is none, the logs in its subfolders. */
export interface Dropped {
  readonly files: readonly File[]
  /** Number of logs found. It exceeds the number of `files` if there were more than `MAX_FILES`. */
  readonly found: number
  /** Folders without a log. */
  readonly empty: readonly string[]
}

/** Maximum number of logs that are opened, because each is held in memory completely. */
const MAX_FILES = 20
const LOG_FILE = 'events.jsonl'

/**
 * Must be called inside the drop event, because the browser discards the items afterwards. Needs no path from the
 * shell.
 */
export async function readDropped({ items }: Pick<DataTransfer, 'items'>): Promise<Dropped> {
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const files: File[] = []
  const empty: string[] = []
  let found = 0
  for (const { entry, file } of dropped) {
    if (entry !== null && isFolder(entry)) {
      // A folder that cannot be read counts as one without a log.
      const logs = await logsIn(entry).catch(() => [])
      found += logs.length
      if (logs.length === 0) empty.push(entry.name)
      for (const log of logs.slice(0, Math.max(0, MAX_FILES - files.length))) files.push(await fileOf(log))
    } else if (file) {
      found++
      files.push(file)
    }
  }
  // The log that is opened last is shown.
  return { files: files.toReversed(), found, empty }
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

async function logsIn(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemFileEntry[]> {
  const own = await logOf(folder)
  if (own) return [own]
  const folders = (await childrenOf(folder)).filter(isFolder)
  const logs = await Promise.all(folders.map(logOf))
  // Newest first, because the names begin with a date.
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

/** All entries of a folder. `readEntries` returns them in parts, and an empty part at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return children
    children.push(...part)
  }
}
