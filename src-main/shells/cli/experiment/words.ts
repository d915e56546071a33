import { type ExperimentPlan, playerOf, turnLimitOf } from '@shared/experiments/plan'
import type { ExperimentProgress } from '@shared/experiments/progress'
import { describeSeeds } from '@shared/experiments/seeds'
import { type ExperimentFolder, unitsIn } from '../../../experiments/plan/experiment-folder'
import type { CommandContext } from '../command/command-context'

/** Prints the progress, more often on a terminal. */
export function showProgress(isQuiet: boolean, context: CommandContext): (progress: ExperimentProgress) => void {
  let printedAt = performance.now()
  const everyMs = context.err.isTTY ? 5_000 : 30_000
  return (progress) => {
    const now = performance.now()
    if (isQuiet || (now - printedAt < everyMs && progress.state !== 'ended')) return
    printedAt = now
    if (progress.state !== 'ended') context.printError(progressLine(progress))
  }
}

export function progressLine(progress: ExperimentProgress): string {
  const { state, reason, planned, done, failed, playing, spent, left_ms: left } = progress
  return [
    `${done} of ${planned} played`,
    failed > 0 && `${failed} failed`,
    playing.length > 0 && `${playing.length} being played`,
    spent.tokens > 0 && `${spent.tokens.toLocaleString('en')} tokens`,
    spent.cost_usd > 0 && `$${spent.cost_usd.toFixed(2)}`,
    left !== null && done < planned && `about ${duration(left)} to go`,
    state === 'paused' && 'paused',
    reason,
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ')
}

function duration(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The size and the estimated cost of an experiment. */
export async function describePlan(plan: ExperimentPlan, folder: ExperimentFolder): Promise<string> {
  const results = await folder.readResults()
  const units = unitsIn(plan)
  const left = units.filter(({ key }) => !results.has(key))
  const { arms, stories, handicaps, seeds, repeats, terms } = plan
  const lines = arms.map((arm) => {
    const own = left.filter((unit) => unit.arm === arm.name).length
    const turns = own * turnLimitOf(arm)
    const isAsked = arm.settings.run.player === 'llm' && arm.files === null && arm.agent === null
    if (!isAsked)
      return `  ${arm.name}: ${playerOf(arm)}, ${own} episodes, at most ${turns.toLocaleString('en')} turns, no call of a model`
    const { tokensIn, tokensOut } = tokensExpected(arm, turns)
    const price = terms.prices[arm.settings.llm.agent_model]
    const cost =
      price === undefined
        ? 'no price is known'
        : `about $${((tokensIn * price.input + tokensOut * price.output) / 1e6).toFixed(2)}`
    return `  ${arm.name}: ${playerOf(arm)}, ${own} episodes, at most ${turns.toLocaleString('en')} turns and calls (more with tools), about ${millions(tokensIn)} tokens in and ${millions(tokensOut)} out, ${cost}`
  })
  return [
    `${plan.name}: ${units.length} episodes (${arms.length} arms × ${stories.length} stories × ${handicaps.length} handicaps × ${seeds.length} seeds × ${repeats} repeats), ${units.length - left.length} of them played`,
    `  stories: ${stories.map(({ title, name }) => `${title} (${name})`).join(', ')}; handicaps: ${handicaps.join(', ')}; seeds: ${describeSeeds(seeds)}`,
    `  judged by ${plan.primary}, against ${plan.baseline}`,
    ...lines,
    `  budget: ${describeBudget(terms.budget)}`,
  ].join('\n')
}

/** Average tokens of a call, measured with the mind's bench; actual models differ. */
function tokensExpected({ settings }: ExperimentPlan['arms'][number], turns: number) {
  const perCall = Math.min(settings.mind.context_tokens, 9_000)
  return { tokensIn: turns * perCall, tokensOut: turns * Math.min(settings.agent_sampling.max_tokens || 400, 400) }
}

const millions = (tokens: number): string =>
  tokens < 1e6 ? `${Math.ceil(tokens / 1000).toLocaleString('en')} thousand` : `${(tokens / 1e6).toFixed(1)} million`

function describeBudget(budget: ExperimentPlan['terms']['budget']): string {
  const parts = [
    budget.cost_usd !== undefined && `$${budget.cost_usd}`,
    budget.tokens !== undefined && `${budget.tokens.toLocaleString('en')} tokens`,
    budget.wall_minutes !== undefined && `${budget.wall_minutes} minutes`,
    budget.per_episode_cost_usd !== undefined && `$${budget.per_episode_cost_usd} an episode`,
    budget.per_episode_tokens !== undefined && `${budget.per_episode_tokens.toLocaleString('en')} tokens an episode`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'none' : parts.join(', ')
}
