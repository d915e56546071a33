import { dirname } from 'node:path/posix'

const MOST_FILES = 30

/** The folders with too many files directly in them, a sentence each. The root has a file for each tool. */
export function fullFolders(files: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const folder of files.map(dirname)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return [...counts].flatMap(([folder, count]) =>
    folder === '.' || count <= MOST_FILES
      ? []
      : [`${folder} has ${count} files: group what belongs together in folders of at most ${MOST_FILES} files.`],
  )
}
