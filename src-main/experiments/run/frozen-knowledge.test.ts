import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { KnowledgeEvent } from '@shared/agent/knowledge/knowledge-event'
import type { LoggedEvent } from '@shared/episode/log/event'
import { NO_MIND } from '@shared/episode/log/mind-schema'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { type ExperimentPlan, mindOfArm, type PlannedArm } from '@shared/experiments/plan'
import { settings } from '@shared/settings/settings'
import { addKnowledge, readKnowledge, sha256Of } from '../../episode/knowledge-file'
import { StoryLibrary } from '../../story/catalog/story-library'
import { ExperimentFolder, unitsIn } from '../plan/experiment-folder'
import { parseExperiment } from '../plan/read-experiment'
import { readRecorded } from '../plan/results-from-logs'
import { makePlan, requireCompatible } from './make-plan'
import { orderOf } from './play-order'

const dataFolder = mkdtempSync(join(tmpdir(), 'zorkgpt-frozen-'))
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }))
const appRoot = resolve(import.meta.dirname, '../../..')
const stories = new StoryLibrary(join(appRoot, 'build/story'), join(dataFolder, '.stories'))

async function note(text: string): Promise<void> {
  const { identity } = await stories.find('low-water')
  await addKnowledge(dataFolder, (before) => {
    const event: KnowledgeEvent = {
      event_type: 'entry_added',
      at: new Date(before.length).toISOString(),
      story: identity.sha256,
      id: `k${before.length + 1}`,
      kind: 'note',
      place: null,
      subject: '',
      value: '',
      text,
      by: 'person',
      evidence: null,
    }
    return { events: [event] }
  })
}
const FILE = `[experiment]
name = "known"
seeds = [1]
[axes]
story = ["low-water"]
[run]
player = "llm"
[[arm]]
name = "K0"
[[arm]]
name = "K2"
mind.knowledge = "K2"
`
const folder = new ExperimentFolder(dataFolder, 'known')
const planned = async (text = FILE): Promise<ExperimentPlan> =>
  requireCompatible(folder, await makePlan(parseExperiment(join(dataFolder, 'e.toml'), text), stories))
const armOf = ({ arms }: ExperimentPlan, name: string): PlannedArm =>
  arms.find((arm) => arm.name === name) ?? expect.unreachable()
const knownIn = (plan: ExperimentPlan, name = 'K2') => Object.values(armOf(plan, name).knowledge ?? {})[0]

describe('an arm of an experiment', () => {
  it('uses the knowledge that its first run froze, even if the store changes later', async () => {
    await note('The bell has no tongue.')
    const first = await planned()
    await folder.savePlan(first, FILE)
    await note('The boat comes at noon.')
    const second = await planned()
    expect(knownIn(second)?.text).toBe('- The bell has no tongue. (written by a person)')
    expect(second).toEqual(first)
    expect(armOf(second, 'K0').knowledge).toBeUndefined()
    expect(await folder.readPlan()).toEqual(first)
    const [k0, k2] = unitsIn(second).map((unit) => orderOf(second, folder, unit).knowledge)
    expect([k0, k2]).toEqual([null, knownIn(second)])
    expect([armOf(second, 'K0'), armOf(second, 'K2')].map(mindOfArm)).toEqual([
      'standard · K0',
      `standard · K2 ${knownIn(second)?.sha256.slice(0, 8)}`,
    ])
  })

  it('that is added later uses the version that it names, and an unknown version is refused', async () => {
    const events = await readKnowledge(dataFolder)
    const empty = sha256Of('')
    const added = `${FILE}[[arm]]\nname = "empty"\nmind.knowledge = "K2"\nmind.knowledge_sha256 = "${empty}"\n`
    expect(events).toHaveLength(2)
    expect(knownIn(await planned(added), 'empty')).toMatchObject({ sha256: empty, entries: 0, text: '' })
    await expect(planned(added.replace(empty, 'f'.repeat(64)))).rejects.toThrow('There is no version ffff')
  })

  it('cannot change its level or version after the first run', async () => {
    await expect(planned(FILE.replace('mind.knowledge = "K2"', 'mind.knowledge = "K1"'))).rejects.toThrow(
      'the arm "K2" has other settings (mind.knowledge)',
    )
  })

  it('of recorded episodes does not mix different knowledge', async () => {
    const known = {
      level: 'K2',
      sha256: 'a'.repeat(64),
      entries: 1,
      episodes: 1,
      same_story: true,
      text: '',
      places: [],
    } as const
    const record = (name: string, knowledge?: typeof known) => {
      const [first, ...rest] = sampleEpisode({ turns: 3 })
      const begun = first && { ...first, ...(knowledge && { mind: { ...NO_MIND, knowledge } }) }
      const path = join(dataFolder, `${name}.jsonl`)
      writeFileSync(path, [begun, ...rest].map((event) => `${JSON.stringify(event)}\n`).join(''))
      return { path, first: first as LoggedEvent & { readonly event_type: 'episode_started' } }
    }
    const [one, other] = [record('plain'), record('knows', known)]
    const plan: ExperimentPlan = {
      ...(await planned()),
      name: 'recorded',
      seeds: [one.first.seed],
      repeats: 2,
      stories: [{ name: 's', title: 'S', sha256: one.first.game.sha256, path: '/s' }],
      handicaps: [one.first.handicap],
      arms: [{ name: 'r', settings: settings.parse({}), prompt: null, files: [one.path, other.path], agent: null }],
    }
    await expect(readRecorded(plan, unitsIn(plan), dataFolder)).rejects.toThrow(
      /^The recorded episodes of arm "r" use different knowledge: .*knows\.jsonl has K2 aaaaaaaa, an earlier file K0\./,
    )
  })
})
