import { partsInForce } from '../agent/mind-presets'
import type { Sampling } from '../episode/log/chat'
import type { HelperRole, Mind } from '../episode/log/mind-schema'
import type { Settings } from './settings'

/** The mind in the settings, in the form that an episode's manifest stores. */
export function mindOf({ mind: table }: Pick<Settings, 'mind'>): Mind {
  const { preset, critic, compaction, context_tokens, plateau_turns, helper_tokens } = table
  const parts = [...partsInForce(preset, table.on, table.off)]
  const asked: readonly (readonly [HelperRole, string, string])[] = [
    ['critic', table.critic_model, table.critic_base_url],
    ['reflector', table.reflector_model, table.reflector_base_url],
    ['summariser', table.summary_model, table.summary_base_url],
  ]
  const models = Object.fromEntries(
    asked.flatMap(([role, model, baseUrl]) =>
      model === '' && baseUrl === '' ? [] : [[role, { model: model || null, base_url: baseUrl || null }]],
    ),
  )
  return { preset, parts, critic, compaction, context_tokens, plateau_turns, helper_tokens, models }
}

/** Sampling of requests from the settings and the episode's seed. Empty settings become null, and are not sent. */
export function samplingOf(settings: Settings['agent_sampling'], seed: number): Sampling {
  const { temperature, top_p, top_k, min_p, max_tokens, reasoning_effort } = settings
  const sent = (value: number | '' | null) => (value === '' ? null : value)
  return {
    temperature: sent(temperature),
    top_p: sent(top_p),
    top_k: sent(top_k),
    min_p: sent(min_p),
    max_tokens: sent(max_tokens),
    seed,
    ...(reasoning_effort !== 'default' && { reasoning_effort }),
  }
}
