import { type PageMessage, SHELL_CHANNEL, type ShellMessage } from '@shared/contract/shell-messages'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
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

it('a link shows its episode at its turn', () => {
  tell({ kind: 'link', episodeId: 'a-1', turn: 7 })
  expect(location.hash).toBe('#/episode/a-1/trunk/7')
  tell({ kind: 'link', episodeId: 'b-2', turn: null })
  expect(location.hash).toBe('#/episode/b-2/trunk')
  history.replaceState(null, '', location.pathname)
})

it('the shell is told the theme that is chosen, and each other one', async () => {
  const told: string[] = []
  const enough = new Promise<void>((resolve) => {
    window.addEventListener('message', ({ data }: MessageEvent<{ readonly page?: PageMessage }>) => {
      if (data.page?.kind === 'theme' && told.push(data.page.theme) === 2) resolve()
    })
  })
  useView.setState({ theme: 'light' })
  useView.setState({ rowHeight: 'compact' })
  useView.setState({ theme: 'contrast' })
  await enough
  expect(told.slice(-1)).toEqual(['contrast'])
  useView.setState({ theme: 'system', rowHeight: 'normal' })
})
