import { chmod, realpath, rename, stat, unlink, writeFile } from 'node:fs/promises'

/**
 * Puts `text` in the place of the file, or makes it in a folder that is there. A crash leaves the old file or the new one, never half of one. It is written through a link, as people
 * keep such files in a folder of their own, and keeps the permissions of the old one unless `mode` gives others. Rejects with the system's error.
 */
export async function replaceFile(file: string, text: string, mode?: number): Promise<void> {
  const path = await realpath(file).catch(() => file)
  const draft = `${path}.${process.pid}.tmp`
  try {
    const kept = mode ?? (await stat(path).then((entry) => entry.mode, () => undefined))
    await writeFile(draft, text, { flush: true, ...(kept !== undefined && { mode: kept }) })
    // A umask takes from the mode that a new file is asked to have.
    if (kept !== undefined) await chmod(draft, kept & 0o777)
    await rename(draft, path)
  } catch (error) {
    await unlink(draft).catch(() => {})
    throw error
  }
}
