import { hasPart } from '@shared/agent/mind-presets'
import { HELPER_ROLES, type HelperRole } from '@shared/episode/log/mind-schema'
import { mindOf } from '@shared/settings/mind-of'
import type { Settings } from '@shared/settings/settings'
import type { HelperModel } from '../../../agent/mind/helpers'
import type { Endpoint } from '../../../llm/endpoint'
import { createChatClient, type ChatClientOptions } from '../../../llm/openai-client'

export interface AskedAt {
  readonly model: string
  readonly baseUrl: string
}

type MindSettings = Pick<Settings, 'mind'>

export function helperEndpoints(settings: MindSettings, actor: AskedAt): readonly AskedAt[] {
  const mind = mindOf(settings)
  const isAsked: Readonly<Record<HelperRole, boolean>> = {
    critic: mind.critic !== 'off',
    reflector: hasPart(mind, 'reflector'),
    summariser: mind.compaction === 'summary',
  }
  return HELPER_ROLES.filter((role) => isAsked[role]).map((role) => helperModelOf(settings, role, actor))
}

/** A helper without a model or an address in the settings uses the actor's. */
function helperModelOf(settings: MindSettings, role: HelperRole, actor: AskedAt): AskedAt {
  const own = mindOf(settings).models[role]
  return { model: own?.model ?? actor.model, baseUrl: own?.base_url ?? actor.baseUrl }
}

/** A helper retries a failed request once, after a short delay. */
const FURTHER_ATTEMPTS = 1
const LONGEST_WAIT_SECONDS = 5

/** One client per helper, so that its failures do not count against the actor's endpoint. */
export function openHelpers(
  settings: Settings,
  actor: AskedAt,
  mask: ChatClientOptions['mask'],
  endpointAt: (asked: AskedAt) => Endpoint,
): Readonly<Record<HelperRole, HelperModel>> {
  const { retry, limits } = settings
  const open = (role: HelperRole): HelperModel => {
    const asked = helperModelOf(settings, role, actor)
    const patience = { max_retries: FURTHER_ATTEMPTS, max_delay: Math.min(LONGEST_WAIT_SECONDS, retry.max_delay) }
    const llm = createChatClient({ endpoint: endpointAt(asked), mask, retry: { ...retry, ...patience }, limits })
    return { llm, model: asked.model }
  }
  return { critic: open('critic'), reflector: open('reflector'), summariser: open('summariser') }
}
