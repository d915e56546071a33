import { create } from 'zustand'
import { MAX_STORY_BYTES } from '@shared/contract/rpc'
import { reachHost } from '../connection/connection-store'
import { base64Of } from './base64'

/** Models dropped on the window, until the sheet of models has copied them one after the other. */
export const useDroppedModels = create<{ readonly files: readonly File[] }>(() => ({ files: [] }))

/**
 * Copies a model to the host in parts. Resolves to the model's name. Rejects if the host refuses it or `signal` aborts.
 */
export async function uploadModel(
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<string> {
  const upload = crypto.randomUUID()
  try {
    for (let at = 0; ; at += MAX_STORY_BYTES) {
      signal.throwIfAborted()
      const base64 = await base64Of(file.slice(at, at + MAX_STORY_BYTES))
      const part = { upload, fileName: file.name, at, totalBytes: file.size, base64 }
      const { name } = await reachHost().uploadModelPart(part)
      if (name !== null) return name
      onProgress(at / file.size)
    }
  } catch (error) {
    await reachHost()
      .cancelUpload({ upload })
      .catch(() => {})
    throw error
  }
}
