import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ToolCall } from '@shared/episode/state/episode'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { setView, useView } from '../../session/view/view-store'
import { CallActions } from './CallDetails'

beforeEach(() => {
  connectTo()
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: sampleEpisode({ turns: 2 }), live: true, warning: null })
})
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  forgetHost()
  vi.unstubAllGlobals()
  setView({ dialog: null, callToRepeat: null })
})

function show(more: Partial<ToolCall> = {}): ToolCall {
  const first = useEpisode.getState().history.latest.turns[0]?.iterations[0]?.toolCalls[0]
  if (!first) throw new Error('The sample has no tool call.')
  const call = { ...first, ...more }
  render(<CallActions call={call} turn={1} />)
  return call
}
const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent?.replace(/Copied$/, ''))
const again = () => screen.getByRole('button', { name: 'Run again…' })

it('copies a call as JSON and opens it to run again', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const call = show()
  expect(names()).toEqual(['Run again…', 'Copy as JSON', 'Copy as cURL', 'Copy for MCP Inspector'])
  fireEvent.click(screen.getByRole('button', { name: 'Copy as JSON' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(JSON.parse(writeText.mock.calls[0]?.[0] ?? '')).toMatchObject({
    server: call.serverName,
    arguments: call.arguments,
    result: call.result,
    turn: 1,
    called_at: expect.stringMatching(/^\d{4}-/),
  })
  fireEvent.click(again())
  expect(useView.getState()).toMatchObject({ dialog: 'callAgain', callToRepeat: { call, turn: 1 } })
})

it('offers neither editing nor shell commands for long arguments', () => {
  show({ arguments: { text: 'x'.repeat(200_000) } })
  expect(names()).toEqual(['Run again…', 'Copy as JSON'])
  expect(again().getAttribute('aria-disabled')).toBe('true')
})

it('offers only JSON for a tool of the app, or arguments that are not an object', () => {
  show({ serverName: 'here' })
  expect(names()).toEqual(['Copy as JSON'])
  cleanup()
  show({ arguments: ['not an object'] })
  expect(names()).toEqual(['Copy as JSON'])
})
