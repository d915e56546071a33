import { ExpectedError, isExpected } from '@shared/base/expected-error'
import { tryParseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { errorBody } from '../../base/chat-endpoint/answer-http'
import { RequestError } from '../../base/chat-endpoint/chat-request'
import { takesTools } from '../runtime/chat-prompt'
import type { ModelFile, ModelFolder } from '../store/model-folder'
import { contextOf, type ModelProcesses, type RunSettings } from './model-processes'

interface BuiltInOptions {
  readonly folder: ModelFolder
  readonly processes: ModelProcesses
  readonly settings: () => RunSettings
}

/**
 * A `fetch` for the built-in endpoint (`BUILT_IN_ADDRESS`): returns the list of models itself, and passes chat requests
 * to the process of their model.
 */
export function createBuiltInFetch({ folder, processes, settings }: BuiltInOptions): typeof fetch {
  return async (input, init = {}) => {
    try {
      const { pathname } = new URL(input instanceof Request ? input.url : input)
      if (pathname === '/v1/models') {
        const { models } = await folder.list()
        return Response.json({ object: 'list', data: models.map((model) => listingOf(model, settings())) })
      }
      if (pathname !== '/v1/chat/completions')
        throw new RequestError(404, 'not_found', `There is nothing at ${pathname}.`)
      const body = typeof init.body === 'string' ? init.body : ''
      const asked = tryParseJson(body)
      const name = isRecord(asked) && typeof asked.model === 'string' ? asked.model : ''
      const model = await folder.find(name)
      return await processes.use(model, settings(), async ({ port, token }, done) => {
        const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body,
          signal: init.signal ?? null,
        })
        return new Response(response.body && untilClosed(response.body, done), response)
      })
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === null) throw error
      return Response.json(errorBody(refusal), { status: refusal.status })
    }
  }
}

/** The error of a request that would fail again; null for a temporary failure. */
function refusalOf(error: unknown): RequestError | null {
  if (error instanceof RequestError) return error
  if (!isExpected(error)) return null
  return new RequestError(
    isNotFound(error) ? 404 : 422,
    isNotFound(error) ? 'model_not_found' : 'unsupported_model',
    error.message,
  )
}

const isNotFound = (error: ExpectedError) => error.kind === 'not_found'

const listingOf = ({ name, header }: ModelFile, settings: RunSettings) => ({
  id: name,
  object: 'model',
  created: 0,
  owned_by: 'this computer',
  context_length: contextOf(header, settings),
  supported_parameters: [
    'response_format',
    'structured_outputs',
    'seed',
    'temperature',
    'max_tokens',
    'stop',
    ...(takesTools(header.template) ? ['tools', 'tool_choice'] : []),
  ],
})

/** The same stream, which calls `done` when it ends, fails or is cancelled. */
function untilClosed(body: ReadableStream<Uint8Array>, done: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done: isEnd, value } = await reader.read()
        if (!isEnd) return controller.enqueue(value)
        controller.close()
      } catch (error) {
        controller.error(error)
      }
      done()
    },
    async cancel(reason) {
      done()
      await reader.cancel(reason)
    },
  })
}
