import type { BundlesApi } from '@shared/contract/bundles'
import type { Bundles } from '../../mcp/bundle/bundles'

export function bundlesApi(bundles: Bundles): Omit<BundlesApi, 'downloadBundle'> {
  return {
    openBundlePart: ({ base64, ...part }) => bundles.open({ ...part, bytes: Buffer.from(base64, 'base64') }),
    async installBundle({ sha256 }) {
      await bundles.install(sha256)
      return {}
    },
    async closeBundle({ sha256 }) {
      bundles.close(sha256)
      return {}
    },
  }
}
