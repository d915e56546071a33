import { afterEach, beforeEach, expect, it } from 'vitest'
import { type PageMessage, SHELL_CHANNEL, type ShellMessage } from '@shared/contract/shell-messages'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
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

const send = (shell: ShellMessage, source: Window | null = window) =>
  window.dispatchEvent(new MessageEvent('message', { source, data: { channel: SHELL_CHANNEL, shell } }))
const playhead = () => useEpisode.getState().playhead

it('a native menu item runs its action', () => {
  send({ kind: 'action', id: 'firstTurn' })
  expect(playhead()).not.toBe('live')
})

it('messages from another window are ignored', () => {
  send({ kind: 'action', id: 'firstTurn' }, null)
  expect(playhead()).toBe('live')
})

it('menu actions do nothing under an open sheet', () => {
  const sheet = document.body.appendChild(document.createElement('dialog'))
  sheet.setAttribute('open', '')
  send({ kind: 'action', id: 'firstTurn' })
  expect(playhead()).toBe('live')
  sheet.remove()
  useView.setState({ dialog: 'settings' })
  send({ kind: 'action', id: 'firstTurn' })
  expect(playhead()).toBe('live')
})

it('a link opens its episode at its turn', () => {
  send({ kind: 'link', episodeId: 'a-1', turn: 7 })
  expect(location.hash).toBe('#/episode/a-1/trunk/7')
  send({ kind: 'link', episodeId: 'b-2', turn: null })
  expect(location.hash).toBe('#/episode/b-2/trunk')
  history.replaceState(null, '', location.pathname)
})

it('reports the theme and its changes to the shell', async () => {
  const themes: string[] = []
  const enough = new Promise<void>((resolve) => {
    const listen = ({ data }: MessageEvent<{ readonly page?: PageMessage }>) => {
      if (data.page?.kind === 'theme' && themes.push(data.page.theme) === 2) resolve()
    }
    window.addEventListener('message', listen, { signal: closing.signal })
  })
  useView.setState({ theme: 'light' })
  useView.setState({ rowHeight: 'compact' })
  useView.setState({ theme: 'contrast' })
  await enough
  expect(themes.slice(-1)).toEqual(['contrast'])
  useView.setState({ theme: 'system', rowHeight: 'normal' })
})
