import { type ExperimentForm, experimentText, FORM_PLAYERS } from '@shared/experiments/experiment-form'
import type { ExperimentPlan } from '@shared/experiments/plan'
import { describeSeeds } from '@shared/experiments/seeds'

/** The form that produces the same plan; null if no form does. */
export async function formOfPlan(
  plan: ExperimentPlan,
  makePlanOf: (text: string) => Promise<ExperimentPlan>,
): Promise<ExperimentForm | null> {
  const { cost_usd: costUsd, wall_minutes: minutes } = plan.terms.budget
  const arms = plan.arms.map(({ name, settings: { run, llm } }) => {
    const player = FORM_PLAYERS.find((known) => known === run.player) ?? 'explorer'
    return { name, player, model: player === 'llm' ? llm.agent_model : '' }
  })
  const ofModel = plan.arms.find(({ settings }) => settings.run.player === 'llm')
  const form: ExperimentForm = {
    name: plan.name,
    stories: plan.stories.map(({ name }) => name),
    seeds: describeSeeds(plan.seeds),
    turns: String((ofModel ?? plan.arms[0])?.settings.orchestrator.max_turns_per_episode),
    handicaps: plan.handicaps.join(', '),
    arms,
    costUsd: String(costUsd ?? ''),
    minutes: String(minutes ?? ''),
    // The endpoint in the settings of an arm without a model is not used.
    baseUrl: ofModel?.settings.llm.client_base_url ?? '',
  }
  const again = await makePlanOf(experimentText(form)).catch(() => null)
  return again !== null && essenceOf(again) === essenceOf(plan) ? form : null
}

/** A text that is equal for two plans if they are played and judged in the same way. */
function essenceOf({ primary, baseline, seeds, repeats, stories, handicaps, arms, terms }: ExperimentPlan): string {
  return JSON.stringify({
    primary,
    baseline,
    seeds,
    repeats,
    stories: stories.map(({ name, sha256 }) => ({ name, sha256 })),
    handicaps,
    arms: arms.map(({ name, settings, prompt, files, agent }) => {
      // The stories and handicaps of the plan replace those of the settings.
      const run = { ...settings.run, story: null, handicap: null }
      return { name, settings: { ...settings, run }, prompt, files, agent }
    }),
    terms,
  })
}
