import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { ToolRow } from './ToolRow'
import { TryTool } from './TryTool'

beforeEach(() => connectTo())
afterEach(() => {
  cleanup()
  forgetHost()
})

const TOOL = {
  description: '',
  tokens: 1,
  isReadOnly: false,
  isDestructive: false,
  icon: null,
  outputSchema: null,
  hints: [],
  view: null,
}

describe('trying a tool', () => {
  it('does not call it while a required argument is empty, and says so at its field', () => {
    const run = vi.fn<(call: unknown) => void>()
    const properties = { place: { type: 'string' }, times: { type: 'number' } }
    const schema = { type: 'object', properties, required: ['place', 'times'] }
    render(<TryTool tool={{ name: 'go', schema }} test={null} onRun={run} />)
    const call = () => fireEvent.click(screen.getByRole('button', { name: 'Call go' }))
    expect(screen.queryByRole('alert')).toBeNull()
    call()
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Required. An empty text can be sent as JSON.',
      'Required.',
    ])
    expect(run).not.toHaveBeenCalled()
    fireEvent.change(screen.getByRole('textbox', { name: 'place' }), { target: { value: 'attic' } })
    fireEvent.change(screen.getByRole('textbox', { name: 'times' }), { target: { value: '2' } })
    call()
    expect(run).toHaveBeenCalledExactlyOnceWith({ tool: 'go', arguments: { place: 'attic', times: 2 } })
  })

  it('does not call it while an argument is invalid JSON', () => {
    const run = vi.fn<(call: unknown) => void>()
    const tool = { ...TOOL, name: 'draw', schema: { type: 'object', properties: { from: {}, to: {} } } }
    render(<TryTool tool={tool} test={null} onRun={run} />)
    const type = (name: string, value: string) =>
      fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
    type('from', '[1,')
    type('to', '[2]')
    fireEvent.click(screen.getByRole('button', { name: 'Call draw' }))
    expect(run).not.toHaveBeenCalled()

    type('from', '[1]')
    fireEvent.click(screen.getByRole('button', { name: 'Call draw' }))
    expect(run).toHaveBeenCalledExactlyOnceWith({ tool: 'draw', arguments: { from: [1], to: [2] } })
  })
})

describe('the row of a tool', () => {
  const tool = { ...TOOL, name: 'go', schema: { type: 'object', properties: { place: { type: 'string' } } } }
  const state = { refusal: null, unagreed: null, running: false, cancelled: false, entry: null, endedAt: null }
  const called = (name: string) => {
    const call = { tool: name, text: 'You are there.', structured: null, content: [], error: null, ms: 3 }
    const rest = { steps: [], failure: null, tools: [], resources: [], prompts: [], progress: null, notices: [] }
    return { ...state, test: { ...rest, call, finished: true } }
  }
  const row = (name: string) => (
    <ToolRow
      server="a"
      tool={tool}
      isOn
      lastUse={null}
      alsoIn={[]}
      test={called(name)}
      onSwitch={() => {}}
      onRun={() => {}}
    />
  )

  it('puts the focus into the first field of the form that Try opens', () => {
    render(row('other'))
    fireEvent.click(screen.getByRole('button', { name: 'Try go' }))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'place' }))
  })

  it('keeps the last result while another tool is called', () => {
    const { rerender } = render(row('go'))
    fireEvent.click(screen.getByRole('button', { name: 'Try go' }))
    rerender(row('other'))
    expect(screen.getByRole('region', { name: 'Result of go' }).textContent).toContain('You are there.')
  })
})
