import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import { useHostQuery } from './connection-store'
import { connectTo, forgetHost, loseHost } from './connection.testkit'

afterEach(() => {
  cleanup()
  forgetHost()
})

const readTrash = (api: HostApi) => api.readTrash({})

function Trash() {
  const { answer, failure } = useHostQuery(readTrash)
  return <output>{failure ?? answer?.length ?? 'nothing yet'}</output>
}
const shown = () => screen.getByRole('status').textContent

it('queries the host again after a reconnect', async () => {
  render(<Trash />)
  expect(shown()).toBe('nothing yet')
  await act(async () =>
    connectTo({ readTrash: () => Promise.reject(new ExpectedError('disconnected', 'The connection is lost.')) }),
  )
  await act(async () => loseHost())
  expect(shown()).toBe('nothing yet')
  await act(async () => connectTo({ readTrash: async () => [] }))
  expect(shown()).toBe('0')
})

it('returns the reason of a refusal', async () => {
  connectTo({ readTrash: () => Promise.reject(new Error('The folder cannot be read.')) })
  render(<Trash />)
  await act(async () => {})
  expect(shown()).toBe('The folder cannot be read.')
})
