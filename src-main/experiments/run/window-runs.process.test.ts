import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { StoryLibrary } from '../../story/catalog/story-library'
import { openExperimentRuns } from './window-runs'

const dataFolder = mkdtempSync(join(tmpdir(), 'zorkgpt-runs-'))
const appRoot = resolve(import.meta.dirname, '../../..')
const open = (onFault: (error: Error) => void) =>
  openExperimentRuns({
    appRoot,
    dataFolder,
    mcpConfigFile: join(dataFolder, 'mcp_config.json'),
    stories: new StoryLibrary(join(appRoot, 'build/story'), join(dataFolder, '.stories')),
    keepOwnKeys: async () => {},
    whyNoModel: ({ llm }) => (llm.agent_model === 'keyless' ? 'No API key.' : null),
    readSecrets: () => ({}),
    onFault,
  })
const runs = open((error) => {
  throw error
})
afterAll(async () => {
  await runs.close()
  rmSync(dataFolder, { recursive: true, force: true })
})

const text = (arm: string, more = '') =>
  `[experiment]\nname = "asked"\nseeds = "1..3"\n${more}\n[[arm]]\nname = "one"\n${arm}\n`

describe('the text of an experiment from a page', () => {
  it('is described before it is run', async () => {
    const dryRun = await runs.describe(text('run.player = "random"'))
    expect(dryRun).toMatchObject({ name: 'asked', left: 3 })
    expect(dryRun.lines[0]).toBe(
      'asked: 3 episodes (1 arm × 1 story × 1 handicap × 3 seeds × 1 repeat), 0 of them played',
    )
  })

  const axes = '[axes]\nhandicap = ["L4", "L0"]'
  const second = 'run.player = "random"\n[[arm]]\nname = "two"\nrun.player = "random"'
  it.each([
    ['one arm with one handicap', 'run.player = "random"', '', ''],
    ['handicaps', 'run.player = "random"', axes, ', L4 against L0'],
    ['arms', second, '', ', arms against one'],
    ['both', second, axes, ', arms against one, L4 against L0'],
  ])('is described with what is compared: %s', async (_what, arm, more, compared) =>
    expect((await runs.describe(text(arm, more))).lines[2]).toBe(`  judged by: share of the score${compared}`),
  )

  it('is described with the arms whose model cannot be used', async () => {
    const more = `run.player = "random"\n[[arm]]\nname = "two"\nrun.player = "llm"\nllm.agent_model = "keyless"`
    expect((await runs.describe(text(more))).lines.at(-1)).toBe('Arm "two" cannot be played yet. No API key.')
    expect((await runs.describe(text(more.replace('keyless', 'model')))).lines.at(-1)).toBe('  budget: none')
  })

  it('must not name a program', () =>
    expect(runs.describe(text('agent = ["sh", "-c", "id"]'))).rejects.toThrow(
      'Arm "one" runs a program. A window cannot start that',
    ))

  it('must not name a file of the machine', async () => {
    await expect(runs.start(text('files = ["/etc/passwd"]'))).rejects.toThrow('Arm "one" names a file of this machine')
    await expect(runs.start(text('run.player = "llm"\nprompt_file = "/etc/passwd"'))).rejects.toThrow(
      'Arm "one" names a file of this machine',
    )
    await expect(runs.start(text('run.player = "random"', '[axes]\nstory = "/etc/passwd"'))).rejects.toThrow(
      'There is no story "/etc/passwd" among the stories of the app',
    )
  })

  it('is refused with all of its errors, each with its key and its own line', () =>
    expect(
      runs.describe(text('run.player = "random"\nrun.handicup = "L1"').replace('"1..3"', '"3..1"\nprimry = "score"')),
    ).rejects.toThrow(
      /^The experiment, line 3: experiment\.seeds: [^]*\. Line 4: experiment\.primry: There is no such key\. Line \d: arm "one", run\.handicup: There is no such setting; perhaps handicap is meant\.$/,
    ))

  it('is refused with errors of its arms together with others', () => {
    const arms = 'run.player = "random"\n[[arm]]\nname = "one"\n[[arm]]\nname = "one"\nrun.player = "human"'
    const faulty = text(`${arms}\n[axes]\nhandicap = "L9"`).replace('seeds', 'baseline = "none"\nseeds')
    return expect(runs.describe(faulty)).rejects.toThrow(
      /^The experiment, line 3: experiment\.baseline: There is no arm "none"; there are one\. Line 10: arm "one", name: Two arms have [^.]*\. Line 11: arm "one": A human [^.]*\. Line 12: arm "one", name: Two arms have [^.]*\. Line 15: axes\.handicap: Takes one of: L0, [^.]*, not "L9"\.$/,
    )
  })

  it('is refused with the number of an arm whose name none can have', () => {
    const long = 'x'.repeat(5000)
    const faulty = text('run.player = "random"').replace('name = "one"', `name = "${long}"`)
    return expect(runs.describe(faulty.replace('seeds', `baseline = "${long}"\nseeds`))).rejects.toThrow(
      /^The experiment, line 3: experiment\.baseline: Takes at most 60 [^.]*\. Line \d: arm 1, name: Takes at most 60 [^.]*\.$/,
    )
  })

  it('from a form is refused without lines, which the user does not see', () =>
    expect(
      runs.describe(
        text('run.player = "random"\nrun.handicup = "L1"').replace('seeds', 'primry = "score"\nseeds'),
        true,
      ),
    ).rejects.toThrow(
      /^The experiment: experiment\.primry: There is no such key\. arm "one", run\.handicup: There is no such setting; perhaps handicap is meant\.$/,
    ))

  it('is continued only if it was started', () =>
    expect(runs.resume('unknown', false)).rejects.toThrow('There is no experiment "unknown"'))
})

it('continues an experiment once if two windows continue it at once, and again while it runs', async () => {
  const faults: Error[] = []
  const [first, second] = [open((error) => faults.push(error)), open((error) => faults.push(error))]
  const long = text('run.player = "random"\n[workers]\nprocesses = 1').replace('1..3', '1..300')
  await first.start(long)
  await first.close()
  await Promise.all([second.resume('asked', true), second.resume('asked', true)])
  await second.resume('asked', true)
  expect(second.isRunning('asked')).toBe(true)
  await expect(second.start(long)).rejects.toThrow('The experiment "asked" is running already.')
  await second.close()
  expect(faults).toEqual([])
})
