import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { settings } from '@shared/settings/settings'
import { memorySecrets } from '../secrets/secret-store'
import { openSecrets } from '../secrets/secrets'
import { describeEndpoint, type EndpointSource, openEndpoint, refuseStrayKeys } from './endpoint'
import { addressOf, openKeyGrants } from './key-grants'

const own = 'https://models.example.org/v1'
const elsewhere = 'https://elsewhere.example.org/v1'
const teamSettings = {
  client_base_url: own,
  api_key: '${secret:TEAM_KEY}',
  headers: { 'X-Team': 'team-${secret:TEAM}' },
}

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'endpoint-')), 'key-addresses')
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true }))
})

type Variables = Readonly<Record<string, string>>
interface Given {
  readonly llm?: Readonly<Record<string, unknown>>
  readonly secrets?: Variables
  readonly env?: Variables
  readonly isForeign?: boolean
}

function sourceOf({
  llm = teamSettings,
  secrets: values = {},
  env = {},
  isForeign = false,
}: Given = {}): EndpointSource {
  const store = { ...memorySecrets(), get: (name: string) => values[name] ?? null }
  return {
    settings: settings.parse({ llm }).llm,
    settingsAreOwn: !isForeign,
    keyGrants: openKeyGrants(folder),
    secrets: openSecrets(store, env, []),
    env,
  }
}

describe('an endpoint', () => {
  it('in the settings, and no other, gets their key and headers', () => {
    const source = sourceOf({ secrets: { TEAM_KEY: 'key-of-the-team', TEAM: 'lamp', OPENAI_API_KEY: 'key-of-openai' } })
    const ours = openEndpoint(own, source)
    expect([ours.readApiKey(), ours.readHeaders()]).toEqual(['key-of-the-team', { 'X-Team': 'team-lamp' }])
    const other = openEndpoint('https://api.openai.com/v1', source)
    expect([other.readApiKey(), other.readHeaders()]).toEqual(['key-of-openai', {}])
  })

  it('that is unknown gets no provider’s key', () => {
    expect(openEndpoint(elsewhere, sourceOf({ secrets: { OPENAI_API_KEY: 'key-of-openai' } })).readApiKey()).toBeNull()
  })

  it('says which secret is missing', () => {
    expect(() => openEndpoint(own, sourceOf()).readApiKey()).toThrow(
      /llm\.api_key uses \$\{secret:TEAM_KEY\}, which is not defined/,
    )
    expect(describeEndpoint(openEndpoint(own, sourceOf()), 'm').hasKey).toBe(false)
  })

  it('lists the settings that are not sent to this endpoint, or not to this model', () => {
    const unsupported = (url: string, model: string) =>
      describeEndpoint(openEndpoint(url, sourceOf()), model).unsupported
    expect(unsupported('https://api.anthropic.com/v1', 'claude')).toEqual([
      'top_p',
      'top_k',
      'min_p',
      'seed',
      'reasoning_effort',
    ])
    expect(unsupported('https://api.openai.com/v1', 'gpt-5')).toEqual([
      'temperature',
      'top_p',
      'top_k',
      'min_p',
      'seed',
    ])
    expect(unsupported('https://openrouter.ai/api/v1', 'any')).toEqual([])
  })
})

describe('a key', () => {
  const env = { OPENAI_API_KEY: 'key-of-openai', OPENROUTER_API_KEY: 'key-of-openrouter', HOME_TOWN: 'Oslo' }

  it("is sent to its provider and to the address in the user's own settings", () => {
    expect(openEndpoint('https://api.openai.com/v1', sourceOf({ env })).readApiKey()).toBe('key-of-openai')
    expect(openEndpoint('https://eu.api.openai.com/v1', sourceOf({ env, isForeign: true })).readApiKey()).toBe(
      'key-of-openai',
    )
    expect(openEndpoint(own, sourceOf({ env, llm: { client_base_url: own } })).readApiKey()).toBe('key-of-openai')
  })

  it.each([
    ['of a log', elsewhere, {}],
    ['of a log, in the clear', 'http://api.openai.com/v1', {}],
    ['of a log that looks like its provider', 'https://api.openai.com.example.org/v1', {}],
    ['of a log that looks like its provider at first sight', 'https://api.openai.com@example.org/v1', {}],
    ['of settings from elsewhere', own, { isForeign: true, llm: { client_base_url: own } }],
    [
      'of settings from elsewhere that name a provider',
      own,
      { isForeign: true, llm: { client_base_url: own, profile: 'openai' } },
    ],
    [
      'of settings from elsewhere, as their key',
      own,
      { isForeign: true, llm: { client_base_url: own, api_key: '${OPENAI_API_KEY}' } },
    ],
    [
      'of settings from elsewhere, in a header',
      own,
      { isForeign: true, llm: { client_base_url: own, headers: { 'X-Lamp': '${env:OPENAI_API_KEY}' } } },
    ],
    [
      'of settings from elsewhere, within it',
      `${own}/\${OPENAI_API_KEY}`,
      { isForeign: true, llm: { client_base_url: `${own}/\${OPENAI_API_KEY}` } },
    ],
    [
      'of settings from elsewhere, on this computer',
      'http://127.0.0.1:9/v1',
      {
        isForeign: true,
        llm: { client_base_url: 'http://127.0.0.1:9/v1', headers: { 'X-Lamp': '${OPENAI_API_KEY}' } },
      },
    ],
  ])('is not sent to the address %s before consent', async (_where, baseUrl, given: Given) => {
    const source = sourceOf({ llm: {}, env, ...given })
    const endpoint = openEndpoint(baseUrl, source)
    for (const read of [endpoint.readApiKey, endpoint.readHeaders, endpoint.readUrl])
      expect(read).toThrow(expect.objectContaining({ code: 'key_not_agreed' }))
    const address = addressOf(baseUrl)
    const strayKeys = { address, keys: [{ name: 'OPENAI_API_KEY', givenFor: ['https://api.openai.com/v1'] }] }
    const refusal = {
      kind: 'key_not_agreed',
      detail: strayKeys,
      message: expect.stringContaining('--send-key-to') as string,
    }
    await expect(refuseStrayKeys(endpoint, undefined)).rejects.toMatchObject(refusal)
    await expect(refuseStrayKeys(endpoint, 'https://another.example.org/v1')).rejects.toMatchObject(refusal)
    await refuseStrayKeys(endpoint, address)
    expect(() => [endpoint.readApiKey(), endpoint.readHeaders(), endpoint.readUrl()]).not.toThrow()
    // The consent is stored for this key and this address only.
    expect(openEndpoint(baseUrl, source).strayKeys()).toBeNull()
    expect(source.keyGrants.isGranted('OPENROUTER_API_KEY', address)).toBe(false)
    expect(source.keyGrants.isGranted('OPENAI_API_KEY', `${address}/2`)).toBe(false)
  })

  it('that was entered for one address is sent to no other that the user saves in the settings', async () => {
    const source = (baseUrl: string) =>
      sourceOf({ secrets: { GENERIC_API_KEY: 'key-of-lamp' }, llm: { client_base_url: baseUrl } })
    const at = (baseUrl: string) => openEndpoint(baseUrl, source(baseUrl))
    expect(at(own).readApiKey()).toBe('key-of-lamp')
    await source(own).keyGrants.grant('GENERIC_API_KEY', own)
    for (const other of ['http://127.0.0.1:9000/v1', 'http://localhost:9001/v1', elsewhere])
      await at(other).giveKeysOfSettings()
    expect(at(own).readApiKey()).toBe('key-of-lamp')
    expect(at('http://127.0.0.1:9000/v1').readApiKey()).toBeNull()
    expect(at('http://localhost:9001/v1').readApiKey()).toBeNull()
    expect(at(elsewhere).readApiKey).toThrow(expect.objectContaining({ code: 'key_not_agreed' }))
  })

  it('that is optional there is named in a question about others, because consent applies to both', async () => {
    const secrets = { VLLM_API_KEY: 'key-of-vllm', TOKEN: 'token-of-lamp' }
    const llm = { client_base_url: elsewhere, profile: 'vllm', headers: { 'X-Lamp': '${TOKEN}' } }
    const endpoint = openEndpoint(elsewhere, sourceOf({ secrets, llm, isForeign: true }))
    expect(endpoint.strayKeys()?.keys.map(({ name }) => name)).toEqual(['TOKEN', 'VLLM_API_KEY'])
    await refuseStrayKeys(endpoint, elsewhere)
    expect(endpoint.readApiKey()).toBe('key-of-vllm')
  })

  it('of the settings is kept for arms of experiments at their address, and no other key', async () => {
    const secrets = { TEAM_KEY: 'key-of-the-team', TEAM: 'lamp', GENERIC_API_KEY: 'key-of-lamp', VLLM_API_KEY: 'key-2' }
    await openEndpoint(own, sourceOf({ secrets })).keepKeys()
    const arm = (llm: object) =>
      openEndpoint(own, sourceOf({ secrets, llm: { client_base_url: own, ...llm }, isForeign: true }))
    expect(arm(teamSettings).strayKeys()).toBeNull()
    expect(arm({}).readApiKey).toThrow(expect.objectContaining({ code: 'key_not_agreed' }))
    expect(arm({ profile: 'vllm' }).readApiKey()).toBeNull()
  })

  it('of one provider is not sent to another one', () => {
    const llm = { client_base_url: 'https://openrouter.ai/api/v1', api_key: '${OPENAI_API_KEY}' }
    const { strayKeys } = openEndpoint(llm.client_base_url, sourceOf({ env, isForeign: true, llm }))
    expect(strayKeys()?.keys.map(({ name }) => name)).toEqual(['OPENAI_API_KEY'])
  })

  it('may be any secret that foreign settings reference', () => {
    const llm = { client_base_url: own, headers: { 'X-Town': '${HOME_TOWN:-nowhere}', 'X-Secret': '${secret:LAMP}' } }
    const { strayKeys } = openEndpoint(own, sourceOf({ isForeign: true, llm }))
    expect(strayKeys()?.keys).toEqual([
      { name: 'HOME_TOWN', givenFor: [] },
      { name: 'LAMP', givenFor: [] },
    ])
  })

  it('is withheld without a question if the endpoint needs no key', async () => {
    for (const [baseUrl, profile] of [
      ['http://127.0.0.1:8080/v1', 'auto'],
      [elsewhere, 'ollama'],
    ] as const) {
      const endpoint = openEndpoint(baseUrl, sourceOf({ env, llm: { profile } }))
      expect([endpoint.strayKeys(), endpoint.withheldKey(), endpoint.readApiKey()]).toEqual([
        null,
        'OPENAI_API_KEY',
        null,
      ])
      expect(describeEndpoint(endpoint, 'm').hasKey).toBe(false)
      await refuseStrayKeys(endpoint, baseUrl)
      expect([endpoint.withheldKey(), endpoint.readApiKey()]).toEqual([null, 'key-of-openai'])
    }
  })

  it('that does not exist causes no question', () => {
    for (const baseUrl of [elsewhere, 'http://127.0.0.1:8080/v1'])
      expect(openEndpoint(baseUrl, sourceOf({ isForeign: true })).strayKeys()).toBeNull()
  })

  it('that was granted to an address is stored in a private file, and an unreadable file grants nothing', async () => {
    const { keyGrants } = sourceOf()
    await keyGrants.grant('LAMP_KEY', elsewhere)
    expect(keyGrants.addressesOf('LAMP_KEY')).toEqual([elsewhere])
    const [name = ''] = readdirSync(folder)
    if (process.platform !== 'win32') expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    writeFileSync(join(folder, 'other'), 'no pair')
    expect(keyGrants.addressesOf('LAMP_KEY')).toEqual([elsewhere])
    expect(keyGrants.addressesOf('OTHER_KEY')).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')('that cannot be stored is reported', async () => {
    await expect(openKeyGrants('/proc/nope/keys').grant('LAMP_KEY', elsewhere)).rejects.toMatchObject({
      kind: 'cannot_write',
    })
  })
})

describe('an address', () => {
  it.each([
    ['https://Models.Example.ORG/v1/', 'https://models.example.org/v1'],
    ['https://me:pw@models.example.org:443/v1?tenant=2#x', 'https://models.example.org/v1?tenant=2'],
    ['https://\u043epenai.com/v1', 'https://xn--penai-iye.com/v1'],
    ['no address', 'no address'],
  ])('%s is shown as %s', (baseUrl, address) => {
    expect(addressOf(baseUrl)).toBe(address)
  })
})
