import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { ExportSheet } from './ExportSheet'

const log = sampleEpisode({ turns: 3 })
let files: string[]
let answer: ((page: string) => void) | null
const onClose = vi.fn<() => void>()

beforeEach(() => {
  files = []
  answer = null
  connectTo({
    readReplayPage: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download)
  })
})
afterEach(() => {
  cleanup()
  forgetHost()
  useEpisode.getState().close()
  vi.restoreAllMocks()
  onClose.mockClear()
})

function openSheet(events = log, caughtUp = true) {
  useEpisode.getState().open('sample', 'live')
  if (events.length > 0) useEpisode.getState().receive({ events, live: caughtUp, warning: null })
  return render(<ExportSheet onClose={onClose} />)
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
/** Answers with the replay page on command. */
const answerPage = () =>
  vi.waitFor(() =>
    (answer ?? expect.unreachable('Nothing was asked.'))('<script type="application/json" id="episode"></script>'),
  )

describe('the export of an episode', () => {
  it('is saved as an HTML page', async () => {
    openSheet()
    save()
    await answerPage()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(files).toEqual(['sample.html'])
  })

  it('is not saved after the sheet was closed', async () => {
    const { unmount } = openSheet()
    save()
    await vi.waitFor(() => expect(answer).not.toBeNull())
    unmount()
    await act(answerPage)
    expect([files, onClose.mock.calls]).toEqual([[], []])
  })

  it('waits for an episode that is not loaded yet', () => {
    openSheet([])
    expect(screen.getByText(/still being read/)).toBeDefined()
  })
})
