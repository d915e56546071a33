import { expect, it } from 'vitest'
import { ServerSupervisor } from './server-supervisor'
import type { ServerSession } from './session'

/** The parts of a session that the supervisor uses. `how` is how it ended; null while it lives. */
function sessionThatEnded(how: string | null) {
  const closed: string[] = []
  const nothing = { listed: [], resources: [], prompts: [], invokers: [], context: null, connectMs: 1, revision: '' }
  const session = {
    ...nothing,
    name: 's',
    ended: how === null ? new Promise<null>(() => {}) : Promise.resolve(how),
    isAlive: () => how === null,
    notices: () => [],
    stderrTail: () => '',
    refresh: async () => {},
    listen: () => {},
    close: async () => void closed.push('closed'),
    readResource: () => Promise.reject(new Error('not asked for')),
  } satisfies ServerSession
  return { session, closed }
}
const { signal } = new AbortController()

it('a session that died before its turn is not returned', async () => {
  const connect = async () => sessionThatEnded('exited with code 1').session
  const supervisor = new ServerSupervisor({ scope: 'turn', connect, report: () => {} })
  await expect(supervisor.take(signal)).rejects.toThrow('it exited with code 1 before its turn came')
  await supervisor.close()
})

it('closing waits for a session that is being connected, and closes it', async () => {
  const { session, closed } = sessionThatEnded(null)
  let connected: (session: ServerSession) => void = () => {}
  const connect = () => new Promise<ServerSession>((resolve) => (connected = resolve))
  const supervisor = new ServerSupervisor({ scope: 'turn', connect, report: () => {} })
  supervisor.prepare()
  const closing = supervisor.close().then(() => closed.push('supervisor closed'))
  // This is enough for everything that does not wait.
  await new Promise(setImmediate)
  connected(session)
  await closing
  expect(closed[0]).toBe('closed')
  expect(closed.at(-1)).toBe('supervisor closed')
})
