import { ExpectedError } from '@shared/base/expected-error'
import type { DefaultModel } from '@shared/contract/start'
import { readStart } from '../../session/episodes/start-store'
import { submit } from '../../session/host/run-command'
import { putKey } from '../settings/use-endpoint'
import { modelStrings as words } from './strings'

/** Stores a typed key under the name of its endpoint, if there is one. */
export const storeKey = (key: string, endpoint: DefaultModel): Promise<string | null> =>
  submit(async (api) => key !== '' && putKey(api, key, endpoint))

/** Settings of one endpoint, which must not be sent to another endpoint without the user's knowledge. */
const BOUND_TO_ENDPOINT = ['llm.api_key', 'llm.headers', 'llm.profile']
/** Values of these settings, as JSON, that send nothing. */
const UNBOUND: readonly (string | undefined)[] = [undefined, '""', '{}', '"auto"']

export const saveModel = ({ model, baseUrl }: DefaultModel): Promise<string | null> =>
  submit(async (api) => {
    const { version, given } = await api.readSettings({})
    const bound = BOUND_TO_ENDPOINT.filter((path) => !UNBOUND.includes(JSON.stringify(given[path])))
    if (bound.length > 0 && given['llm.client_base_url'] !== baseUrl)
      throw new ExpectedError('not_possible', words.notKept(bound))
    const changes = [
      { path: 'llm.client_base_url', value: baseUrl },
      { path: 'llm.agent_model', value: model },
    ]
    await api.saveSettings({ version, changes })
    await readStart(api)
  })

/** Reads the key from its field when needed, so that no state contains it. */
export function typedKey(fields: HTMLFormElement | null): string {
  const value = fields === null ? null : new FormData(fields).get('apiKey')
  return typeof value === 'string' ? value.trim() : ''
}
