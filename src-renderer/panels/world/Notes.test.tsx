import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { MemoryNote } from '@shared/episode/projections/memory-notes'
import { Notes } from './MindTab'

afterEach(cleanup)

const note = (text: string, more: Partial<MemoryNote> = {}): MemoryNote => ({
  about: 'lamp',
  text,
  turn: 3,
  location: 7,
  deletedIn: null,
  ...more,
})
const own = [{ turn: 5, bookmarked: false, isBreakpoint: false, note: 'Look at this.' }]

describe('the notes', () => {
  it('are grouped by place and author', () => {
    const { container } = render(
      <Notes
        isPartial={false}
        notes={[note('It is brass.'), note('It wants food.', { location: 8 })]}
        here={7}
        own={own}
        onSelectTurn={() => undefined}
      />,
    )
    expect([...container.querySelectorAll('section')].map(({ textContent }) => textContent)).toEqual([
      'Tool notes in this roomIt is brass.lamp · turn 3',
      'Other tool notesIt wants food.lamp · turn 3',
      'Your marks and notesLook at this.Turn 5',
    ])
  })

  it('include the user’s marks with and without a note', () => {
    const marks = [
      { turn: 2, bookmarked: true, isBreakpoint: false, note: '' },
      { turn: 4, bookmarked: true, isBreakpoint: true, note: 'Here.' },
    ]
    const { container } = render(
      <Notes isPartial={false} notes={[]} here={null} own={marks} onSelectTurn={() => undefined} />,
    )
    expect([...container.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      'BookmarkTurn 2',
      'Here.Turn 4 · Bookmark · Breakpoint',
    ])
  })

  it('link to their turn, or to the turn that deleted them', () => {
    const selectTurn = vi.fn()
    const { container } = render(
      <Notes
        isPartial={false}
        notes={[note('It is brass.'), note('It is lit.', { deletedIn: 6 })]}
        here={7}
        own={[]}
        onSelectTurn={selectTurn}
      />,
    )
    expect(container.querySelector('del')?.textContent).toBe('It is lit.')
    fireEvent.click(screen.getByRole('button', { name: 'lamp · turn 3 · deleted in turn 6' }))
    fireEvent.click(screen.getByRole('button', { name: 'lamp · turn 3' }))
    expect(selectTurn.mock.calls).toEqual([[6], [3]])
  })

  it('are not reported missing while the log is read', () => {
    render(<Notes notes={[]} isPartial here={null} own={[]} onSelectTurn={() => undefined} />)
    expect(screen.getByText(/still being read/)).toBeDefined()
  })
})
