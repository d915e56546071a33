import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ExperimentForm } from '@shared/experiments/experiment-form'
import { useNotice } from '../kit/text/notice-store'
import { connectTo, forgetHost } from '../session/connection/connection.testkit'
import { useEpisodeList } from '../session/episodes/episodes-store'
import { useExperiments } from '../session/experiments/experiments-store'
import { useUnsaved } from '../session/view/unsaved'
import { NewExperiment } from './NewExperiment'

afterEach(() => {
  const discard = screen.queryByRole('button', { name: 'Discard changes' })
  if (discard) fireEvent.click(discard)
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

const ofModel: ExperimentForm = {
  ...form,
  arms: [{ name: 'model', player: 'llm', model: 'old-1' }],
  baseUrl: 'https://models.example/v1',
}

async function showForm(before: ExperimentForm | null): Promise<void> {
  const usualModel = { model: 'tiny-1', baseUrl: 'http://127.0.0.1:1/v1' }
  connectTo({ readStart: async () => ({ usualModel }) as never })
  await act(async () => {
    render(<NewExperiment repeated={before && { text: '', form: before }} onClose={() => {}} />)
  })
}
const choosePlayer = (value: string) => {
  const [player] = screen.getAllByLabelText('Player')
  fireEvent.change(player ?? expect.unreachable(), { target: { value } })
}
const asked = () => [screen.getByLabelText<HTMLInputElement>('Model').value, screen.getByText(/^At http/).textContent]
const OF_SETTINGS = ['tiny-1', 'At http://127.0.0.1:1/v1']

it.each([
  ['a new experiment', null],
  ['a repetition without a model', form],
  ['a repetition whose only model was removed', ofModel],
])('suggests model and endpoint of the settings: %s', async (_what, before) => {
  await showForm(before)
  choosePlayer('random')
  choosePlayer('llm')
  expect(asked()).toEqual(OF_SETTINGS)
})

it('repeats a model at its endpoint, unless the user chooses the settings', async () => {
  await showForm(ofModel)
  expect(asked()).toEqual(['old-1', 'At https://models.example/v1'])
  fireEvent.click(screen.getByRole('button', { name: 'Use the model of the settings' }))
  expect(asked()).toEqual(OF_SETTINGS)
  expect(document.activeElement).toBe(screen.getByLabelText('Model'))
  expect(screen.queryByRole('button', { name: 'Use the model of the settings' })).toBeNull()
})

it('asks for another name at the field if there is an experiment of that name, before the dry run', async () => {
  useExperiments.setState({ rows: [{ name: 'first', isRunning: false, progress: null, startedAt: null, arms: [] }] })
  await showForm(form)
  const planExperiment = vi.fn()
  connectTo({ planExperiment })
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect(name.value).toBe('first-2')
  fireEvent.change(name, { target: { value: ' first ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Dry run' }))
  expect(screen.getByRole('alert').textContent).toBe('There is an experiment “first”; choose another name.')
  expect(document.activeElement).toBe(name)
  expect(planExperiment).not.toHaveBeenCalled()
  fireEvent.change(name, { target: { value: 'second' } })
  expect(screen.queryByRole('alert')).toBeNull()
  useExperiments.setState({ rows: null })
})

it.each([
  ['two arms have one name', 'random', 'Two arms have the name “random”; choose another name.'],
  ['it is not a name', 'good model', expect.stringMatching(/^A name has at most 60 letters/)],
])('asks for another name of an arm at its field if %s, before the dry run', async (_what, typed, fault) => {
  await showForm(form)
  const planExperiment = vi.fn(async () => ({ lines: [], left: 1 }) as never)
  connectTo({ planExperiment })
  fireEvent.click(screen.getByRole('button', { name: 'Add an arm' }))
  const name = screen.getAllByRole('textbox', { name: 'Name of the arm' })[1]!
  fireEvent.change(name, { target: { value: typed } })
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.blur(name)
  expect(screen.getByRole('alert').textContent).toEqual(fault)
  expect(name.getAttribute('aria-invalid')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Dry run' }))
  expect(planExperiment).not.toHaveBeenCalled()
  fireEvent.change(name, { target: { value: 'other' } })
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Dry run' }))
  await screen.findByRole('button', { name: 'Start 1 episode' })
  expect(planExperiment.mock.calls).toMatchObject([[{ isOfForm: true }]])
})

it('says which arm the others are compared with, if there are others', async () => {
  await showForm(form)
  expect(screen.getByRole('group', { name: 'Arm 1' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add an arm' }))
  expect(screen.getByRole('group', { name: 'Arm 1, with which the others are compared' })).toBeTruthy()
})

it('keeps a changed form as a draft when it closes, and says so, until it is discarded or started', async () => {
  const startExperiment = vi.fn(async () => ({ name: 'x' }))
  connectTo({
    readStart: async () => ({ usualModel: { model: '', baseUrl: '' } }) as never,
    planExperiment: async () => ({ lines: ['One episode'], left: 1 }) as never,
    startExperiment,
  })
  useEpisodeList.setState({ stories: [{ id: 'glass-weather', title: 'Glass Weather' } as never] })
  const open = () => {
    const { unmount } = render(<NewExperiment repeated={null} onClose={() => unmount()} />)
    return screen.getByRole<HTMLInputElement>('textbox', { name: /^Turns/ })
  }
  const close = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  open()
  close()
  expect(useNotice.getState().text).toBe('')
  fireEvent.change(open(), { target: { value: '7' } })
  close()
  expect(useNotice.getState().text).toBe('Your changes for a new experiment are kept. Nothing has been started yet.')
  expect(useUnsaved.getState().experiment).toBe(true)
  const again = open()
  expect(again.value).toBe('7')
  press('Discard changes')
  expect([again.value, useUnsaved.getState().experiment]).toEqual(['60', false])
  fireEvent.change(again, { target: { value: '8' } })
  press('Dry run')
  fireEvent.click(await screen.findByRole('button', { name: 'Start 1 episode' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect([startExperiment.mock.calls.length, useUnsaved.getState().experiment]).toEqual([1, false])
  expect(open().value).toBe('60')
})
