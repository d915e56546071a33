import { dirname, resolve } from 'node:path'
import { APP_VERSION } from '@shared/base/app-version'
import { ExpectedError } from '@shared/base/expected-error'
import type { FrozenKnowledge } from '@shared/episode/log/knowledge-schema'
import { LONGEST_PROMPT } from '@shared/episode/log/prompt-limit'
import {
  asksEndpoint,
  type ExperimentPlan,
  hasMind,
  type PlannedArm,
  type PlannedStory,
  whyIncompatible,
  whyTooLarge,
} from '@shared/experiments/plan'
import { readNamed } from '../../base/files/plain-file'
import { readFrozenKnowledge } from '../../episode/knowledge-file'
import { profileFor } from '../../llm/find-profile'
import type { StoryLibrary } from '../../story/catalog/story-library'
import type { ExperimentFolder } from '../plan/experiment-folder'
import type { ArmOfFile, ExperimentFile } from '../plan/read-experiment'

/**
 * Resolves the stories and prompts of a file, relative to its folder. Throws `bad_file` or `bad_story` for a missing
 * one, and `bad_input` for a budget that cannot be checked.
 */
export async function makePlan(file: ExperimentFile, stories: StoryLibrary): Promise<ExperimentPlan> {
  const { tables, arms, path } = file
  const { experiment, axes, budget, stop, provider, workers, prices } = tables
  const folder = dirname(resolve(path))
  const [first] = arms
  if (first === undefined) throw new ExpectedError('bad_file', `${path} has no arm.`)
  const plan: ExperimentPlan = {
    format: 1,
    name: experiment.name,
    app_version: APP_VERSION,
    primary: experiment.primary,
    baseline: experiment.baseline ?? first.name,
    seeds: [...experiment.seeds],
    repeats: experiment.repeats,
    stories: await Promise.all(
      (axes.story ?? [first.settings.run.story]).map((name) => planStory(name, folder, stories)),
    ),
    handicaps: axes.handicap ?? [first.settings.run.handicap],
    arms: await Promise.all(arms.map((arm) => planArm(arm, folder))),
    terms: { budget, stop, provider, workers, prices },
  }
  const duplicates = duplicateStories(plan.stories)
  if (duplicates.length > 0)
    throw new ExpectedError(
      'bad_file',
      `${path}: the stories ${duplicates.join(' and ')} are the same file: name it once.`,
    )
  const tooMany = whyTooLarge(plan)
  if (tooMany !== null) throw new ExpectedError('bad_file', `${path}: ${tooMany}.`)
  requireKnownCosts(plan)
  requireHandicapL2(plan)
  return plan
}

/**
 * Returns `next` if it only adds to the frozen plan of the experiment, with the frozen knowledge of its arms. Throws
 * `bad_input` with the difference otherwise, and `not_found` for an unknown version of the knowledge.
 */
export async function requireCompatible(
  folder: ExperimentFolder,
  next: ExperimentPlan,
  now = new Date(),
): Promise<ExperimentPlan> {
  const begun = await folder.readPlan()
  const why = begun === null ? null : whyIncompatible(begun, next)
  if (why !== null)
    throw new ExpectedError(
      'bad_input',
      `The experiment "${next.name}" cannot continue with this file: ${why}. Restore the file (${folder.pathOf('experiment.toml').path} is that of the last run), or give the experiment another name. Seeds, repeats, stories, handicaps and arms can be added.`,
    )
  return {
    ...next,
    started_at: begun === null ? (next.started_at ?? now.toISOString()) : begun.started_at,
    arms: await Promise.all(next.arms.map((arm) => freezeArm(arm, next, begun, folder.dataFolder))),
  }
}

/** Adds the knowledge of an arm. It never changes after the first run or the publication of the plan. */
async function freezeArm(
  arm: PlannedArm,
  { stories }: ExperimentPlan,
  begun: ExperimentPlan | null,
  dataFolder: string,
): Promise<PlannedArm> {
  const { knowledge: level, knowledge_sha256: version } = arm.settings.mind
  if (level === 'K0' || !hasMind(arm)) return arm
  const before = begun?.arms.find(({ name }) => name === arm.name)?.knowledge
  const knowledge: Record<string, FrozenKnowledge> = {}
  for (const { sha256: story } of stories) {
    const known =
      arm.knowledge?.[story] ?? before?.[story] ?? (await readFrozenKnowledge(dataFolder, { story, level }, version))
    if (known !== null) knowledge[story] = known
  }
  return { ...arm, knowledge }
}

/** `name`: an id, or a path relative to the folder of the experiment's file. */
async function planStory(name: string, folder: string, stories: StoryLibrary): Promise<PlannedStory> {
  const besideFile = /[\\/.]/.test(name) ? await stories.find(resolve(folder, name)).catch(() => null) : null
  const { title, identity, path } = besideFile ?? (await stories.find(name))
  return { name, title, sha256: identity.sha256, path }
}

async function planArm(arm: ArmOfFile, folder: string): Promise<PlannedArm> {
  const { name, settings, promptFile, files, agent } = arm
  return {
    name,
    settings,
    prompt: promptFile === null ? null : await readPrompt(name, resolve(folder, promptFile)),
    files: files?.map((path) => resolve(folder, path)) ?? null,
    agent: agent === null ? null : { command: [...agent], folder },
  }
}

async function readPrompt(arm: string, path: string): Promise<string> {
  const text = await readNamed(path, 4 * LONGEST_PROMPT).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.message})`
    throw new ExpectedError('bad_file', `The prompt of arm "${arm}", ${path}, ${why}.`)
  })
  const prompt = text.toString().trim()
  if (prompt === '' || prompt.length > LONGEST_PROMPT)
    throw new ExpectedError(
      'bad_file',
      `The prompt of arm "${arm}", ${path}, has ${prompt.length} characters; the limit is 1 to ${LONGEST_PROMPT}.`,
    )
  return prompt
}

/** The quoted names of stories that are the same file; empty if there are none. */
function duplicateStories(stories: readonly PlannedStory[]): readonly string[] {
  const same = stories.find(({ sha256 }, index) => stories.findIndex((story) => story.sha256 === sha256) < index)
  return stories.filter(({ sha256 }) => sha256 === same?.sha256).map(({ name }) => `"${name}"`)
}

/** The server through which a program plays supports handicap L2 only. */
function requireHandicapL2({ arms, handicaps }: ExperimentPlan): void {
  const arm = arms.find(({ agent }) => agent !== null)
  if (arm !== undefined && handicaps.some((handicap) => handicap !== 'L2'))
    throw new ExpectedError(
      'bad_input',
      `Arm "${arm.name}" is a program that plays over MCP, which needs handicap L2; the handicaps are ${handicaps.join(', ')}.`,
    )
}

/** A budget in dollars needs the cost of each call. */
function requireKnownCosts({ arms, terms: { budget, prices } }: ExperimentPlan): void {
  if (budget.cost_usd === undefined && budget.per_episode_cost_usd === undefined) return
  for (const arm of arms) {
    const { agent_model: model, client_base_url: address, profile } = arm.settings.llm
    if (!asksEndpoint(arm) || model in prices || profileFor(profile, address).name === 'openrouter') continue
    throw new ExpectedError(
      'bad_input',
      `The budget is in dollars, and ${address} does not report the cost of the calls of arm "${arm.name}". Add a table [prices."${model}"] with input and output in US dollars per million tokens, or set a budget in tokens.`,
    )
  }
}
