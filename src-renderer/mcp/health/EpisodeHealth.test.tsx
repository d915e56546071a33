import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { LibraryEntry } from '@shared/contract/library'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { EpisodeHealth } from './EpisodeHealth'

afterEach(() => {
  cleanup()
  useEpisodeList.setState({ entries: new Map() })
})

const entry = (id: string, health: object): LibraryEntry =>
  ({
    id,
    annotations: { title: `Named ${id}` },
    summary: { startedAt: id, servers: { lamp: { answerMs: { p50: 120, p95: 4000 }, failedTurns: [], ...health } } },
  }) as unknown as LibraryEntry
const list = (...entries: readonly LibraryEntry[]) =>
  useEpisodeList.setState({ entries: new Map(entries.map((each) => [each.id, each])) })

it('names the turns of a server that fails often, with links that open them', () => {
  list(entry('a', { calls: 10, failures: 2, failedStarts: 1, failedTurns: [3, 17] }))
  render(<EpisodeHealth server="lamp" />)
  expect(
    screen.getByText(/In the last episode that used it: 10 calls, 2 without an answer and 1 start that failed\./),
  ).toBeTruthy()
  expect(screen.getByText('It fails often.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Turn 17 of Named a' }).getAttribute('href')).toBe('#/episode/a/trunk/17')
  expect(screen.getByRole('row', { name: /Named a 10 2 1 120 ms 4 s/ })).toBeTruthy()
})

it('the list is closed for a server that answers, and absent for one that no episode used', () => {
  list(entry('a', { calls: 10, failures: 0, failedStarts: 0 }))
  const { container, rerender } = render(<EpisodeHealth server="lamp" />)
  expect(container.querySelector('details')?.open).toBe(false)
  expect(screen.queryByText('It fails often.')).toBeNull()
  rerender(<EpisodeHealth server="other" />)
  expect(container.childElementCount).toBe(0)
})
