import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import type { EpisodeBatch } from '@shared/contract/episodes'
import type { LibraryEntry } from '@shared/contract/library'
import { noAnnotations } from '@shared/episode/log/annotate'
import { type EpisodeSummary, summarizeEpisode } from '@shared/episode/projections/summary'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useConnection } from '../session/connection/connection-store'
import { useEpisode } from '../session/episode/episode-store'
import { useEpisodeList } from '../session/episodes/episodes-store'
import { useHostFeeds } from './use-host-feeds'

afterEach(() => {
  cleanup()
  useEpisode.getState().close()
  useEpisodeList.setState({ entries: new Map(), isRead: false })
  useConnection.setState({ connection: { phase: 'connecting' } })
})

const log = sampleEpisode({ turns: 3 })
const row = (ended: EpisodeSummary['ended']): LibraryEntry => {
  const summary = summarizeEpisode(foldEvents(log))
  return {
    id: 'sample',
    running: false,
    readable: true,
    summary: summary && { ...summary, ended },
    annotations: noAnnotations,
    reason: null,
  }
}

function Feeds() {
  useHostFeeds()
  return null
}

it('reads an episode once, and again when its end changes', async () => {
  let readings = 0
  const nothing = async function* () {}
  const api: Partial<HostApi> = {
    readOutline: nothing,
    async *watchEpisode({ fromSeq }): AsyncGenerator<EpisodeBatch> {
      readings++
      yield { events: log.slice(fromSeq), live: true, warning: null }
    },
    watchLibrary: nothing,
    watchStories: nothing,
    watchQuestions: nothing,
  }
  useEpisode.getState().open('sample', 'live')
  useConnection.setState({ connection: { phase: 'open', api: api as HostApi } })
  render(<Feeds />)
  await act(async () => {})
  for (const [ended, expected] of [
    [null, 1],
    [null, 1],
    ['stopped', 2],
    [null, 3],
  ] as const) {
    await act(async () => useEpisodeList.getState().receive({ changed: [row(ended)], removed: [] }))
    expect(readings).toBe(expected)
  }
})
