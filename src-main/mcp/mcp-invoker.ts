import type { ProgressCallback, RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { CallToolResultSchema, type Tool } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import type { McpServer } from '@shared/config/mcp-entry'
import { maskSecrets } from './command-line'
import type { Connection } from './connection'
import { cutText } from './cut-text'
import type { Invoker } from './ensemble'
import { explain, isClosed, isTimeout, isUnreachable } from './protocol-error'
import { resultContent } from './tool-result'
import type { ToolOutcome, ToolProgress } from './tool-session'

/** A tool of an MCP server as an invoker (document 004): every way a call can end is a `ToolOutcome`. */
export function createInvoker(server: McpServer, connection: Connection, tool: Tool, timeoutMs: number, now: () => number): Invoker {
  const serverName = server.name
  const failed = (kind: 'error' | 'died', error: string): ToolOutcome => ({ kind, serverName, error: maskSecrets(error, server.secrets) })
  let checkOutput: ReturnType<typeof outputChecker> | null = null

  const invoke: Invoker['invoke'] = async (parameters, signal, onProgress) => {
    signal.throwIfAborted()
    try {
      // A fresh signal for each call: the SDK never removes its listener. The timeout is a hard deadline: progress does not move it.
      const request: RequestOptions = { timeout: timeoutMs, signal: AbortSignal.any([signal]), ...(onProgress && { onprogress: thinOut(onProgress, timeoutMs, now) }) }
      const result = await connection.client.request({ method: 'tools/call', params: { name: tool.name, arguments: { ...parameters } } }, CallToolResultSchema, request)
      checkOutput ??= outputChecker(tool)
      const mismatch = result.isError ? null : checkOutput(result.structuredContent)
      return mismatch === null ? { kind: 'result', serverName, content: resultContent(result), isError: result.isError === true } : failed('error', mismatch)
    } catch (error) {
      signal.throwIfAborted()
      if (isTimeout(error)) return { kind: 'timeout', serverName, timeoutSeconds: timeoutMs / 1000 }
      if (isClosed(error)) return failed('died', `the MCP server '${serverName}' ${connection.lastWords() || 'closed the connection'}`)
      return failed(isUnreachable(error) ? 'died' : 'error', explain(error))
    }
  }
  return { name: tool.name, description: tool.description ?? tool.title ?? '', parameters: tool.inputSchema, invoke }
}

/** A call that reports its progress all the time leaves about a hundred notes of it, whatever its timeout. */
function thinOut(onProgress: (progress: ToolProgress) => void, timeoutMs: number, now: () => number): ProgressCallback {
  let next = 0
  return ({ progress, total, message }) => {
    if (now() < next) return
    next = now() + Math.max(MIN_PROGRESS_MS, timeoutMs / 100)
    onProgress({ progress, total: total ?? null, message: message === undefined ? null : cutText(message, MAX_PROGRESS_TEXT) })
  }
}

const MIN_PROGRESS_MS = 100
const MAX_PROGRESS_TEXT = 500

/** Tells what is wrong with the structured content of an answer, or null. Compiled at the first call: most tools are never called. */
function outputChecker(tool: Tool): (content: unknown) => string | null {
  if (!tool.outputSchema) return () => null
  try {
    const validate = new AjvJsonSchemaValidator().getValidator(tool.outputSchema)
    return (content) => {
      if (content === undefined) return `the tool promises structured content and gave none`
      const { valid, errorMessage } = validate(content)
      return valid ? null : `the structured content does not fit the tool's own schema: ${errorMessage}`
    }
  } catch {
    return () => null // The schema itself is broken: nothing can be checked by it.
  }
}
