import type { HostApi } from '@shared/contract/contract'
import type { UsualModel } from '@shared/contract/start'
import { ExpectedError } from '@shared/base/expected-error'
import { reachHost } from '../../session/connection/connection-store'
import { refusalOf } from '../../session/connection/refusal'
import { readStart } from '../../session/episodes/start-store'
import { modelStrings as words } from './strings'

/** The sheet goes on saying what was wrong, or hears null. */
async function attempt(act: (api: HostApi) => Promise<unknown>): Promise<string | null> {
  try {
    await act(reachHost())
    return null
  } catch (error) {
    return refusalOf(error)
  }
}

/**
 * A key that was typed goes to the host and nowhere else, under the name that belongs to this endpoint. Nothing if none
 * was typed.
 */
export const keepKey = (key: string, { model, baseUrl }: UsualModel): Promise<string | null> =>
  attempt(async (api) => {
    if (key === '') return
    const { keySecret } = await api.describeEndpoint({ baseUrl, model })
    await api.setSecret({ name: keySecret, value: key, address: baseUrl })
  })

/** What the settings say for the one endpoint that they name: another one must not get it unseen. */
const BOUND_TO_ENDPOINT = ['llm.api_key', 'llm.headers', 'llm.profile']
/** As JSON: what says nothing of an endpoint. */
const UNBOUND: readonly (string | undefined)[] = [undefined, '""', '{}', '"auto"']

/** From now on it is the model of the settings. */
export const keepModel = ({ model, baseUrl }: UsualModel): Promise<string | null> =>
  attempt(async (api) => {
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

/** The field is read when it is needed: a key that is typed there is nobody else's. */
export function typedKey(fields: HTMLFormElement | null): string {
  const value = fields === null ? null : new FormData(fields).get('apiKey')
  return typeof value === 'string' ? value.trim() : ''
}
