import { PLAYER_TRAITS } from '@shared/episode/state/players'
import { priceOf } from '@shared/experiments/costs'
import { asksEndpoint, type ExperimentPlan, type PlannedArm, turnLimitOf, type Unit } from '@shared/experiments/plan'
import { addressOf } from '../../llm/key-grants'
import type { ExperimentFolder } from '../plan/experiment-folder'
import type { PlayOrder } from './messages'

/** Whether the player runs on a processor of this machine, and does not wait for an endpoint. */
export const isPlayedLocally = ({ player, agent }: Pick<PlayOrder, 'player' | 'agent'>): boolean =>
  agent !== null || !PLAYER_TRAITS[player].isChosenModel

/** The address of the endpoint that the app calls for an arm; null for none. */
export const endpointOf = (arm: PlannedArm): string | null =>
  asksEndpoint(arm) ? addressOf(arm.settings.llm.client_base_url) : null

export const armOf = ({ arms }: ExperimentPlan, unit: Unit): PlannedArm => {
  const arm = arms.find(({ name }) => name === unit.arm)
  if (arm === undefined) throw new Error(`The plan has no arm ${unit.arm}.`)
  return arm
}

export function orderOf(plan: ExperimentPlan, folder: ExperimentFolder, unit: Unit): PlayOrder {
  const arm = armOf(plan, unit)
  const { settings, prompt, agent } = arm
  const { per_episode_cost_usd: mostCost, per_episode_tokens: mostTokens } = plan.terms.budget
  const story = plan.stories.find(({ name }) => name === unit.story)
  return {
    unit,
    settingsFile: folder.settingsFileOf(arm.name),
    story: story?.path ?? unit.story,
    player: settings.run.player,
    disguise: settings.run.disguise,
    turnLimit: turnLimitOf(arm),
    limits: {
      cost_usd_per_episode: smallerLimit(settings.limits.cost_usd_per_episode, mostCost),
      tokens_per_episode: smallerLimit(settings.limits.tokens_per_episode, mostTokens),
    },
    price: priceOf(plan, arm) ?? null,
    prompt,
    knowledge: (story && arm.knowledge?.[story.sha256]) ?? null,
    agent,
  }
}

/** 0 means no limit. */
const smallerLimit = (a: number, b = 0): number => (a > 0 && b > 0 ? Math.min(a, b) : Math.max(a, b))
