import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import type { TurnChanges } from '@shared/episode/state/turn-changes'
import { ChangeBadges } from './turn-lines'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const [turn] = foldEvents(sampleEpisode({ turns: 1 })).turns
const coin = (id: number) => ({ id, name: 'coin' })
const nothing: TurnChanges = {
  scoreDelta: 0,
  movedTo: null,
  gained: [],
  lost: [],
  died: false,
  won: false,
  rejected: false,
}

it('shows two badges for two objects with the same name', () => {
  if (!turn) throw new Error('The sample has a turn.')
  const consoleError = vi.spyOn(console, 'error')
  render(<ChangeBadges turn={turn} changes={{ ...nothing, gained: [coin(1), coin(2)] }} />)
  expect(screen.getAllByText('+ coin')).toHaveLength(2)
  expect(consoleError).not.toHaveBeenCalled()
})
