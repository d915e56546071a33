import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useNotice } from '../../../kit/text/notice-store'
import { useView } from '../../view/view-store'
import { useEpisode } from '../episode-store'
import { copySelection, copyStory, copyTurns, linkTo } from './copy'

const writeText = vi.fn<(text: string) => Promise<void>>()
beforeEach(() => {
  vi.stubGlobal('navigator', { clipboard: { writeText: writeText.mockReset().mockResolvedValue(undefined) } })
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: sampleEpisode({ turns: 9 }), live: true, warning: null })
  document.body.innerHTML = [3, 4, 5, 6]
    .map((turn) => `<article data-turn="${turn}"><h3>Turn ${turn}</h3><p>text</p></article>`)
    .join('')
})
afterEach(() => {
  vi.unstubAllGlobals()
  getSelection()?.removeAllRanges()
  document.body.replaceChildren()
  useEpisode.getState().close()
  useView.setState({ failure: null })
})

const copied = () => writeText.mock.calls[0]?.[0] ?? ''
const commands = (text: string) => text.match(/^>/gm)?.length ?? 0
function select(from: number, to: number): void {
  const [start, end] = [from, to].map((turn) => document.querySelector(`[data-turn="${turn}"] p`)?.firstChild)
  if (start && end) getSelection()?.setBaseAndExtent(start, 1, end, 2)
}

it('copies the story up to the playhead', async () => {
  useEpisode.getState().movePlayhead({ turn: 4, event: null })
  await copyStory()
  expect(copied()).toMatch(/^THE SAMPLE/)
  expect(commands(copied())).toBe(4)
  expect(useNotice.getState().text).toBe('Copied the story so far, 4 turns.')
})

it('copies the turn under the playhead if nothing is selected', async () => {
  useEpisode.getState().movePlayhead({ turn: 7, event: null })
  await copyTurns()
  expect(commands(copied())).toBe(1)
  expect(useNotice.getState().text).toBe('Copied turn 7.')
})

it('copies a selection in whole turns', async () => {
  select(3, 5)
  await copyTurns()
  expect(commands(copied())).toBe(3)
  expect(copied()).not.toContain('Turn 3')
})

it('replaces the browser copy of several turns, and leaves one inside a turn alone', () => {
  const clipboardData = { setData: vi.fn() }
  const event = { clipboardData: clipboardData as unknown as DataTransfer, preventDefault: vi.fn() }
  select(4, 4)
  copySelection(event)
  expect(event.preventDefault).not.toHaveBeenCalled()
  select(4, 5)
  copySelection(event)
  expect(commands(String(clipboardData.setData.mock.calls[0]?.[1]))).toBe(2)
})

it('reports a blocked clipboard', async () => {
  writeText.mockRejectedValue(new Error('denied'))
  await copyStory()
  expect(useView.getState().failure).toMatch(/blocked the clipboard/)
})

const at = (turn: number) => ({ episodeId: 'a-1', playhead: { turn, event: null } })

it('links to a web page by its own address', () => {
  expect(linkTo(at(7), 'http://127.0.0.1:5000/#/episode/a-1/trunk')).toBe('http://127.0.0.1:5000/#/episode/a-1/trunk/7')
})

it('links to the desktop app by its URL scheme', () => {
  expect(linkTo(at(7), 'app://zorkgpt/')).toBe('zorkgpt://episode/a-1/7')
  expect(linkTo({ episodeId: 'a-1', playhead: 'live' }, 'app://zorkgpt/')).toBe('zorkgpt://episode/a-1')
})
