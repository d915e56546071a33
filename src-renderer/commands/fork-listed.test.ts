import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectTo, forgetHost } from '../session/connection/connection.testkit'
import { useEpisode } from '../session/episode/episode-store'
import { useForks } from '../session/episode/forks/fork-store'
import { setView, useView } from '../session/view/view-store'
import { forkListed } from './fork-listed'

beforeEach(() => connectTo({}))
afterEach(() => {
  forgetHost()
  setView({ dialog: null })
  useForks.setState({ draft: null })
  useEpisode.getState().close()
})
const read = () => useEpisode.getState().receive({ events: sampleEpisode({ turns: 5 }), live: true, warning: null })

describe('a fork of an episode of the library', () => {
  it('is asked for once the episode is open and read, and from its last turn', () => {
    forkListed('listed')
    expect([useEpisode.getState().id, useView.getState().dialog]).toEqual(['listed', null])
    read()
    expect(useView.getState().dialog).toBe('fork')
    expect(useForks.getState().draft).toEqual({ parentId: 'listed', choices: { turn: 5 } })
  })

  it('is of the turn under the playhead where it is the open one', () => {
    useEpisode.getState().open('listed', 'live')
    read()
    useEpisode.getState().movePlayhead({ turn: 2, event: null })
    forkListed('listed')
    expect(useForks.getState().draft?.choices).toEqual({ turn: 2 })
  })

  it('is not asked for where the reader has gone to another meanwhile, or back to it', () => {
    forkListed('listed')
    useEpisode.getState().open('other', 'live')
    read()
    useEpisode.getState().open('listed', 'live')
    read()
    expect(useView.getState().dialog).toBeNull()
  })
})
