import type { HostApi } from '@shared/contract/contract'
import type { Agreements } from '../../mcp/agree/agreements'
import type { McpPanel } from '../../mcp/panel/mcp-panel'
import type { Questions } from '../../mcp/questions/questions'
import type { SecretMask } from '../../secrets/secret-mask'

type McpApi = Pick<
  HostApi,
  | 'readMcpConfig'
  | 'checkMcpConfig'
  | 'saveMcpConfig'
  | 'probeMcpServers'
  | 'describeMcpServer'
  | 'listNewPrograms'
  | 'agreeToPrograms'
  | 'withdrawAgreement'
  | 'readMcpTools'
  | 'findMcpImports'
  | 'keepImportedSecrets'
  | 'watchMcp'
  | 'testMcpServer'
  | 'watchMcpLog'
  | 'answerQuestion'
  | 'watchQuestions'
>

/**
 * What a shell can ask about MCP servers. What they say is masked once more with every secret of the host: one may know
 * another's.
 */
export function mcpCommands(panel: McpPanel, agreements: Agreements, questions: Questions, mask: SecretMask): McpApi {
  return {
    readMcpConfig: async () => panel.readConfig(),
    checkMcpConfig: ({ text }) => panel.check(text),
    saveMcpConfig: async ({ text, version, runningEpisodes = 'restart' }) => panel.save(text, version, runningEpisodes),
    async probeMcpServers() {
      await panel.probe()
      return {}
    },
    describeMcpServer: async ({ text, server }) => panel.describe(text, server),
    listNewPrograms: async ({ text }) => panel.listNewPrograms(text),
    async agreeToPrograms({ fingerprints }) {
      await agreements.add(fingerprints)
      panel.refresh()
      return {}
    },
    async withdrawAgreement({ fingerprints }) {
      await agreements.withdraw(fingerprints)
      panel.refresh()
      return {}
    },
    readMcpTools: async ({ server }) => panel.readTools(server),
    findMcpImports: async () => panel.findImports(),
    async keepImportedSecrets({ path, server }) {
      await panel.keepImportedSecrets(path, server)
      return {}
    },
    async answerQuestion({ id, answer }) {
      questions.answer(id, answer)
      return {}
    },
    async *watchQuestions(_params, signal) {
      for await (const batch of questions.watch(signal)) yield mask.deep(batch)
    },
    async *watchMcp(_params, signal) {
      for await (const batch of panel.watch(signal)) yield mask.deep(batch)
    },
    async *testMcpServer({ text, server, call }, signal) {
      for await (const test of panel.test(text, server, call, signal)) yield mask.deep(test)
    },
    async *watchMcpLog({ server }, signal) {
      for await (const batch of panel.log.watch(server, signal)) yield mask.deep(batch)
    },
  }
}
