import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ExperimentForm } from '@shared/experiments/experiment-form'
import { connectTo, forgetHost } from '../session/connection/connection.testkit'
import { NewExperiment } from './NewExperiment'

afterEach(() => {
  cleanup()
  forgetHost()
})

const form: ExperimentForm = {
  name: 'first',
  stories: ['glass-weather'],
  seeds: '1..2',
  turns: '5',
  handicaps: 'L2',
  arms: [{ name: 'random', player: 'random', model: '' }],
  costUsd: '',
  minutes: '',
  baseUrl: '',
}

it.each([
  ['a new one', null, 'http://127.0.0.1:1/v1'],
  ['a repetition without a model', form, 'http://127.0.0.1:1/v1'],
  ['a repetition with a model', { ...form, baseUrl: 'https://models.example/v1' }, 'https://models.example/v1'],
])('asks the endpoint of the settings, unless a model was asked elsewhere before: %s', async (_what, before, asked) => {
  connectTo({ readStart: async () => ({ usualModel: { model: 'tiny-1', baseUrl: 'http://127.0.0.1:1/v1' } }) as never })
  render(<NewExperiment repeated={before && { text: '', form: before }} onClose={() => {}} />)
  const [player] = screen.getAllByLabelText('Player')
  if (player === undefined) return expect.unreachable()
  // The model is known together with the endpoint.
  await expect
    .poll(() => {
      fireEvent.change(player, { target: { value: 'random' } })
      fireEvent.change(player, { target: { value: 'llm' } })
      return screen.queryByDisplayValue('tiny-1')
    })
    .not.toBeNull()
  expect(screen.getByText(`At ${asked}`)).toBeDefined()
})
