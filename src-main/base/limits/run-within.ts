import { createContext, Script } from 'node:vm'

const context = createContext({ work: () => undefined as unknown })
const script = new Script('work()')

/**
 * Runs `work`, and throws after a time limit, also during a regular expression. Use it for work whose cost an untrusted
 * source controls, such as a pattern or a schema. After a timeout, nothing that `work` changed may be used.
 */
export function runWithin<Result>(ms: number, work: () => Result): Result {
  Object.assign(context, { work })
  try {
    return script.runInContext(context, { timeout: ms }) as Result
  } catch (error) {
    throw isTimeout(error) ? new Error(`it took more than ${ms} ms`) : error
  } finally {
    Object.assign(context, { work: () => undefined })
  }
}

/** The error comes from another realm, so it is not an instance of our `Error`. */
const isTimeout = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
