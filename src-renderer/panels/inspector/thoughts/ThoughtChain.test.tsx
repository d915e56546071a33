import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { ThinkingStep } from '@shared/episode/projections/thoughts'
import { ThoughtChain } from './ThoughtChain'

afterEach(cleanup)

const thought = (
  number: number,
  text: string,
  more: Partial<Extract<ThinkingStep, { kind: 'thought' }>> = {},
): ThinkingStep => ({
  kind: 'thought',
  iteration: 1,
  callId: `call-${number}-${more.branchId ?? ''}`,
  toolName: 'thoughtbox.think',
  number,
  total: 9,
  text,
  revises: null,
  revisedIn: null,
  branchFrom: null,
  branchId: null,
  status: 'ok',
  ...more,
})

describe('a chain of thoughts', () => {
  it('ends in its action, linked to the last thought', () => {
    render(<ThoughtChain steps={[thought(1, 'It is dark.'), thought(2, 'The lamp would help.')]} action="light lamp" />)
    const linked = screen.getAllByRole('listitem').filter((item) => item.dataset.linked !== undefined)
    expect(linked.map((item) => item.textContent)).toEqual(['22/9The lamp would help.', '>Actionlight lamp'])
  })

  it('shows a word diff of a revision', () => {
    const { container } = render(
      <ThoughtChain
        steps={[thought(1, 'Take the old lamp.', { revisedIn: 2 }), thought(2, 'Take the brass lamp.', { revises: 1 })]}
        action={null}
      />,
    )
    expect(screen.getByText('What changed')).toBeDefined()
    expect(
      [container.querySelector('del')?.textContent, container.querySelector('ins')?.textContent].map((text) =>
        text?.trim(),
      ),
    ).toEqual(['old', 'brass'])
  })
})

describe('a revision', () => {
  it('links to the thought it revises, and back', () => {
    render(
      <ThoughtChain
        steps={[thought(1, 'Take the old lamp.', { revisedIn: 2 }), thought(2, 'Take the brass lamp.', { revises: 1 })]}
        action={null}
      />,
    )
    fireEvent.click(screen.getByRole('button', { name: 'revised in 2 ↓' }))
    expect(document.activeElement?.textContent).toContain('Take the brass lamp.')
    fireEvent.click(screen.getByRole('button', { name: 'revises 1' }))
    expect(document.activeElement?.textContent).toContain('Take the old lamp.')
  })

  it('links into the branch of the other thought', () => {
    render(
      <ThoughtChain
        steps={[
          thought(1, 'Main.'),
          thought(2, 'In a.', { branchId: 'a', branchFrom: 1, revisedIn: 4 }),
          thought(3, 'In b.', { branchId: 'b', branchFrom: 1 }),
          thought(4, 'Not in a.', { revises: 2 }),
        ]}
        action={null}
      />,
    )
    expect(screen.queryByText('In a.')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'revises 2' }))
    expect(document.activeElement?.textContent).toContain('In a.')
  })

  it('of a missing thought is shown without a link', () => {
    render(<ThoughtChain steps={[thought(2, 'Take the brass lamp.', { revises: 7 })]} action={null} />)
    expect(screen.getByText('revises 7')).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('many branches', () => {
  const steps = [
    thought(1, 'Main.'),
    thought(2, 'In a.', { branchId: 'a', branchFrom: 1 }),
    thought(3, 'In b.', { branchId: 'b', branchFrom: 2 }),
    thought(4, 'In c.', { branchId: 'c', branchFrom: 1 }),
    thought(5, 'In d.', { branchId: 'd', branchFrom: 5 }),
  ]
  const items = () => within(screen.getByRole('tree')).getAllByRole('treeitem')

  it('are a tree, each under its parent', () => {
    render(<ThoughtChain steps={steps} action={null} />)
    expect(items().map((item) => [item.textContent, item.getAttribute('aria-level')])).toEqual([
      ['branch a (from 1)', '1'],
      ['branch b (from 2)', '2'],
      ['branch c (from 1)', '1'],
      ['branch d (from 5)', '1'],
    ])
  })

  it('are navigated by arrows, showing the selected branch', () => {
    render(<ThoughtChain steps={steps} action={null} />)
    const tree = screen.getByRole('tree')
    fireEvent.keyDown(tree, { key: 'Home' })
    fireEvent.keyDown(tree, { key: 'ArrowDown' })
    expect(items().map((item) => item.getAttribute('aria-selected'))).toEqual(['false', 'true', 'false', 'false'])
    expect(document.activeElement).toBe(items()[1])
    expect(screen.getByText('In b.')).toBeDefined()
    expect(screen.queryByText('In c.')).toBeNull()
    fireEvent.keyDown(tree, { key: 'ArrowLeft' })
    expect(document.activeElement?.textContent).toBe('branch a (from 1)')
  })
})
