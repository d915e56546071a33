import { dirname, resolve } from 'node:path'
import { APP_VERSION } from '@shared/base/app-version'
import { LONGEST_PROMPT } from '@shared/episode/log/prompt-limit'
import { PLAYER_TRAITS } from '@shared/episode/state/players'
import { ExpectedError } from '@shared/base/expected-error'
import {
  type ExperimentPlan,
  type PlannedArm,
  type PlannedStory,
  whyIncompatible,
  whyTooLarge,
} from '@shared/experiments/plan'
import type { ExperimentFolder } from '../plan/experiment-folder'
import type { ArmOfFile, ExperimentFile } from '../plan/read-experiment'
import { readNamed } from '../../base/files/plain-file'
import type { StoryLibrary } from '../../story/catalog/story-library'
import { profileFor } from '../../llm/profiles'

/**
 * What a file comes to: its stories and prompts are looked up, from its own folder. Throws `bad_file` or `bad_story`
 * with what cannot be had, and `bad_input` for a budget that could not be kept.
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
  const { hashes, twice } = findDuplicate(plan.stories)
  if (twice !== undefined)
    throw new ExpectedError('bad_file', `${path}: the stories ${hashes.join(' and ')} are the same file; name it once.`)
  const tooMany = whyTooLarge(plan)
  if (tooMany !== null) throw new ExpectedError('bad_file', `${path}: ${tooMany}.`)
  requireKnownCosts(plan)
  requireHandicapL2(plan)
  return plan
}

/**
 * The plan by which the experiment goes on: what was begun must still be part of it, as it was. Throws `bad_input` with
 * what has changed.
 */
export async function requireCompatible(folder: ExperimentFolder, next: ExperimentPlan): Promise<ExperimentPlan> {
  const begun = await folder.readPlan()
  const why = begun === null ? null : whyIncompatible(begun, next)
  if (why !== null)
    throw new ExpectedError(
      'bad_input',
      `The experiment "${next.name}" was begun and cannot go on by this file: ${why}. Put it back as it was (${folder.pathOf('experiment.toml').path} is the file it was run with), or give the experiment another name. Seeds, repeats, stories, handicaps and arms can be added.`,
    )
  return next
}

/** By its id, or its file: from the folder of the experiment's file, whoever runs it from wherever. */
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
    const why = error.code === 'ENOENT' ? 'is not there' : `cannot be read (${error.message})`
    throw new ExpectedError('bad_file', `The prompt of arm "${arm}", ${path}, ${why}.`)
  })
  const prompt = text.toString().trim()
  if (prompt === '' || prompt.length > LONGEST_PROMPT)
    throw new ExpectedError(
      'bad_file',
      `The prompt of arm "${arm}", ${path}, has ${prompt.length} characters: it takes 1 to ${LONGEST_PROMPT}.`,
    )
  return prompt
}

function findDuplicate(stories: readonly PlannedStory[]) {
  const twice = stories.find(({ sha256 }, index) => stories.findIndex((other) => other.sha256 === sha256) < index)
  return { twice, hashes: stories.filter(({ sha256 }) => sha256 === twice?.sha256).map(({ name }) => `"${name}"`) }
}

/** What its server tells a program is handicap L2. */
function requireHandicapL2({ arms, handicaps }: ExperimentPlan): void {
  const arm = arms.find(({ agent }) => agent !== null)
  if (arm !== undefined && handicaps.some((handicap) => handicap !== 'L2'))
    throw new ExpectedError(
      'bad_input',
      `Arm "${arm.name}" is a program that plays over MCP, which is told what handicap L2 grants; the handicaps are ${handicaps.join(', ')}.`,
    )
}

/** A budget in dollars needs to know what a call costs. */
function requireKnownCosts({ arms, terms: { budget, prices } }: ExperimentPlan): void {
  if (budget.cost_usd === undefined && budget.per_episode_cost_usd === undefined) return
  for (const { name, settings, files, agent } of arms) {
    const { agent_model: model, client_base_url: address, profile } = settings.llm
    const asks = PLAYER_TRAITS[settings.run.player].isChosenModel && files === null && agent === null
    if (!asks || model in prices || profileFor(profile, address).name === 'openrouter') continue
    throw new ExpectedError(
      'bad_input',
      `The budget is in dollars, and nobody tells what a call of arm "${name}" costs: ${address} does not. Say it in a table [prices."${model}"] with input and output, US dollars a million tokens, or bound the experiment by tokens.`,
    )
  }
}
