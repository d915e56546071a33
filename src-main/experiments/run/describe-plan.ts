import { priceOf } from '@shared/experiments/costs'
import { type ExperimentPlan, playerOf, turnLimitOf } from '@shared/experiments/plan'
import { MEASURE_WORDS } from '@shared/experiments/report-text'
import { describeSeeds } from '@shared/experiments/seeds'
import { type ExperimentFolder, unitsIn } from '../plan/experiment-folder'

/** The size and the estimated cost of an experiment. */
export async function describePlan(plan: ExperimentPlan, folder: ExperimentFolder): Promise<string> {
  const results = await folder.readResults()
  const units = unitsIn(plan)
  const left = units.filter(({ key }) => !results.has(key))
  const { arms, stories, handicaps, seeds, repeats, terms } = plan
  const [lowest, ...higher] = handicaps.toSorted()
  const compared = [
    ...(arms.length > 1 ? [`arms against ${plan.baseline}`] : []),
    ...(higher.length > 0 ? [`${higher.join(' and ')} against ${lowest}`] : []),
  ]
  const lines = arms.map((arm) => {
    const own = left.filter((unit) => unit.arm === arm.name).length
    const turns = own * turnLimitOf(arm)
    const played = `  ${arm.name}: ${playerOf(arm)}, ${count(own, 'episode')} of at most ${count(turnLimitOf(arm), 'turn')}`
    const isAsked = arm.settings.run.player === 'llm' && arm.files === null && arm.agent === null
    if (!isAsked) return `${played}, no model calls`
    const { tokensIn, tokensOut } = tokensExpected(arm, turns)
    const price = priceOf(plan, arm)
    const cost =
      price === undefined
        ? 'no price is known'
        : `about $${((tokensIn * price.input + tokensOut * price.output) / 1e6).toFixed(2)}`
    return `${played}, at most ${turns.toLocaleString('en')} calls in all (more with tools), about ${millions(tokensIn)} tokens in and ${millions(tokensOut)} out, ${cost}`
  })
  return [
    `${plan.name}: ${count(units.length, 'episode')} (${[
      count(arms.length, 'arm'),
      count(stories.length, 'story', 'stories'),
      count(handicaps.length, 'handicap'),
      count(seeds.length, 'seed'),
      count(repeats, 'repeat'),
    ].join(' × ')}), ${units.length - left.length} of them played`,
    `  stories: ${stories.map(({ title, name }) => `${title} (${name})`).join(', ')}; handicaps: ${handicaps.join(', ')}; seeds: ${describeSeeds(seeds)}`,
    `  judged by: ${[MEASURE_WORDS[plan.primary], ...compared].join(', ')}`,
    ...lines,
    `  budget: ${describeBudget(terms.budget)}`,
  ].join('\n')
}

const count = (number: number, one: string, several = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : several}`

/** A rough estimate of the tokens of this many turns with one call each. Those of actual models differ. */
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
