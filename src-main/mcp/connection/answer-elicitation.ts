import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  ElicitationCompleteNotificationSchema,
  type ElicitRequestFormParams,
  ElicitRequestSchema,
  type ElicitRequestURLParams,
  type ElicitResult,
  ErrorCode,
  McpError as ProtocolError,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/sdk/types.js'
import { isRecord } from '@shared/base/json/is-record'
import type { McpServer } from '@shared/mcp/mcp-entry'
import type { Answer } from '@shared/mcp/questions/question'
import { MASK } from '../../secrets/secret-mask'
import { BadForm, readForm, readMessage } from '../questions/elicitation-form'
import { readAddress } from '../questions/question-address'
import type { PausableTimer } from '../transport/pausable-timer'
import type { ServerTurn } from './server-turn'

type OpenedAddress = Pick<ElicitRequestURLParams, 'message' | 'url'> &
  Partial<Pick<ElicitRequestURLParams, 'elicitationId'>>

/** Delay before the person is asked whether they are done. A call that does not wait for them ends earlier. */
const MIN_WAIT_MS = 300
/** Maximum number of addresses that one failed call may ask for. */
const MAX_ADDRESSES = 3

/**
 * Answers requests for a form or for an address to open (MCP revision 2025-11-25, "Elicitation"). Returns
 * `openAddresses` of `ServerMessages`.
 */
export function answerElicitation(
  server: McpServer,
  client: Client,
  clock: PausableTimer,
  turn: ServerTurn,
): (error: unknown) => Promise<string | null> {
  /** Asks the person to open an address. Throws `BadForm`. */
  const askToOpen = async ({ message, url }: OpenedAddress, signal: AbortSignal): Promise<Answer['action']> => {
    const address = readAddress(url, server)
    const answer = await turn.ask({ kind: 'address', message: readMessage(message), fields: [], address }, signal)
    const isOpened = answer.action === 'accept'
    const declined = 'why' in answer ? answer.why : 'The user has not opened the address.'
    const asked = `${message}\n${address}`
    turn.reportRequest('elicitation/create', isOpened ? 'answered' : 'declined', asked, isOpened ? 'Opened.' : declined)
    return answer.action
  }

  /** The open elicitations by their id, whose completion the server may report. */
  const open = new Map<string, AbortController>()
  client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) =>
    open.get(params.elicitationId)?.abort(),
  )

  /**
   * Runs `act` with a signal that aborts when the server reports that the person is done at the address
   * (`notifications/elicitation/complete`), even before the person has said that they opened it.
   */
  const whileOpen = async <Result>(
    { elicitationId }: OpenedAddress,
    act: (done: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    const done = new AbortController()
    if (elicitationId !== undefined) open.set(elicitationId, done)
    try {
      return await act(done.signal)
    } finally {
      if (elicitationId !== undefined && open.get(elicitationId) === done) open.delete(elicitationId)
    }
  }

  /** Waits until the server or the person reports that the person is done. Resolves to false if the person is not. */
  const waitUntilDone = async (
    { message, url }: OpenedAddress,
    done: AbortSignal,
    signal: AbortSignal,
  ): Promise<boolean> => {
    if (done.aborted) return true
    const address = readAddress(url, server)
    const waiting = AbortSignal.any([signal, done])
    const { action } = await turn.ask({ kind: 'opened', message: readMessage(message), fields: [], address }, waiting)
    return done.aborted || action === 'accept'
  }

  const waitWhileCalled = async (opened: OpenedAddress, done: AbortSignal) => {
    const { running } = clock
    if (running === null) return
    await sleep(MIN_WAIT_MS, undefined, { signal: running }).catch(() => {})
    if (!running.aborted) await waitUntilDone(opened, done, running)
  }

  const askForm = async (params: ElicitRequestFormParams, signal: AbortSignal): Promise<ElicitResult> => {
    const fields = readForm(params.requestedSchema)
    const answer = await turn.ask({ kind: 'form', message: readMessage(params.message), fields }, signal)
    if (answer.action !== 'accept') {
      turn.reportRequest(
        'elicitation/create',
        'declined',
        params.message,
        'why' in answer ? answer.why : `The user has ${answer.action === 'decline' ? 'declined' : 'cancelled'} it.`,
      )
      return { action: answer.action }
    }
    const isSecret = (name: string) =>
      fields.some((field) => field.name === name && field.input.kind === 'text' && field.input.isSecret)
    turn.reportRequest(
      'elicitation/create',
      'answered',
      params.message,
      JSON.stringify(answer.content, (name, value: unknown) => (isSecret(name) ? MASK : value)),
    )
    return {
      action: 'accept',
      content: Object.fromEntries(
        Object.entries(answer.content).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
      ),
    }
  }

  client.setRequestHandler(ElicitRequestSchema, async ({ params }, { signal }): Promise<ElicitResult> => {
    try {
      if (params.mode === 'url') {
        return await new Promise<ElicitResult>((answer, fail) => {
          whileOpen(params, async (done) => {
            const action = await askToOpen(params, signal)
            answer({ action })
            // The server already has its answer. The time limit of its call pauses while the person is at the address.
            if (action === 'accept') await waitWhileCalled(params, done)
          }).catch(fail)
        })
      }
      return await askForm(params, signal)
    } catch (error) {
      if (!(error instanceof BadForm)) throw error
      turn.reportRequest('elicitation/create', 'failed', params.message, error.message)
      throw new ProtocolError(ErrorCode.InvalidParams, error.message)
    }
  })

  return async (error) => {
    if (!(error instanceof UrlElicitationRequiredError)) return null
    try {
      let isDone = true
      for (const wanted of addressesIn(error.data)) {
        const wasDone = await whileOpen(wanted, async (done) =>
          (await askToOpen(wanted, turn.signal())) === 'accept' ? waitUntilDone(wanted, done, turn.signal()) : null,
        )
        if (wasDone === null) return 'The user has not opened the address that this tool needs.'
        isDone &&= wasDone
      }
      return isDone
        ? 'The user is done at the address that this tool needs: call it again.'
        : 'The user has opened the address that this tool needs: call it again once they are done there.'
    } catch (refused) {
      if (refused instanceof BadForm) return refused.message
      throw refused
    }
  }
}

/** Checked here, because the SDK does not check the data of an error. */
const addressesIn = (data: unknown): readonly OpenedAddress[] =>
  (isRecord(data) && Array.isArray(data.elicitations) ? (data.elicitations as unknown[]) : [])
    .slice(0, MAX_ADDRESSES)
    .flatMap((each) =>
      isRecord(each) && typeof each.url === 'string' && typeof each.message === 'string'
        ? [
            {
              message: each.message,
              url: each.url,
              ...(typeof each.elicitationId === 'string' && { elicitationId: each.elicitationId }),
            },
          ]
        : [],
    )
