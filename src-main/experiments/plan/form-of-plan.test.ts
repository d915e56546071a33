import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { StoryLibrary } from '../../story/catalog/story-library'
import { makePlan } from '../run/make-plan'
import { formOfPlan } from './form-of-plan'
import { parseExperiment } from './read-experiment'

const ownStories = mkdtempSync(join(tmpdir(), 'zorkgpt-forms-'))
afterAll(() => rmSync(ownStories, { recursive: true, force: true }))
const stories = new StoryLibrary(resolve(import.meta.dirname, '../../../build/story'), ownStories)
const planOf = (text: string) => makePlan(parseExperiment('the file', text), stories)
const formOf = async (text: string) => formOfPlan(await planOf(text), planOf)

const FILE = `
[experiment]
name = "two-arms"
seeds = [1, 2, 3, 9]
[axes]
handicap = ["L2", "L4"]
[orchestrator]
max_turns_per_episode = 12
[llm]
client_base_url = "http://127.0.0.1:1/v1"
[budget]
wall_minutes = 30
[[arm]]
name = "random"
run.player = "random"
[[arm]]
name = "model"
run.player = "llm"
llm.agent_model = "vendor/model"
`

describe('the form of a plan', () => {
  it('shows a file whose settings a form can express', async () =>
    expect(await formOf(FILE)).toEqual({
      name: 'two-arms',
      stories: ['glass-weather'],
      seeds: '1..3, 9',
      turns: '12',
      handicaps: 'L2, L4',
      arms: [
        { name: 'random', player: 'random', model: '' },
        { name: 'model', player: 'llm', model: 'vendor/model' },
      ],
      costUsd: '',
      minutes: '30',
      baseUrl: 'http://127.0.0.1:1/v1',
    }))

  it('shows several stories', async () =>
    expect(await formOf(FILE.replace('[axes]', '[axes]\nstory = ["glass-weather", "low-water"]'))).toMatchObject({
      stories: ['glass-weather', 'low-water'],
    }))

  it('names no endpoint if no arm has a model', async () => {
    const [withoutModel = ''] = FILE.replace(/\[llm\]\n.*\n/, '').split('[[arm]]\nname = "model"')
    expect(await formOf(withoutModel)).toMatchObject({ arms: [{ name: 'random' }], turns: '12', baseUrl: '' })
  })

  it.each([
    ['repeats', FILE.replace('[axes]', 'repeats = 2\n[axes]')],
    ['another player', FILE.replace('run.player = "random"', 'run.player = "mcp"')],
    ['a temperature', `${FILE}agent_sampling.temperature = 0.1\n`],
    ['a budget in tokens', FILE.replace('[budget]', '[budget]\ntokens = 1000')],
    ['another baseline', FILE.replace('[axes]', 'baseline = "model"\n[axes]')],
  ])('does not exist for %s', async (_what, text) => expect(await formOf(text)).toBeNull())
})
