import type { McpBundle } from '@shared/contract/bundles'
import type { HostApi } from '@shared/contract/contract'
import { MAX_STORY_BYTES } from '@shared/contract/rpc'
import { base64Of } from '../../session/files/base64'

/**
 * Uploads a bundle to the host in parts. The host reads it and runs nothing. Rejects if the host refuses it or `signal`
 * aborts.
 */
export async function uploadBundle(api: HostApi, file: Blob, signal: AbortSignal): Promise<McpBundle> {
  const upload = crypto.randomUUID()
  for (let at = 0; at < file.size; at += MAX_STORY_BYTES) {
    signal.throwIfAborted()
    const base64 = await base64Of(file.slice(at, at + MAX_STORY_BYTES))
    const bundle = await api.openBundlePart({ upload, at, totalBytes: file.size, base64 })
    if (bundle !== null) return bundle
  }
  throw new Error('the file is empty.')
}
