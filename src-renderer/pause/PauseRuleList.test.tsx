import { DEFAULT_PAUSE_RULES } from '@shared/episode/pause-rules'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { PauseRuleList } from './PauseRuleList'

afterEach(cleanup)

describe('the list of pause rules', () => {
  it('in a form takes a number when Enter sends the form', async () => {
    const sent: number[] = []
    function Form() {
      const [rules, setRules] = useState(DEFAULT_PAUSE_RULES)
      return (
        <form noValidate onSubmit={(event) => { event.preventDefault(); sent.push(rules.noScoreTurns) }}>
          <PauseRuleList rules={rules} onChange={setRules} />
          <button type="submit">Start</button>
        </form>
      )
    }
    render(<Form />)
    const user = userEvent.setup()
    const field = screen.getByRole('spinbutton', { name: 'Turns without score' })
    await user.clear(field)
    await user.type(field, '7{Enter}')
    expect(sent).toEqual([7])
    expect(document.activeElement).toBe(field)
  })
})
