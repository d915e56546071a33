import { parse } from 'smol-toml'
import { expect, it } from 'vitest'
import { type CheckedField, experimentText, FIELD_CHECKS, renamed, withPlayer } from './experiment-form'

const form = {
  name: 'first',
  stories: ['zork1'],
  seeds: '1..20',
  turns: '60',
  handicaps: 'L2, L4',
  arms: [{ name: 'a "b"', player: 'llm', model: 'vendor/model' }],
  costUsd: '',
  minutes: '30',
  baseUrl: 'http://127.0.0.1:1/v1',
} as const

it('the form creates the text of an experiment’s file', () =>
  expect(parse(experimentText(form))).toEqual({
    experiment: { name: 'first', seeds: '1..20' },
    axes: { story: ['zork1'], handicap: ['L2', 'L4'] },
    orchestrator: { max_turns_per_episode: 60 },
    llm: { client_base_url: 'http://127.0.0.1:1/v1' },
    budget: { wall_minutes: 30 },
    arm: [{ name: 'a "b"', run: { player: 'llm' }, llm: { agent_model: 'vendor/model' } }],
  }))

it.each<[CheckedField, readonly string[], readonly string[]]>([
  ['name', ['first-2', ' a.b_c '], ['', '-a', 'a b', 'x'.repeat(61)]],
  ['seeds', ['7', '1..20', '1, 5, 9'], ['', 'abc', '5..1']],
  ['turns', ['60', ' 5 '], ['', '0', '-1', '1.5', 'many']],
  ['handicaps', ['L2', 'l2, L4', 'L0 L5'], ['', 'L9', 'L2, L9']],
  ['costUsd', ['', '2.50', '.5'], ['0', '-1', '2,5', '$2']],
  ['minutes', ['', '30'], ['0', 'half an hour']],
])('checks %s', (field, valid, invalid) => {
  expect(valid.filter((typed) => !FIELD_CHECKS[field](typed))).toEqual([])
  expect(invalid.filter((typed) => FIELD_CHECKS[field](typed))).toEqual([])
})

it('writes the typed values in the notation of the file', () =>
  expect(parse(experimentText({ ...form, handicaps: 'l2, L2 l4', turns: ' 060 ', costUsd: '.5' }))).toMatchObject({
    axes: { handicap: ['L2', 'L4'] },
    orchestrator: { max_turns_per_episode: 60 },
    budget: { cost_usd: 0.5 },
  }))

it('a form without a budget creates a file without one', () =>
  expect(experimentText({ ...form, minutes: '' })).not.toContain('budget'))

it('the name of an arm follows its player, until a person types one', () => {
  const random = { name: 'random', player: 'random', model: '' } as const
  const model = withPlayer(random, 'llm', ['explorer'], 'vendor/model')
  expect(model).toEqual({ name: 'model', player: 'llm', model: 'vendor/model' })
  expect(withPlayer(model, 'explorer', ['explorer'], '').name).toBe('explorer-2')
  expect(withPlayer({ ...model, name: 'mine', model: 'other' }, 'llm', [], 'vendor/model')).toMatchObject({
    name: 'mine',
    model: 'other',
  })
})

it('a repetition has the next name', () => {
  expect(renamed('[experiment]\nname = "first"\n[[arm]]\nname = "one"', [])).toBe(
    '[experiment]\nname = "first-2"\n[[arm]]\nname = "one"',
  )
  expect(renamed('name = "first-2"', ['first-3', 'first-4'])).toBe('name = "first-5"')
})
