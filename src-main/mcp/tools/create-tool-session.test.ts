import { expect, it } from 'vitest'
import { createToolSession } from './create-tool-session'

it('a session is released once, however often it is closed', async () => {
  let times = 0
  const session = createToolSession([], { servers: [], instructions: null, waitMs: 0 }, async () => void times++)
  await Promise.all([session.close(), session.close()])
  await session.close()
  expect(times).toBe(1)
})
