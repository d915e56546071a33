import { noAnnotations } from '@shared/episode/annotate'
import { foldEvents, sampleEpisode } from '@shared/episode/sample-episode.testkit'
import { summarizeEpisode } from '@shared/episode/summary'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { EpisodeRow } from './EpisodeRow'

afterEach(cleanup)

const summary = summarizeEpisode(foldEvents(sampleEpisode({ turns: 3 })))
if (!summary) throw new Error('The sample has a manifest.')
const show = (more: Partial<typeof summary>, running = false) => render(<EpisodeRow entry={{ id: 'sample', running, readable: true, annotations: noAnnotations, reason: null, summary: { ...summary, ended: 'stopped', ...more } }} isOpen={false} isFirst />)

describe('a row of the library', () => {
  it('says how often the player died and what it cost', () => {
    show({ deaths: 2, costUsd: 0.1234 })
    expect(screen.getByRole('link').textContent).toContain('3 turns · 2 deaths · $0.1234 · Explorer')
  })

  it('says in cents what cost a dollar or more', () => {
    show({ costUsd: 9.6342 })
    expect(screen.getByRole('link').textContent).toContain('3 turns · $9.63 · Explorer')
  })

  it.each([true, false])('says that it is paused, whether or not somebody is at it: %s', (running) => {
    show({ ended: null, isPaused: true }, running)
    expect(screen.getByRole('link').textContent).toContain('Paused · 3 turns')
  })

  it.each([[true, 'Running'], [false, 'Interrupted']])('says of one that has not ended whether somebody plays it: %s', (running, word) => {
    show({ ended: null }, running)
    expect(screen.getByRole('link').textContent).toContain(`${word} · 3 turns`)
  })

  it('says nothing of no death, nor of a cost that is not known', () => {
    show({ deaths: 0, costUsd: null })
    expect(screen.getByRole('link').textContent).toContain('3 turns · Explorer')
  })
})
