import { expect, it } from 'vitest'
import { unprivileged, playedWithTools, useSurroundings } from './surroundings.testkit'

/** The app in unusual surroundings: odd folder names, a proxy, a home that cannot be written. */
const play = useSurroundings()

it('plays with its tools in a folder with spaces, symbols and foreign letters, behind a refusing proxy, which loopback traffic bypasses', async () => {
  const refuses = 'http://127.0.0.1:9'
  const env = { HTTP_PROXY: refuses, HTTPS_PROXY: refuses, ALL_PROXY: refuses, http_proxy: refuses }
  expect(await play({ env })).toEqual(playedWithTools())
})

it.skipIf(process.platform === 'win32')('reports a read-only home folder in one sentence', async () => {
  const { status, stdout, stderr } = await play({ user: unprivileged, isAtHome: true })
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/cannot be used: .*--data/)])
})
