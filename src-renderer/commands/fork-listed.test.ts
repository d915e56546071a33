import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
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

describe('forking a listed episode', () => {
  it('opens the sheet once the episode is read, at its last turn', () => {
    forkListed('listed')
    expect([useEpisode.getState().id, useView.getState().dialog]).toEqual(['listed', null])
    read()
    expect(useView.getState().dialog).toBe('fork')
    expect(useForks.getState().draft).toEqual({ parentId: 'listed', choices: { turn: 5 } })
  })

  it('starts at the playhead if the episode is open', () => {
    useEpisode.getState().open('listed', 'live')
    read()
    useEpisode.getState().movePlayhead({ turn: 2, event: null })
    forkListed('listed')
    expect(useForks.getState().draft?.choices).toEqual({ turn: 2 })
  })

  it('opens no sheet if the user has opened another episode meanwhile', () => {
    forkListed('listed')
    useEpisode.getState().open('other', 'live')
    read()
    useEpisode.getState().open('listed', 'live')
    read()
    expect(useView.getState().dialog).toBeNull()
  })
})
