import { createContext, Script } from 'node:vm'

const place = createContext({ work: () => undefined as unknown })
const script = new Script('work()')

/**
 * What `work` returns; throws once it has taken so long. For what a guest makes as costly as it likes, such as a
 * pattern or a schema. The engine itself stops it, in the middle of a regular expression too. Nothing that `work`
 * changed may be used afterwards.
 */
export function runWithin<Result>(ms: number, work: () => Result): Result {
  Object.assign(place, { work })
  try {
    return script.runInContext(place, { timeout: ms }) as Result
  } catch (error) {
    throw isTimeout(error) ? new Error(`it took more than ${ms} ms`) : error
  } finally {
    Object.assign(place, { work: () => undefined })
  }
}

/** The engine's own error is of another realm, and no `Error` of this one. */
const isTimeout = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
