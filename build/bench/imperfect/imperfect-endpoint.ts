import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { textOf } from '../../../src-main/explorer/endpoint/chat-request'
import { IMPERFECT_MODEL, tokensOf } from './imperfect-client'
import type { ImperfectModel } from './imperfect-model'

const request = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.union([z.string(), z.array(z.object({ type: z.string(), text: z.string().optional() })), z.null()]),
    }),
  ),
})

/** The model of one episode behind an OpenAI-compatible endpoint on loopback. */
export async function startImperfectEndpoint(model: ImperfectModel) {
  const server = createServer((asked, response) => {
    if (asked.method === 'GET')
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: [{ id: IMPERFECT_MODEL }] }))
    else void reply(asked, response, model)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function reply(asked: IncomingMessage, response: ServerResponse, model: ImperfectModel): Promise<void> {
  const messages = request
    .parse(await json(asked))
    .messages.map(({ role, content }) => ({ role, content: textOf(content) }))
  const content = model.answer(messages)
  const prompt_tokens = tokensOf(messages.reduce((sum, message) => sum + message.content.length, 0))
  const completion_tokens = tokensOf(content.length)
  const chunk = (choices: readonly object[], rest: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: IMPERFECT_MODEL, choices, ...rest })}\n\n`,
    )
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  chunk([{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }])
  chunk([{ index: 0, delta: {}, finish_reason: 'stop' }])
  chunk([], { usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens } })
  response.end('data: [DONE]\n\n')
}
