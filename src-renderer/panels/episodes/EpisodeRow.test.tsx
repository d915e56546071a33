import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noAnnotations } from '@shared/episode/log/annotate'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { connectTo, forgetHost, loseHost } from '../../session/connection/connection.testkit'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { EpisodeRow, RowBoundary } from './EpisodeRow'
import { entryMatches, parseFilter } from './filter-entries'
import { SkippedStrip } from './Strips'
import { TableRow } from './TableParts'
import styles from './EpisodeList.module.css'

afterEach(cleanup)

const summary = summarizeEpisode(foldEvents(sampleEpisode({ turns: 3 })))
if (!summary) throw new Error('The sample has a manifest.')
const ROW = { isOpen: false, isSelected: false, isStop: true, isEntrance: true, onMenu: () => {} }
const show = (more: Partial<typeof summary>, running = false) =>
  render(
    <EpisodeRow
      entry={{
        id: 'sample',
        running,
        readable: true,
        annotations: noAnnotations,
        reason: null,
        summary: { ...summary, ended: 'stopped', ...more },
      }}
      {...ROW}
    />,
  )

describe('a row in the list of episodes', () => {
  it('shows deaths and cost', () => {
    show({ deaths: 2, costUsd: 0.1234 })
    expect(screen.getByRole('link').textContent).toContain('3 turns · L2 · 2 deaths · The Sample · $0.1234 · 5 s')
  })

  it('shows a cost of a dollar or more in cents', () => {
    show({ costUsd: 9.6342 })
    expect(screen.getByRole('link').textContent).toContain('3 turns · L2 · The Sample · $9.63')
  })

  it.each([true, false])('shows that it is paused, running or not: %s', (running) => {
    show({ ended: null, isPaused: true }, running)
    expect(screen.getByRole('link').textContent).toContain('Paused · 3 turns')
  })

  it.each([
    [true, 'Running'],
    [false, 'Interrupted'],
  ])('shows whether an unfinished episode is running: %s', (running, word) => {
    show({ ended: null }, running)
    expect(screen.getByRole('link').textContent).toContain(`${word} · 3 turns`)
  })

  it('names the turns of a part, which is not interrupted', () => {
    show({ ended: null, part: { from: 2, to: 3, of: 9 } })
    expect(screen.getByRole('link').textContent).toContain('Part · Turns 2–3 of 9 · L2')
  })

  it('shows, while the host is lost, whether the episode was running or paused', () => {
    connectTo({})
    loseHost()
    show({ ended: null, isPaused: true }, true)
    expect(screen.getByRole('link').textContent).toContain('Paused · 3 turns')
    cleanup()
    show({ ended: null }, true)
    expect(screen.getByRole('link').textContent).toContain('Was running · 3 turns')
    forgetHost()
  })

  it('omits zero deaths and an unknown cost', () => {
    show({ deaths: 0, costUsd: null })
    expect(screen.getByRole('link').textContent).toContain('3 turns · L2 · The Sample · 5 s')
  })

  it('marks a fork, in the row and in its tooltip', () => {
    const parent = { ...summary, id: 'parent', startedAt: '2026-03-01T09:00:00.000Z' }
    useEpisodeList.getState().receive({
      changed: [
        { id: 'parent', running: false, readable: true, annotations: noAnnotations, reason: null, summary: parent },
      ],
      removed: [],
    })
    show({ forkedFrom: { episodeId: 'parent', turn: 2 } })
    const row = screen.getByRole('link')
    expect(row.textContent).toMatch(/↳ from [^@]+ @2 · 3 turns/)
    expect(row.title).toMatch(/^Fork of “.+”, started .+, at turn 2\n/)
    useEpisodeList.setState({ entries: new Map() })
    cleanup()
    show({ forkedFrom: { episodeId: 'parent', turn: 2 } })
    expect(screen.getByRole('link').textContent).toContain('↳ from a deleted episode @2')
    expect(screen.getByRole('link').title).toMatch(/^Fork of a deleted episode at turn 2\n/)
  })

  it('begins with the player and the seed, then the room; an arm comes before its player', () => {
    const parts = (more: Partial<typeof summary>) => {
      show({ player: { kind: 'llm', label: 'Lantern', model: 'test/lantern' }, seed: 7, furthest: 'Cellar', ...more })
      const { textContent } = screen.getByRole('link')
      cleanup()
      return textContent.split('0/')[0]
    }
    expect(parts({ mind: 'standard' })).toMatch(/^lantern · seed 7 · Cellar/)
    expect(parts({ mind: 'full' })).toMatch(/^lantern · seed 7 · Cellar/)
    const forkedFrom = { episodeId: 'parent', turn: 2, action: 'open the mailbox with care' }
    expect(parts({ forkedFrom })).toMatch(/^lantern · “open the mailbox with ca…” · seed 7 · Cellar/)
    expect(parts({ forkedFrom: { ...forkedFrom, action: 'n', answer: 3 } })).toMatch(
      /^lantern · answer 3: “n” · seed 7/,
    )
    expect(parts({ forkedFrom: { episodeId: 'parent', turn: 2, answer: 3 } })).toMatch(/^lantern · answer 3 · seed 7/)
    expect(parts({ forkedFrom: { ...forkedFrom, action: 'n', hasOwnSeed: true } })).toMatch(
      /^lantern · seed 7 · “n” · /,
    )
    expect(parts({ mind: 'full', unit: { experiment: 'try', arm: 'long prompt' } })).toMatch(
      /^long prompt · seed 7 · lantern · Cellar/,
    )
    expect(parts({ unit: { experiment: 'try', arm: 'Lantern' } })).toMatch(/^lantern · seed 7 · Cellar/)
  })

  it('shows that a fork was helped before its parent, because a narrow row cuts the parent', () => {
    show({ forkedFrom: { episodeId: 'parent', turn: 2 }, help: { turns: 0, hints: 1, discarded: 1, notes: 0 } })
    expect(screen.getByRole('link').textContent).toMatch(/ · helped · ↳ from .+ @2 · 3 turns/)
  })

  it('shows in the table that a person helped', () => {
    const entry = { id: 'sample', running: false, readable: true, annotations: noAnnotations, reason: null }
    const help = { turns: 1, hints: 0, discarded: 0, notes: 0 }
    render(<TableRow entry={{ ...entry, summary: { ...summary, help } }} shown={['room']} {...ROW} />)
    expect(screen.getByRole('link').textContent).toMatch(/^Explorer · seed \d+ · helped$/)
  })

  it('cuts the action of a fork if the name needs the room, but never a seed', () => {
    const classOf = (text: string) => screen.getByText(text).parentElement?.className
    show({ seed: 7, forkedFrom: { episodeId: 'parent', turn: 2, action: 'n' } })
    expect(classOf('“n”')).toBe(styles.action)
    cleanup()
    show({ seed: 7, forkedFrom: { episodeId: 'parent', turn: 2, action: 'n', hasOwnSeed: true } })
    expect(classOf('seed 7')).toBe(styles.whole)
  })

  it('shows an unusual mind among its facts', () => {
    show({ mind: 'full' })
    expect(screen.getByRole('link').textContent).toContain('3 turns · L2 · full mind')
    cleanup()
    show({ mind: 'standard' })
    expect(screen.getByRole('link').textContent).not.toContain('mind')
  })

  it('shows the experiment that it belongs to', () => {
    show({ unit: { experiment: 'minds', arm: 'long prompt' } })
    expect(screen.getByRole('link').textContent).toContain('3 turns · L2 · minds')
  })

  it('keeps each fact apart, because the title of a parent may be written from right to left', () => {
    show({ forkedFrom: { episodeId: 'gone', turn: 2 } })
    const apart = [...document.querySelectorAll(`.${styles.facts} bdi`)].map(({ textContent }) => textContent)
    expect(apart).toEqual(['↳ from a deleted episode @2', '3 turns', 'L2', 'The Sample', '5 s'])
  })

  it('has in its tooltip the facts that a narrow row cuts', () => {
    show({ deaths: 1, costUsd: 0.0024, unit: { experiment: 'minds', arm: 'long prompt' } })
    expect(screen.getByRole('link').title).toContain('\n3 turns · 1 death · minds · $0.0024 · 5 s\n')
  })

  it('is found by the filter by every word that it shows', () => {
    const parent = { ...summary, id: 'parent' }
    const entry = { running: false, readable: true, annotations: noAnnotations, reason: null }
    const fork = { ...summary, deaths: 1, forkedFrom: { episodeId: 'parent', turn: 2 }, costUsd: 0.5 }
    useEpisodeList.getState().receive({ changed: [{ ...entry, id: 'parent', summary: parent }], removed: [] })
    show({ ...fork, ended: 'stopped' })
    const texts = ['facts', 'score', 'title'].flatMap(
      (name) => document.querySelector(`.${styles[name]}`)?.textContent.split(' · ') ?? [],
    )
    texts.push(document.querySelector('time')?.textContent ?? '')
    const { entries } = useEpisodeList.getState()
    const finds = (text: string) =>
      entryMatches(parseFilter(text), { ...entry, id: 'sample', summary: { ...fork, ended: 'stopped' } }, entries)
    expect(texts).toEqual(expect.arrayContaining(['Stopped', '3 turns', '1 death', '0/120', '$0.50', '5 s', 'Mar 2']))
    for (const text of texts) expect(finds(`"${text}"`), text).toBe(true)
    useEpisodeList.setState({ entries: new Map() })
  })

  it('shows player, seed and level in its tooltip', () => {
    show({ player: { kind: 'llm', label: 'Lantern', model: 'test/lantern' }, seed: 7, handicap: 'L3' })
    expect(screen.getByRole('link').title).toContain(
      'Lantern · test/lantern · seed 7 · L3: text, location, objects, vocabulary',
    )
  })

  it('is marked if the story was mirrored', () => {
    show({ disguise: 'mirror' })
    expect(screen.getByRole('link').textContent).toContain('mirrored')
    expect(screen.getByRole('link').title).toContain('East and west are exchanged')
  })

  it('contains a render error, and recovers when the entry changes', () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const entry = { id: 'one', running: false, readable: true, annotations: noAnnotations, reason: null }
    const rows = (startedAt: string) => (
      <>
        {[
          { ...entry, summary: { ...summary, startedAt } },
          { ...entry, id: 'two', summary },
        ].map((row) => (
          <RowBoundary key={row.id} entry={row}>
            <EpisodeRow entry={row} {...ROW} />
          </RowBoundary>
        ))}
      </>
    )
    const { rerender } = render(rows('no time'))
    expect(screen.getByText('one cannot be shown here.')).toBeTruthy()
    expect(screen.getAllByRole('link')).toHaveLength(1)
    rerender(rows(summary.startedAt))
    expect(screen.getAllByRole('link')).toHaveLength(2)
    consoleError.mockRestore()
  })
})

describe('folders that are not listed', () => {
  afterEach(() => useEpisodeList.setState({ skipped: [] }))

  it('are named up to three, without bidi controls', () => {
    useEpisodeList.getState().receive({ changed: [], removed: [], skipped: ['My game (copy)', 'a\u202eb', 'ü', 'é'] })
    render(<SkippedStrip />)
    expect(screen.getByRole('status').textContent).toBe(
      '4 folders are not listed: “My game (copy)”, “a b”, “ü”, and 1 more. Rename them using only letters, digits and . _ -',
    )
    cleanup()
    useEpisodeList.getState().receive({ changed: [], removed: [] })
    render(<SkippedStrip />)
    expect(screen.getByRole('status')).toBeTruthy()
  })
})
