import type { McpApi } from '@shared/contract/mcp'
import type { Agreements } from '../../mcp/agreement/agreements'
import type { Bundles } from '../../mcp/bundle/bundles'
import type { McpConfigService } from '../../mcp/panel/mcp-config-service'
import { maskFeed } from '../../secrets/mask-errors'
import type { SecretMask } from '../../secrets/secret-mask'

/** Masks all secrets of the host in the output of a server, which may know another server's secret. */
export function mcpApi(service: McpConfigService, agreements: Agreements, bundles: Bundles, mask: SecretMask): McpApi {
  return {
    readMcpConfig: async () => service.readConfig(),
    checkMcpConfig: ({ text }) => service.check(text),
    async saveMcpConfig({ text, version, runningEpisodes = 'restart' }) {
      const before = await service.readConfig()
      const saved = await service.save(text, version, runningEpisodes)
      // A running episode that keeps its servers may still read their files.
      if (runningEpisodes === 'restart') await bundles.deleteUnused(before.text, text)
      return saved
    },
    watchMcp: (_params, signal) => maskFeed(service.watch(signal), mask),
    async probeMcpServers() {
      await service.probe()
      return {}
    },
    describeMcpServer: async ({ text, server }) => service.describe(text, server),
    listNewPrograms: async ({ text }) => service.listNewPrograms(text),
    async agreeToPrograms({ fingerprints }) {
      await agreements.add(fingerprints)
      service.refresh()
      return {}
    },
    async withdrawAgreement({ fingerprints }) {
      await agreements.withdraw(fingerprints)
      service.refresh()
      return {}
    },
    readMcpTools: async ({ server }) => service.readTools(server),
    findMcpImports: async () => service.findImports(),
    async keepImportedSecrets({ path, server }) {
      await service.keepImportedSecrets(path, server)
      return {}
    },
    testMcpServer: ({ text, server, call }, signal) => maskFeed(service.test(text, server, call, signal), mask),
    signInToMcpServer: ({ text, server }, signal) => maskFeed(service.signIn(text, server, signal), mask),
    signOutOfMcpServer: async ({ text, server }) => service.signOut(text, server),
    writeMcpCall: async ({ server, form, ...call }) => ({ text: await service.writeCall(server, call, form) }),
    watchMcpLog: ({ server }, signal) => maskFeed(service.log.watch(server, signal), mask),
  }
}
