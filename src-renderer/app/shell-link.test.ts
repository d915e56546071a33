import { SHELL_CHANNEL, type ShellMessage } from '@shared/contract/shell-messages'
import { sampleEpisode } from '@shared/episode/sample-episode.testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useEpisode } from '../session/episode/episode-store'
import { useView } from '../session/view/view-store'
import { linkToShell } from './shell-link'

let closing: AbortController
beforeEach(() => {
  closing = new AbortController()
  linkToShell(closing.signal)
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: sampleEpisode({ turns: 5 }), live: true, warning: null })
})
afterEach(() => {
  closing.abort()
  document.body.replaceChildren()
  useEpisode.getState().close()
  useView.setState({ dialog: null })
})

const tell = (shell: ShellMessage, source: Window | null = window) =>
  window.dispatchEvent(new MessageEvent('message', { source, data: { channel: SHELL_CHANNEL, shell } }))
const playhead = () => useEpisode.getState().playhead

it('a row of the native menu does what the page would do', () => {
  tell({ kind: 'action', id: 'firstTurn' })
  expect(playhead()).not.toBe('live')
})

it('what nobody of this window says is passed over', () => {
  tell({ kind: 'action', id: 'firstTurn' }, null)
  expect(playhead()).toBe('live')
})

it('under an open sheet nothing is done, also where the menu has heard a key', () => {
  const sheet = document.body.appendChild(document.createElement('dialog'))
  sheet.setAttribute('open', '')
  tell({ kind: 'action', id: 'firstTurn' })
  expect(playhead()).toBe('live')
  sheet.remove()
  useView.setState({ dialog: 'settings' })
  tell({ kind: 'action', id: 'firstTurn' })
  expect(playhead()).toBe('live')
})
