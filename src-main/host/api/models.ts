import { performance } from 'node:perf_hooks'
import type { ModelApi } from '@shared/contract/models'
import { mindOf } from '@shared/settings/mind-of'
import type { ProfileName } from '@shared/settings/profile-names'
import { warmUp } from '../../agent/warm-up'
import { saveProbe } from '../../experiments/plan/probe-file'
import { isOnThisComputer } from '../../llm/attempt'
import { describeEndpoint, type Endpoint, refuseStrayKeys } from '../../llm/endpoint'
import { listModels } from '../../llm/model-facts'
import { createChatClient } from '../../llm/openai-client'
import { probeModel } from '../../llm/probe-model'
import type { SecretMask } from '../../secrets/secret-mask'
import type { StoryLibrary } from '../../story/catalog/story-library'
import type { RunningEpisodes } from '../episode/running-episodes'
import type { HostOptions } from '../host'
import { probeKnowledge } from '../probe/probe-knowledge'
import type { SettingsInForce } from '../settings/load-settings'

/** Time limit of a model list, reached only if the address accepts no connection. The client's own limit is shorter. */
const MODEL_LIST_LIMIT_MS = 15_000

/** Servers that run a model themselves. Another program on this computer may forward requests to a paid model. */
const MODEL_SERVERS: readonly ProfileName[] = ['builtin', 'ollama', 'lmstudio', 'llamacpp', 'vllm']

export function modelApi(
  { dataFolder, now }: Pick<HostOptions, 'dataFolder' | 'now'>,
  settings: SettingsInForce,
  endpointAt: (baseUrl: string) => Endpoint,
  mask: SecretMask,
  running: Pick<RunningEpisodes, 'byId' | 'closing'>,
  stories: StoryLibrary,
): ModelApi {
  /** Does not retry, because a window waits for the answer. */
  const clientAt = async (baseUrl: string, keysFor: string | undefined) => {
    const endpoint = endpointAt(baseUrl)
    await refuseStrayKeys(endpoint, keysFor)
    const { retry, limits } = settings.now()
    return createChatClient({ endpoint, mask, retry: { ...retry, max_retries: 0 }, limits })
  }
  let warming = new AbortController()
  return {
    async warmUp({ baseUrl, model, mind: preset }) {
      warming.abort()
      const own = new AbortController()
      warming = own
      const endpoint = endpointAt(baseUrl)
      const isModelServer = MODEL_SERVERS.includes(endpoint.profile.name) && isOnThisComputer(endpoint)
      // A warm-up would slow a running episode down and replace its prompt in the model's cache.
      if (!isModelServer || endpoint.strayKeys() !== null || running.byId.size > 0) return {}
      const { mind } = settings.now()
      const { parts } = mindOf({ mind: { ...mind, ...(preset && { preset }) } })
      const client = await clientAt(baseUrl, undefined)
      // Not awaited, because it may take minutes. A failure is reported by the first turn.
      const signal = AbortSignal.any([own.signal, running.closing])
      warmUp(client, { model, parts, signal }).catch(() => {})
      return {}
    },
    async forgetLeftOut({ baseUrl, model }) {
      await endpointAt(baseUrl).learned?.forget(baseUrl, model)
      return {}
    },
    describeEndpoint: async ({ baseUrl, model }) => describeEndpoint(endpointAt(baseUrl), model),
    listModels: async ({ baseUrl, keysFor }) =>
      listModels(await clientAt(baseUrl, keysFor), baseUrl, AbortSignal.timeout(MODEL_LIST_LIMIT_MS)),
    async *probeKnowledge({ game, keysFor, questions, commands, ...asked }, signal) {
      const story = await stories.find(game)
      const { llm, retry, limits, agent_sampling: sampling } = settings.now()
      const { model = llm.agent_model, baseUrl = llm.client_base_url } = asked
      const endpoint = endpointAt(baseUrl)
      await refuseStrayKeys(endpoint, keysFor)
      const client = createChatClient({ endpoint, mask, retry, limits })
      const options = { story, llm: client, model, baseUrl, sampling, questions, commands, now }
      for await (const step of probeKnowledge(options, AbortSignal.any([signal, running.closing]))) {
        if (step.step === 'done') await saveProbe(dataFolder, step.record)
        yield step
      }
    },
    async *probeModel({ baseUrl, model, keysFor }, signal) {
      yield* probeModel(await clientAt(baseUrl, keysFor), model, signal, () => performance.now())
    },
  }
}
