import { APP_VERSION } from '@shared/base/app-version'
import { isRecord } from '@shared/base/json/is-record'
import { INVALID_PARAMS, RESOURCE_NOT_FOUND, RpcError } from '../serving/json-rpc'
import { initializeWith, type Method, stringOf } from './rpc-server'
import { describeThought, exportChain, readThought, summarizeChain, type Thought, THOUGHT_SCHEMA } from './thought'

const THINK = {
  name: 'think',
  description:
    'Write down one step of thinking before a hard decision; nextThoughtNeeded is false with the conclusion.',
  inputSchema: THOUGHT_SCHEMA,
}

/** The methods of one thoughtbox session, and its chain of thoughts. `log` receives each thought in one line. */
export function createThoughtbox(log: (line: string) => void): Readonly<Record<string, Method>> {
  const chain: Thought[] = []
  const branches = new Set<string>()
  const resources = {
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
      title: 'The chain of thoughts as a document',
      mimeType: 'text/markdown',
      read: () => exportChain(chain),
    },
  }

  function think(given: Readonly<Record<string, unknown>>): object {
    const thought = readThought(given, new Set(chain.map(({ thoughtNumber }) => thoughtNumber)))
    chain.push(thought)
    if (thought.branchId !== undefined) branches.add(thought.branchId)
    log(describeThought(thought))
    const { thoughtNumber, totalThoughts, nextThoughtNeeded } = thought
    return {
      thoughtNumber,
      totalThoughts,
      nextThoughtNeeded,
      branches: [...branches],
      thoughtHistoryLength: chain.length,
    }
  }

  return {
    initialize: initializeWith({
      serverInfo: { name: 'thoughtbox', version: APP_VERSION },
      capabilities: { tools: {}, resources: {} },
    }),
    ping: () => ({}),
    'tools/list': () => ({ tools: [THINK] }),
    'tools/call': (params) => {
      const name = stringOf(params, 'name')
      if (name !== THINK.name)
        throw new RpcError(INVALID_PARAMS, `There is no tool ${name}; the tool is ${THINK.name}.`)
      try {
        return textResult(think(isRecord(params.arguments) ? params.arguments : {}), false)
      } catch (error) {
        return textResult({ error: (error as Error).message, status: 'failed' }, true)
      }
    },
    'resources/list': () => ({
      resources: Object.entries(resources).map(([uri, { name, title, mimeType }]) => ({ uri, name, title, mimeType })),
    }),
    'resources/templates/list': () => ({ resourceTemplates: [] }),
    'resources/read': (params) => {
      const uri = stringOf(params, 'uri')
      const resource = Object.entries(resources).find(([known]) => known === uri)?.[1]
      if (!resource) throw new RpcError(RESOURCE_NOT_FOUND, `There is no resource ${uri}.`)
      return { contents: [{ uri, mimeType: resource.mimeType, text: resource.read() }] }
    },
  }
}

const textResult = (content: object, isError: boolean) => ({
  content: [{ type: 'text', text: JSON.stringify(content) }],
  isError,
})
