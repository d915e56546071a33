import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { NO_PAUSE_RULES } from '@shared/episode/projections/pause-rules'

const ACTIONS = ['look', 'north', 'east', 'wait', 'south', 'west', 'inventory', 'up', 'down']

/**
 * An OpenAI-compatible endpoint that numbers its tokens and records when it wrote each (`writtenAt`, milliseconds since
 * 1970). `gapMs` is the mean time between two tokens. The gaps vary, so that tokens do not arrive in step with frames.
 */
export async function startTalkingModel({
  tokensATurn,
  gapMs,
}: {
  readonly tokensATurn: number
  readonly gapMs: number
}) {
  const writtenAt: number[] = []
  let replies = 0
  const answer = async (response: ServerResponse) => {
    const write = (delta: object, finish_reason: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'talking', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
      )
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    write({ role: 'assistant', content: '{"thinking": "' })
    for (let token = 0; token < tokensATurn; token++) {
      if (gapMs > 0) await sleep(gapMs / 3 + (Math.random() * gapMs * 4) / 3)
      writtenAt.push(performance.timeOrigin + performance.now())
      write({ content: ` token${writtenAt.length - 1}` })
    }
    await sleep(2 * gapMs)
    write({ content: `", "action": "${ACTIONS[replies++ % ACTIONS.length]}", "new_objective": null}` })
    write({}, 'stop')
    response.end('data: [DONE]\n\n')
  }
  const server = createServer((request, response) => {
    request.resume()
    if (request.method === 'GET')
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"talking"}]}')
    else void answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    /** Parameters of an episode with this endpoint. */
    player: {
      game: 'glass-weather',
      player: 'llm',
      model: 'talking',
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      mcp: false,
      turnDelaySeconds: 0,
      pauseRules: NO_PAUSE_RULES,
    } as const,
    writtenAt: writtenAt as readonly number[],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
