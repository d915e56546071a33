import { parse } from 'smol-toml'
import { expect, it } from 'vitest'
import { experimentText, renamed } from './experiment-form'

const form = {
  name: 'first',
  story: 'zork1',
  seeds: '1..20',
  turns: '60',
  handicaps: 'L2, L4',
  arms: [{ name: 'a "b"', player: 'llm', model: 'vendor/model' }],
  costUsd: '',
  minutes: '30',
  baseUrl: 'http://127.0.0.1:1/v1',
} as const

it('the form makes the file of an experiment', () =>
  expect(parse(experimentText(form))).toEqual({
    experiment: { name: 'first', seeds: '1..20' },
    axes: { story: ['zork1'], handicap: ['L2', 'L4'] },
    orchestrator: { max_turns_per_episode: 60 },
    llm: { client_base_url: 'http://127.0.0.1:1/v1' },
    budget: { wall_minutes: 30 },
    arm: [{ name: 'a "b"', run: { player: 'llm' }, llm: { agent_model: 'vendor/model' } }],
  }))

it('a form without a budget makes a file without one', () =>
  expect(experimentText({ ...form, minutes: '' })).not.toContain('budget'))

it('a repetition has the next name', () => {
  expect(renamed('[experiment]\nname = "first"\n[[arm]]\nname = "one"', [])).toBe(
    '[experiment]\nname = "first-2"\n[[arm]]\nname = "one"',
  )
  expect(renamed('name = "first-2"', ['first-3', 'first-4'])).toBe('name = "first-5"')
})
