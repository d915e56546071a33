import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { EpisodeReport } from './episode-report'

export interface TestClient {
  readonly client: Client
  /** The structured answer of a tool; rejects with its text if the answer is an error. */
  ask(tool: string, parameters?: Readonly<Record<string, unknown>>): Promise<EpisodeReport>
  /** The text of an answer that is an error; rejects if it is not one. */
  refusal(tool: string, parameters?: Readonly<Record<string, unknown>>): Promise<string>
  text(uri: string): Promise<string>
}

/** The SDK's client on a connection to one of our servers. */
export async function connectClient(transport: Transport): Promise<TestClient> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  const call = async (name: string, parameters: Readonly<Record<string, unknown>> = {}) => {
    const result = (await client.callTool({ name, arguments: parameters })) as CallToolResult
    const [content] = result.content
    return {
      text: content?.type === 'text' ? content.text : '',
      isError: result.isError === true,
      structured: result.structuredContent,
    }
  }
  return {
    client,
    async ask(tool, parameters) {
      const { text, isError, structured } = await call(tool, parameters)
      if (isError) throw new Error(text)
      return structured as EpisodeReport
    },
    async refusal(tool, parameters) {
      const { text, isError } = await call(tool, parameters)
      if (!isError) throw new Error(`${tool} was not refused: ${text}`)
      return text
    },
    async text(uri) {
      const [content] = (await client.readResource({ uri })).contents
      return content && 'text' in content ? String(content.text) : ''
    },
  }
}
