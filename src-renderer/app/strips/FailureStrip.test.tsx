import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { SheetNotice } from '../../kit/overlay/Sheet'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { setView } from '../../session/view/view-store'
import { Dialogs } from '../Dialogs'
import { useHostFeeds } from '../use-host-feeds'
import { FailureStrip, RefusalStrip } from './FailureStrip'

beforeEach(() => {
  setView({ failure: null })
  useEpisode.getState().close()
})
afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  forgetHost()
})

const log = sampleEpisode({ turns: 3 })
const nothing = async function* () {}

function Window() {
  useHostFeeds()
  return <FailureStrip />
}

/** A host whose log has these turns and then an unreadable line, until the episode is resumed. */
function open(turns: number, failure: Error = new ExpectedError('bad_log', 'Line 30 is damaged.', { line: 30 })) {
  const asked: unknown[] = []
  const good = log.slice(
    0,
    log.findIndex((event) => event.event_type === 'turn_started' && event.turn === turns + 1),
  )
  const api: Partial<HostApi> = {
    readOutline: nothing,
    watchLibrary: nothing,
    watchStories: nothing,
    watchQuestions: nothing,
    getAppInfo: () => new Promise(() => {}),
    listStories: async () => [],
    readStart: () => new Promise(() => {}),
    async *watchEpisode() {
      yield { events: good, live: false, warning: null }
      if (asked.length === 0) throw failure
    },
    async resumeEpisode(params) {
      asked.push(params)
      return {}
    },
  }
  connectTo(api)
  render(<Window />)
  act(() => useEpisode.getState().open('sample', 'live'))
  return asked
}

describe('a command that failed', () => {
  it('is reported above an open dialog, and in the window without one', () => {
    setView({ failure: 'The story is damaged.' })
    render(
      <>
        <FailureStrip />
        <SheetNotice value={<RefusalStrip />}>
          <Dialogs />
        </SheetNotice>
      </>,
    )
    const shown = () => screen.getAllByRole('alert', { hidden: true })
    expect(shown().map((alert) => alert.closest('dialog'))).toEqual([null])
    act(() => setView({ dialog: 'keys' }))
    expect(shown().map((alert) => alert.closest('dialog')?.getAttribute('aria-label'))).toEqual(['Keyboard shortcuts'])
    act(() => setView({ dialog: null }))
    expect(shown()).toHaveLength(1)
  })
})

describe('an episode with a damaged log', () => {
  it('can be resumed from its last good turn', async () => {
    const asked = open(2)
    const button = await screen.findByRole('button', { name: 'Resume from turn 2' })
    expect(screen.getByRole('alert').textContent).toContain(
      'Line 30 is damaged. Or resume from before the damage: the damaged log is saved beside the new one.',
    )
    await userEvent.click(button)
    expect(asked).toMatchObject([{ episodeId: 'sample', fromLastGood: true }])
    await expect
      .poll(() => [useEpisode.getState().failure, useEpisode.getState().history.latest.turns.length])
      .toEqual([null, 2])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('of a newer version offers no repair', async () => {
    open(2, new ExpectedError('newer_log', 'Line 30 is of a newer version.', { line: 30 }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The rest of this episode cannot be read: Line 30 is of a newer version.Open again',
    )
  })
})
