import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { unprivileged, playedWithTools, useSurroundings } from './surroundings.testkit'

const play = useSurroundings()

/** Runs a program without a network other than loopback. */
const withoutNetwork = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
const canLeave = spawnSync(withoutNetwork[0]!, [...withoutNetwork.slice(1), 'true']).status === 0
const whyNot = canLeave ? '' : ' (needs the program ip and the right to leave the network, which root has)'
it.skipIf(!canLeave)(`plays without a network${whyNot}`, async () => {
  expect(await play({ within: withoutNetwork })).toEqual(playedWithTools())
})

it.skipIf(process.platform === 'win32')('plays as a user who does not own the app', async () => {
  expect(await play({ user: unprivileged })).toEqual(playedWithTools())
})
