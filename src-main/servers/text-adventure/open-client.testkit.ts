import { dirname } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { BUNDLED_STORY } from '../../story/story-files.testkit'
import { shareStory } from './game'
import { readOptions } from './options'
import { createTextAdventureServer } from './server'

interface Received {
  readonly text: string
  readonly isError: boolean
  readonly structured: Record<string, unknown>
}

/** A client of a text-adventure server in this process, with the environment variables that a process would have. */
export async function openClient(env: Readonly<Record<string, string>> = {}) {
  const options = readOptions({ GAME: BUNDLED_STORY, ...env }, dirname(BUNDLED_STORY), dirname(BUNDLED_STORY))
  const [near, far] = InMemoryTransport.createLinkedPair()
  const { server, close } = createTextAdventureServer(options, shareStory(options))
  await server.connect(far)
  const client = new Client({ name: 'my-agent', version: '1' })
  await client.connect(near)
  const call = async (name: string, parameters: Record<string, unknown> = {}): Promise<Received> => {
    const { content, isError, structuredContent } = await client.callTool({ name, arguments: parameters })
    return {
      text: (content as { text: string }[])[0]?.text ?? '',
      isError: isError === true,
      structured: (structuredContent ?? {}) as Record<string, unknown>,
    }
  }
  return {
    client,
    close,
    call,
    play: async (...actions: readonly string[]): Promise<Received> => {
      let received: Received = { text: '', isError: false, structured: {} }
      for (const action of actions) received = await call('play_action', { action })
      return received
    },
    read: async (uri: string): Promise<string> => {
      const [content] = (await client.readResource({ uri })).contents
      return content && 'text' in content ? content.text : ''
    },
  }
}
