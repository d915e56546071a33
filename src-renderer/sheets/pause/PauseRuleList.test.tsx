import { DEFAULT_PAUSE_RULES, type PauseRules } from '@shared/episode/pause-rules'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PauseRuleList } from './PauseRuleList'

afterEach(cleanup)

it('a number of a rule holds once its field is left, and what cannot hold gives way to the one that does', () => {
  const onChange = vi.fn<(rules: PauseRules) => void>()
  render(<PauseRuleList rules={DEFAULT_PAUSE_RULES} onChange={onChange} />)
  const turns = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Turns without score' })
  fireEvent.change(turns, { target: { value: '7' } })
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.blur(turns)
  expect(onChange.mock.calls).toEqual([[{ ...DEFAULT_PAUSE_RULES, noScoreTurns: 7 }]])
  fireEvent.change(turns, { target: { value: '0' } })
  fireEvent.blur(turns)
  expect([onChange.mock.calls.length, turns.value]).toEqual([1, String(DEFAULT_PAUSE_RULES.noScoreTurns)])
})
