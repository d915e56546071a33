import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useEpisode } from '../store/episode-store'
import { PlacePanel } from './PlacePanel'

afterEach(() => {
  cleanup()
  useEpisode.getState().close()
})

describe('PlacePanel', () => {
  it('says what will appear while no room is known', () => {
    render(<PlacePanel />)
    expect(screen.getByText('Rooms appear here as the agent finds them.')).toBeTruthy()
  })

  it('promises nothing of an episode that cannot be read', () => {
    useEpisode.getState().open('torn', 'live')
    useEpisode.getState().fail('line 3 is not JSON')
    render(<PlacePanel />)
    expect(screen.getByText('Nothing of this episode can be shown.')).toBeTruthy()
  })
})
