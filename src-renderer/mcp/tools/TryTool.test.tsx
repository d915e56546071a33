import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { TryTool } from './TryTool'

beforeEach(() => connectTo())
afterEach(() => {
  cleanup()
  forgetHost()
})

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
    const tool = {
      name: 'draw',
      description: '',
      schema: { type: 'object', properties: { from: {}, to: {} } },
      tokens: 1,
      isReadOnly: false,
      isDestructive: false,
      icon: null,
      outputSchema: null,
      hints: [],
      view: null,
    }
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
