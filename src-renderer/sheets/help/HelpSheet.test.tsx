import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { HelpPlace } from '../../session/help/help-places'
import { setView, useView } from '../../session/view/view-store'
import { HelpSheet } from './HelpSheet'

afterEach(() => {
  cleanup()
  setView({ dialog: null })
})

function open(place: HelpPlace, startsInSearch = false) {
  const onClose = vi.fn<() => void>()
  render(<HelpSheet place={place} startsInSearch={startsInSearch} onClose={onClose} />)
  return { onClose }
}
const search = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Search help' })
const contents = () => within(screen.getByRole('navigation', { name: 'Contents' }))
const focused = () => document.activeElement?.textContent

describe('Help', () => {
  it('opens at a section, which takes the focus', () => {
    open('settings#handicap-and-death')
    expect(screen.getByRole('article', { name: 'Settings' })).toBeTruthy()
    expect(focused()).toBe('Handicap and death')
    expect(contents().getByRole('button', { name: 'Handicap and death' }).getAttribute('aria-current')).toBe('true')
  })

  it('opens with the focus in the search, if no section was requested', () => {
    open('window', true)
    expect(document.activeElement).toBe(search())
  })

  it('lists the matching sections with the words marked, and Enter opens the first', () => {
    open('window', true)
    fireEvent.change(search(), { target: { value: 'handicap death' } })
    expect(screen.getByRole('status').textContent).toMatch(/^\d+ sections?$/)
    fireEvent.keyDown(search(), { key: 'Enter' })
    expect(focused()).toBe('Handicap and death')
    const marked = [...screen.getByRole('article').querySelectorAll('mark')].map(({ textContent }) => textContent)
    expect(new Set(marked.map((text) => text?.toLowerCase()))).toEqual(new Set(['handicap', 'death']))
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(screen.getByRole('article').querySelector('mark')).toBeNull()
  })

  it('moves through the results with arrow keys, and back to the search', () => {
    open('window', true)
    fireEvent.change(search(), { target: { value: 'handicap' } })
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    const hits = contents().getAllByRole('button')
    press('ArrowDown')
    press('ArrowDown')
    expect(document.activeElement).toBe(hits[1])
    press('ArrowUp')
    press('ArrowUp')
    expect(document.activeElement).toBe(search())
  })

  it('finds the agreement to programs of MCP servers as consent', () => {
    open('window', true)
    fireEvent.change(search(), { target: { value: 'MCP consent' } })
    expect(contents().getByRole('button', { name: /Agreement/ })).toBeTruthy()
  })

  it('reports that nothing is found', () => {
    open('window', true)
    fireEvent.change(search(), { target: { value: 'xyzzy' } })
    expect(screen.getByRole('status').textContent).toBe('No section contains any of these words.')
  })

  it.each([
    ['triangle', 'Legend of marksLegend of marks'],
    ['score fell', 'Triangle that points down: The score fell'],
    ['undo delete', 'The windowEpisodes'],
    ['Ctrl+Z', 'The windowEpisodes'],
    ['restore deleted episode', 'The windowEpisodes'],
  ])('finds “%s”', (query, text) => {
    open('window', true)
    fireEvent.change(search(), { target: { value: query } })
    expect(screen.getByRole('navigation').textContent).toContain(text)
  })

  it('follows links between documents, and goes back', () => {
    open('experiments')
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: 'docs/servers.md' }))
    expect(focused()).toBe('Bring your own agent')
    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(focused()).toBe('Experiments')
  })

  it('shows web addresses in full, and files of the tree as text', () => {
    open('exports')
    const link = screen.getByRole('link', { name: 'Inspect AI' })
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(link.parentElement?.textContent).toContain('Inspect AI (https://inspect.aisi.org.uk/)')
    cleanup()
    open('explorer')
    expect(screen.getByText(/one file that anyone can run/).querySelector('a, button')).toBeNull()
  })

  it('has the legend among its pages', () => {
    open('window')
    fireEvent.click(contents().getByRole('button', { name: 'Legend of marks' }))
    const legend = within(screen.getByRole('article', { name: 'Legend of marks' }))
    expect(legend.getByText('The game refused the command')).toBeDefined()
    expect(legend.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Legend of marks',
    ])
    expect(legend.getByRole('heading', { name: 'Turns', level: 4 })).toBeDefined()
  })

  it('closes before it opens the keyboard shortcuts', () => {
    const { onClose } = open('window')
    fireEvent.click(contents().getByRole('button', { name: 'Keyboard shortcuts' }))
    expect([onClose.mock.calls.length, useView.getState().dialog]).toEqual([1, 'keys'])
  })
})
