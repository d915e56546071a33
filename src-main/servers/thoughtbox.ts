import { isRecord } from '@shared/base/json/is-record'
import { APP_VERSION } from '@shared/base/app-version'
import { INVALID_PARAMS, RpcError, textOf } from './serving/json-rpc'
import { leaveWithHost } from './serving/leave-with-host'
import { LineTransport } from './serving/line-transport'
import { McpServer } from './serving/mcp-server'
import { describeThought, exportChain, summarizeChain } from './thoughtbox/chain-texts'
import { readThought, type Thought, THOUGHT_SCHEMA } from './thoughtbox/thought'
import { complain } from '../base/terminal/say'

/**
 * The bundled thoughtbox: an MCP server over stdio with one tool, `think`, that keeps a chain of numbered thoughts with
 * revisions and branches, forward or backward. It lives as long as its session.
 */

/** MCP revision 2025-11-25, "Resources". */
const RESOURCE_NOT_FOUND = -32002

const THINK = {
  name: 'think',
  description:
    'Write down one step of your thinking before a decision that is not obvious. Number the steps from 1; raise totalThoughts when more are needed, revise or branch from an earlier thought when it was wrong, and set nextThoughtNeeded to false with the conclusion.',
  inputSchema: THOUGHT_SCHEMA,
}

const chain: Thought[] = []
const branches = new Set<string>()
const isSilent = process.env.DISABLE_THOUGHT_LOGGING?.toLowerCase() === 'true'

const RESOURCES = {
  'thoughtbox://summary': {
    name: 'summary',
    title: 'Summary of the chain of thoughts',
    mimeType: 'text/plain',
    read: () => summarizeChain(chain),
  },
  'thoughtbox://chain.json': {
    name: 'chain',
    title: 'The chain of thoughts',
    mimeType: 'application/json',
    read: () => JSON.stringify({ thoughts: chain, branches: [...branches] }),
  },
  'thoughtbox://chain.md': {
    name: 'chain-markdown',
    title: 'The chain of thoughts, to be read',
    mimeType: 'text/markdown',
    read: () => exportChain(chain),
  },
}

function think(given: Readonly<Record<string, unknown>>): object {
  const thought = readThought(given, new Set(chain.map(({ thoughtNumber }) => thoughtNumber)))
  chain.push(thought)
  if (thought.branchId !== undefined) branches.add(thought.branchId)
  if (!isSilent) complain(describeThought(thought))
  const { thoughtNumber, totalThoughts, nextThoughtNeeded } = thought
  return {
    thoughtNumber,
    totalThoughts,
    nextThoughtNeeded,
    branches: [...branches],
    thoughtHistoryLength: chain.length,
  }
}

const textResult = (content: object, isError: boolean) => ({
  content: [{ type: 'text', text: JSON.stringify(content) }],
  isError,
})

const server = new McpServer({
  serverInfo: { name: 'thoughtbox', version: APP_VERSION },
  capabilities: { tools: {}, resources: {} },
  instructions:
    'think keeps one step of a chain of thoughts; the chain so far can be read as thoughtbox://summary, thoughtbox://chain.md and thoughtbox://chain.json.',
})
server.answer('tools/list', () => ({ tools: [THINK] }))
server.answer('tools/call', (params) => {
  const name = textOf(params, 'name')
  if (name !== THINK.name) throw new RpcError(INVALID_PARAMS, `There is no tool ${name}; the tool is ${THINK.name}.`)
  try {
    return textResult(think(isRecord(params.arguments) ? params.arguments : {}), false)
  } catch (error) {
    return textResult({ error: (error as Error).message, status: 'failed' }, true)
  }
})
server.answer('resources/list', () => ({
  resources: Object.entries(RESOURCES).map(([uri, { name, title, mimeType }]) => ({ uri, name, title, mimeType })),
}))
server.answer('resources/templates/list', () => ({ resourceTemplates: [] }))
server.answer('resources/read', (params) => {
  const uri = textOf(params, 'uri')
  const resource = Object.entries(RESOURCES).find(([known]) => known === uri)?.[1]
  if (!resource) throw new RpcError(RESOURCE_NOT_FOUND, `There is no resource ${uri}.`)
  return { contents: [{ uri, mimeType: resource.mimeType, text: resource.read() }] }
})
leaveWithHost(async () => {})
void server.connect(new LineTransport())
