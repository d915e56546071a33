import { describe, expect, it } from 'vitest'
import { initialValues } from '../../base/form/form-field'
import { lookAlike } from './look-alike'
import type { BundleOffer, Offer } from './offer'
import { offersOf } from './offers'
import { readRegistryPage } from './registry-server'

const REGISTRY = 'https://registry.example'

function offers(server: object): readonly (Offer | BundleOffer)[] {
  const page = readRegistryPage({
    servers: [{ server: { name: 'org.example/weather', description: 'x', version: '1.0.0', ...server } }],
  })
  const [read] = page?.servers ?? []
  if (!read) throw new Error('not a server')
  return offersOf(read, REGISTRY)
}

function offerOf(server: object): Offer {
  const [offer] = offers(server)
  if (!offer || !('write' in offer)) throw new Error('no offer')
  return offer
}

const stdio = { transport: { type: 'stdio' } }
const packaged = (part: object) =>
  offerOf({ packages: [{ registryType: 'npm', identifier: 'weather', version: '1.0.0', ...stdio, ...part }] })
const lineOf = (offer: Offer, answers = {}) => {
  const { entry } = offer.write({ ...initialValues(offer.fields), ...answers }, 'weather', [])
  return 'command' in entry ? [entry.command, ...entry.args].join(' ') : entry.url
}

describe('a package', () => {
  it.each([
    [{ identifier: '@fells/weather', version: '1.4.2' }, 'npx -y @fells/weather@1.4.2'],
    [{ runtimeHint: 'bunx' }, 'bunx weather@1.0.0'],
    [{ runtimeHint: 'node' }, 'npx -y weather@1.0.0'],
    [{ version: null }, 'npx -y weather'],
    [{ registryType: 'pypi', runtimeHint: 'uvx' }, 'uvx weather@1.0.0'],
    [{ registryType: 'oci', identifier: 'docker.io/fells/weather:2' }, 'docker run -i --rm docker.io/fells/weather:2'],
    [{ registryType: 'oci', identifier: 'fells/weather', version: '2' }, 'docker run -i --rm fells/weather:2'],
    [{ registryType: 'nuget', identifier: 'Fells.Weather' }, 'dnx Fells.Weather@1.0.0 --yes'],
  ])('%j is run by the program of its kind', (part, line) => {
    const offer = packaged(part)
    expect(offer.refused).toBeNull()
    expect(lineOf(offer)).toBe(line)
  })

  it('has the arguments of its publisher in their order, around the package', () => {
    const offer = packaged({
      runtimeHint: 'npx',
      runtimeArguments: [
        { type: 'named', name: '-y' },
        { type: 'named', name: '--prefer-offline' },
      ],
      packageArguments: [
        { type: 'positional', value: 'serve' },
        { type: 'named', name: '--fell', description: 'A fell', placeholder: 'Merrow' },
        { type: 'named', name: '--quiet' },
        { type: 'positional', valueHint: 'areas', isRepeated: true },
      ],
    })
    expect(offer.fields.map(({ title, description }) => [title, description])).toEqual([
      ['--fell', 'A fell · For example Merrow'],
      ['areas', ''],
    ])
    expect(lineOf(offer)).toBe('npx -y --prefer-offline weather@1.0.0 serve --quiet')
    const answers = { 'argument 2': 'Merrow Top', 'argument 4': ['north', '', 'south'] }
    expect(lineOf(offer, answers)).toBe(
      'npx -y --prefer-offline weather@1.0.0 serve --fell Merrow Top --quiet north south',
    )
    expect(offer.notes).toEqual([
      'Its publisher gives options to npx itself, which can change what runs and what it may reach.',
    ])
  })

  it('puts the arguments of a .NET tool behind a separator', () => {
    const packageArguments = [{ type: 'positional', value: 'mcp' }]
    expect(lineOf(packaged({ registryType: 'nuget', packageArguments }))).toBe('dnx weather@1.0.0 --yes -- mcp')
  })

  it('keeps secrets out of the entry, under names that no other secret has', () => {
    const offer = packaged({
      environmentVariables: [
        { name: 'API_KEY', isRequired: true },
        { name: 'CITY', default: 'Merrow' },
        { name: 'LEFT_OUT' },
        { name: 'HOME_URL', value: 'https://{user}@x/', variables: { user: { isSecret: true } } },
      ],
    })
    expect(offer.fields.map(({ title, isRequired }) => [title, isRequired])).toEqual([
      ['API_KEY', true],
      ['CITY', false],
      ['LEFT_OUT', false],
      ['HOME_URL: user', false],
    ])
    const answers = { ...initialValues(offer.fields), 'variable API_KEY': 'k-1', 'variable HOME_URL.user': 'me' }
    expect(offer.write(answers, 'weather', ['WEATHER_API_KEY'])).toEqual({
      entry: {
        command: 'npx',
        args: ['-y', 'weather@1.0.0'],
        env: {
          API_KEY: '${secret:WEATHER_API_KEY_2}',
          CITY: 'Merrow',
          HOME_URL: 'https://${secret:WEATHER_HOME_URL_USER}@x/',
        },
      },
      secrets: [
        { name: 'WEATHER_API_KEY_2', value: 'k-1' },
        { name: 'WEATHER_HOME_URL_USER', value: 'me' },
      ],
      fault: null,
    })
  })

  it('passes each variable on to a container', () => {
    const offer = packaged({
      registryType: 'oci',
      runtimeArguments: [
        { type: 'named', name: '--mount', value: 'type=bind,src={folder},dst={to}', variables: { folder: {} } },
      ],
      environmentVariables: [{ name: 'CITY', default: 'Merrow' }],
    })
    expect(lineOf(offer, { 'runtime 1.folder': '/home/me' })).toBe(
      'docker run -i --rm --mount type=bind,src=/home/me,dst={to} -e CITY weather:1.0.0',
    )
  })

  it.each([
    [{ registryType: 'cargo' }, 'Packages of the kind cargo cannot be run here.'],
    [{ transport: { type: 'sse' } }, 'It does not use stdio but sse, which a package cannot use here.'],
    [{ registryBaseUrl: 'https://evil.example' }, 'It is published at https://evil.example, where npx does not look.'],
    [{ version: '1 && rm' }, '“1 && rm” is not a version: it could change what runs.'],
    [{ environmentVariables: [{ name: 'A=1 B' }] }, '“A=1 B” is not the name of a variable.'],
    [
      { packageArguments: [{ type: 'positional', value: 'env:HOME' }] },
      'Its publisher refers to a value of this computer: “env:HOME”.',
    ],
    [
      { environmentVariables: [{ name: 'A', default: '${AWS_SECRET}' }] },
      'Its publisher refers to a value of this computer: “${AWS_SECRET}”.',
    ],
    [
      { packageArguments: [{ type: 'positional', value: 'a\u202eb' }] },
      String.raw`Its publisher wrote invisible characters: “a\u{202e}b”.`,
    ],
    [{ registryType: 'oci', identifier: '--privileged' }, /is not the name of a package of the kind oci/],
    [{ registryType: 'pypi', identifier: 'git+https://evil.example/x' }, /is not the name of a package/],
  ])('%j is refused', (part, reason) => {
    const { refused } = packaged(part)
    if (reason instanceof RegExp) expect(refused).toMatch(reason)
    else expect(refused).toBe(reason)
  })
})

describe('a bundle', () => {
  const bundle = (part: object) => offers({ packages: [{ registryType: 'mcpb', ...FILE, ...stdio, ...part }] })[0]
  const FILE = { identifier: 'https://x.example/w.mcpb', version: '1.0.0', fileSha256: 'ab'.repeat(32) }

  it('is offered with its address and its SHA-256', () => {
    expect(bundle({})).toEqual({
      label: 'Bundle https://x.example/w.mcpb 1.0.0',
      refused: null,
      file: { url: 'https://x.example/w.mcpb', sha256: 'ab'.repeat(32) },
    })
  })

  it('has the same SHA-256 in capitals', () =>
    expect(bundle({ fileSha256: 'AB'.repeat(32) })).toMatchObject({ refused: null, file: { sha256: 'ab'.repeat(32) } }))

  it.each([
    [
      { fileSha256: null },
      'The registry gives no SHA-256 of this bundle, so it cannot be checked. Download https://x.example/w.mcpb yourself, and open the file under Import.',
    ],
    [
      { identifier: 'http://x.example/w.mcpb' },
      'http://x.example/w.mcpb is not an https address, or contains a name or password.',
    ],
    [{ identifier: 'file:///w.mcpb' }, 'file:///w.mcpb is not an https address, or contains a name or password.'],
    [{ identifier: 'https://[::1]/w.mcpb' }, 'https://[::1]/w.mcpb is an address of this computer.'],
    [{ identifier: 'https://10.0.0.1/w.mcpb' }, 'https://10.0.0.1/w.mcpb is an address of a local network.'],
    [{ transport: { type: 'sse' } }, 'It does not use stdio but sse, which a package cannot use here.'],
  ])('%j is refused', (part, reason) => expect(bundle(part)?.refused).toBe(reason))
})

it.each(['-c', '-yc', '--cal=x'])('whose publisher passes %s to npx by a variable is refused', (option) => {
  const variables = { option: { value: option } }
  const runtimeArguments = [
    { type: 'positional', value: '{option}', variables },
    { type: 'positional', value: 'rm' },
  ]
  expect(packaged({ runtimeArguments }).refused).toBe('It gives npx a text for a shell, which could run anything.')
})

it.each([
  ['{a}{b}', { a: { value: '$' }, b: { value: '{secret:MODEL_KEY}' } }],
  ['{a}{secret:MODEL_KEY}', { a: { default: 'x$' } }],
  ['{a}v:HOME', { a: { choices: ['en'], default: 'en' } }],
  ['{a}{HOME}', { a: { value: '$' } }],
])('%s with variables that refer to a value of this computer together is not added', (value, variables) => {
  const fault = /refers to a value of this computer/
  const offer = packaged({ environmentVariables: [{ name: 'CITY', value, variables }] })
  expect(offer.write(initialValues(offer.fields), 'weather', []).fault).toMatch(fault)
  const headers = [{ name: 'X-City', value, variables }]
  const remote = offerOf({ remotes: [{ type: 'sse', url: 'https://x.example/mcp', headers }] })
  expect(remote.write(initialValues(remote.fields), 'weather', []).fault).toMatch(fault)
})

it('lets a person refer to a value of this computer in an answer', () => {
  const environmentVariables = [{ name: 'PLACE', value: 'in {where}', variables: { where: {} } }]
  const offer = packaged({ environmentVariables })
  const answers = { 'variable PLACE.where': '${HOME}' }
  expect(offer.write(answers, 'weather', [])).toMatchObject({ fault: null, entry: { env: { PLACE: 'in ${HOME}' } } })
})

describe('an address', () => {
  const remote = (part: object) =>
    offerOf({ remotes: [{ type: 'streamable-http', url: 'https://x.example/mcp', ...part }] })
  const written = (offer: Offer, answers = {}) =>
    offer.write({ ...initialValues(offer.fields), ...answers }, 'weather', [])

  it('is called with the headers that its publisher specifies', () => {
    const offer = remote({
      type: 'sse',
      url: 'https://{region}.example/mcp',
      variables: { region: { default: 'north' } },
      headers: [{ name: 'Authorization', value: 'Bearer {token}', variables: { token: { isRequired: true } } }],
    })
    expect(written(offer, { 'header Authorization.token': 't-1' })).toEqual({
      entry: {
        type: 'sse',
        url: 'https://north.example/mcp',
        headers: { Authorization: 'Bearer ${secret:WEATHER_AUTHORIZATION_TOKEN}' },
      },
      secrets: [{ name: 'WEATHER_AUTHORIZATION_TOKEN', value: 't-1' }],
      fault: null,
    })
  })

  it('is refused if answers lead to this computer, or to an address without encryption', () => {
    const offer = remote({ url: '{base}/mcp', variables: { base: { isRequired: true } } })
    expect(offer.refused).toBeNull()
    expect(written(offer, { 'address.base': 'https://[::1]' }).fault).toContain('is an address of this computer')
    expect(written(offer, { 'address.base': 'http://x.example' }).fault).toContain('is not an https address')
    expect(written(offer, { 'address.base': 'https://x.example' }).fault).toBeNull()
  })
})

describe('a server', () => {
  it('that the registry has withdrawn is refused', () => {
    const page = readRegistryPage({
      servers: [
        {
          server: { name: 'org.example/x', version: '1', remotes: [{ type: 'sse', url: 'https://x.example/' }] },
          _meta: { 'io.modelcontextprotocol.registry/official': { status: 'deleted' } },
        },
      ],
    })
    const reasons = page?.servers.flatMap((server) => offersOf(server, REGISTRY).map(({ refused }) => refused))
    expect(reasons).toEqual(['The registry has withdrawn this server. It cannot be added.'])
  })

  it('has all readable packages, and counts the others', () => {
    const page = readRegistryPage({
      servers: [
        {
          server: {
            name: 'org.example/x',
            version: '1',
            packages: [{ registryType: 'npm' }, { registryType: 'npm', identifier: 'x', ...stdio }],
          },
        },
      ],
    })
    expect(page?.servers[0]).toMatchObject({ unreadable: 1, packages: [{ identifier: 'x' }] })
  })
})

it('finds names that look alike', () => {
  expect(lookAlike('io.github.fe11s/weather', ['io.github.fells/weather'])).toBe('io.github.fells/weather')
  expect(lookAlike('rnodel', ['model'])).toBe('model')
  expect(lookAlike('weather', ['weather', 'whether'])).toBeNull()
})
