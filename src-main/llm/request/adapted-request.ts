import { cutText } from '@shared/base/whole-characters'
import type { LeftOut } from '@shared/contract/models'
import type { Adaptation, ChatReply, ChatRequest } from '../chat-client'
import type { Refusal } from '../failure/failure'
import type { Profile } from '../profiles'
import type { Learned } from './learned'
import { isNew, refusedPart } from './left-out'
import { offerTools, refusedTool, type RefusedTools, refusesTools, restoreArguments } from './offered-tools'
import { createToolNames, type ToolNames } from './tool-names'
import { namesIn, toWireBody, type WireBody } from './wire-request'

/** Longest reason, in characters, that is stored with a refused part. */
const LONGEST_REASON = 300

/** A request that is sent again without the parts that the model refuses. */
export interface AdaptedRequest {
  readonly names: ToolNames
  /** The body without the parts that were refused so far. */
  body(seed: number | null): WireBody
  /** Leaves the refused part out of the next body. False if the refusal names no part that the last body had. */
  leaveOut(refusal: Refusal): boolean
  /** Restores the names of the request in the reply. Stores and reports the parts that were left out. */
  accept(reply: ChatReply): Promise<ChatReply>
}

interface AdapterOptions {
  readonly baseUrl: string
  readonly profile: Profile
  readonly learned: Learned
  /** Wall clock, ms. */
  readonly now: () => number
}

/** Adapts the requests of one client. Refused tools are not stored, because servers change their tools. */
export function createAdapter({ baseUrl, profile, learned, now }: AdapterOptions) {
  const refusedTools = new Map<string, RefusedTools>()
  const reported = new Set<string>()

  return (request: ChatRequest): AdaptedRequest => {
    const { model } = request
    const names = createToolNames(namesIn(request))
    const known = learned.of(baseUrl, model)
    const refused: LeftOut[] = []
    const leftOut = () => new Map([...known, ...refused].map(({ name, instead }) => [name, instead]))
    const body = (seed: number | null) =>
      toWireBody({ ...request, sampling: { ...request.sampling, seed } }, profile, names, {
        leftOut: leftOut(),
        tools: refusedTools.get(model),
      })
    const offered = () => offerTools(request.tools ?? [], profile, refusedTools.get(model))

    const refuseTool = (name: string, message: string, isLast: boolean) => {
      const tools = refusedTools.get(model) ?? new Map()
      const form = isLast || tools.has(name) ? 'none' : 'least'
      refusedTools.set(model, new Map([...tools, [name, { form, reason: cutText(message, LONGEST_REASON) }]]))
    }
    const report = (change: Omit<Adaptation, 'model'>) => request.onAdapted?.({ model, ...change })

    return {
      names,
      body,
      leaveOut(refusal) {
        const { message } = refusal
        const { tools } = offered()
        const tool = refusedTool(refusal, offered(), names)
        if (tool !== null) {
          refuseTool(tool, message, false)
          return true
        }
        if (tools.length > 0 && refusesTools(message)) {
          for (const { name } of tools) refuseTool(name, message, true)
          return true
        }
        const part = refusedPart(refusal, body(request.sampling.seed))
        if (part === null || !isNew(leftOut(), part)) return false
        refused.push({ ...part, reason: cutText(message, LONGEST_REASON), at: new Date(now()).toISOString() })
        return true
      },
      async accept(reply) {
        if (refused.length > 0) await learned.learn(baseUrl, model, refused)
        for (const { name, instead, reason } of refused) report({ kind: 'parameter', name, instead, reason })
        for (const { name, reason } of offered().leftOut) {
          const key = JSON.stringify([model, name])
          if (!reported.has(key)) report({ kind: 'tool', name, instead: null, reason })
          reported.add(key)
        }
        return { ...reply, toolCalls: reply.toolCalls.map((call) => restoreArguments(call, offered())) }
      },
    }
  }
}
