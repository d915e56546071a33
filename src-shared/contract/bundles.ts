import { z } from 'zod'
import type { BundlePlace } from '../mcp/bundle/bundle-offer'
import type { BundleManifest } from '../mcp/bundle/manifest'
import { type ApiOf, command, feed } from './define'
import { MAX_UPLOAD_BASE64 } from './rpc'

const bySha256 = z.object({ sha256: z.hash('sha256') })

/** MCP bundles (.mcpb). */
export const bundles = {
  /**
   * Receives the parts of a bundle file in order; `upload` is the page's id for it. The last part returns the bundle,
   * which is not unpacked yet. Refused with `bad_file`.
   */
  openBundlePart: command(
    z.object({
      upload: z.uuid(),
      at: z.number().int().min(0),
      totalBytes: z.number().int().positive(),
      base64: z.base64().max(MAX_UPLOAD_BASE64),
    }),
  ).gives<McpBundle | null>(),
  /**
   * Downloads a bundle from the address that a registry in the settings gives; closing the feed cancels it. The last
   * batch has the bundle, which is not unpacked yet. Refused with `not_found`, `not_received` or `bad_file`, and with
   * `not_possible` during two other downloads.
   */
  downloadBundle: feed(
    z.object({ registry: z.string().max(2000), url: z.string().max(2000), sha256: z.hash('sha256') }),
  ).gives<BundleDownload>(),
  /** Unpacks an opened bundle into its folder. Refused with `not_found` or `cannot_write`. */
  installBundle: command(bySha256),
  /** Forgets an opened bundle. */
  closeBundle: command(bySha256),
}
export type BundlesApi = ApiOf<typeof bundles>

export interface BundlePart {
  readonly upload: string
  readonly at: number
  readonly totalBytes: number
  readonly bytes: Uint8Array
}

export interface BundleDownload {
  readonly receivedBytes: number
  /** Null if the server does not report it. */
  readonly totalBytes: number | null
  /** Null until everything was received and checked. */
  readonly bundle: McpBundle | null
}

export interface McpBundle {
  readonly sha256: string
  readonly manifest: BundleManifest
  readonly files: number
  readonly unpackedBytes: number
  readonly place: BundlePlace
}
