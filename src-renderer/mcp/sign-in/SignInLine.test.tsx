import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import type { McpSignIn } from '@shared/contract/mcp'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { server } from '../mcp-panel.testkit'
import { SignInLine } from './SignInLine'

afterEach(() => {
  cleanup()
  forgetHost()
})

const waiting: McpSignIn = { address: 'https://auth.example/authorize', isOpened: false, failure: null, isDone: false }

/** A host whose sign-in shows these states, then waits for its end. */
function show(states: readonly McpSignIn[], status = server('a', { signIn: { kind: 'needed' } })) {
  const calls: string[] = []
  const api = {
    async *signInToMcpServer(_params: unknown, signal: AbortSignal) {
      yield* states
      if (states.at(-1) !== waiting) return
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      calls.push('cancelled')
    },
    async signOutOfMcpServer() {
      calls.push('signed out')
      return { note: 'The authorization server does not revoke tokens: they stay valid until they expire.' }
    },
  } as Partial<HostApi> as HostApi
  connectTo(api)
  const line = (now = status) => (
    <SignInLine api={api} server="a" status={now} isNeeded={false} text={null} onDone={() => calls.push('done')} />
  )
  const { rerender } = render(line())
  return { calls, rerender: (now: typeof status) => rerender(line(now)) }
}

it('a required sign-in shows its page, and can be cancelled', async () => {
  const { calls } = show([waiting])
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('link', { name: 'Open the page' })).getAttribute('href')).toBe(waiting.address)
  expect(screen.getByRole('status').textContent).toContain('auth.example')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
  expect(calls).toEqual(['cancelled'])
})

it('a failed sign-in shows the reason, and can be repeated', async () => {
  show([{ ...waiting, address: null, failure: 'auth.example refused the sign-in.' }])
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('alert')).textContent).toBe('auth.example refused the sign-in.')
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy()
})

it('a signed-in person can sign out, and learns that the authorization server was not informed', async () => {
  const signIn = { kind: 'signed_in', at: 'auth.example', since: '2026-01-01T12:00:00.000Z' } as const
  const { calls, rerender } = show([], server('a', { signIn }))
  expect(screen.getByText(/^Signed in to auth\.example since /)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await new Promise((resolve) => setTimeout(resolve))
  rerender(server('a'))
  expect(screen.getByRole('status').textContent).toContain('they stay valid until they expire')
  expect(calls).toEqual(['signed out'])
})

it('a successful sign-in is followed by a test of the server', async () => {
  const { calls } = show([waiting, { ...waiting, address: null, isDone: true }])
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await expect.poll(() => calls).toEqual(['done'])
})

it('a server that needs no sign-in has no line', () => {
  show([], server('a'))
  expect(screen.queryByRole('button')).toBeNull()
})
