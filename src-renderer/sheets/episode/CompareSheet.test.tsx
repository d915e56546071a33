import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { noAnnotations } from '@shared/episode/log/annotate'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { EpisodeRow } from '../../panels/episodes/EpisodeRow'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { CompareSheet } from './CompareSheet'

afterEach(() => {
  cleanup()
  useEpisodeList.setState({ entries: new Map() })
})

it('shows the other episodes as their rows do, with experiment, handicap and score', () => {
  const summary = summarizeEpisode(foldEvents(sampleEpisode({ turns: 3 })))
  if (!summary) throw new Error('The sample has a manifest.')
  const entry = (id: string, arm: string) => ({
    id,
    running: false,
    readable: true,
    annotations: noAnnotations,
    reason: null,
    summary: { ...summary, id, score: 35, unit: { experiment: 'minds', arm } },
  })
  const other = entry('two', 'long prompt')
  useEpisodeList.getState().receive({ changed: [entry('one', 'short prompt'), other], removed: [] })
  render(<CompareSheet episodeId="one" onClose={() => {}} />)
  const row = screen.getByRole('button', { name: /long prompt/ })
  expect(row.textContent).toMatch(/35\/120.* · 3 turns · L2 · minds · /)
  const { textContent, title } = row
  cleanup()
  render(<EpisodeRow entry={other} isOpen={false} isSelected={false} isStop isEntrance onMenu={() => {}} />)
  const { textContent: inList, title: tooltip } = screen.getByRole('link')
  expect([textContent, title]).toEqual([inList, tooltip])
})

it('names another story once', () => {
  const summary = summarizeEpisode(foldEvents(sampleEpisode({ turns: 3 })))
  if (!summary) throw new Error('The sample has a manifest.')
  const entry = (id: string, title: string) => ({
    id,
    running: false,
    readable: true,
    annotations: noAnnotations,
    reason: null,
    summary: { ...summary, id, game: { ...summary.game, title, sha256: title } },
  })
  useEpisodeList.getState().receive({ changed: [entry('one', 'Low Water'), entry('two', 'Zork I')], removed: [] })
  render(<CompareSheet episodeId="one" onClose={() => {}} />)
  const { textContent } = screen.getByRole('button', { name: /Another story/ })
  expect(textContent?.match(/Zork I/g)).toHaveLength(1)
})
