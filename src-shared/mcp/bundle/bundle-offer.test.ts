import { expect, it } from 'vitest'
import { initialValues } from '../../base/form/form-field'
import { offerBundle } from './bundle-offer'
import { readManifest } from './manifest'

const place = { folder: '/data/bundles/ab', platform: 'linux', home: '/home/ada', separator: '/' }
const MANIFEST = {
  dxt_version: '0.1',
  name: 'lamp',
  version: '1.2.0',
  author: { name: 'Merrow' },
  server: { type: 'node', mcp_config: { command: 'node', args: ['${__dirname}/index.js'] } },
}

function offerOf(change: object, program: object = {}) {
  const server = { type: 'node', mcp_config: { ...MANIFEST.server.mcp_config, ...program } }
  const manifest = readManifest(JSON.stringify({ ...MANIFEST, server, ...change }))
  if (!manifest) throw new Error('no manifest')
  return offerBundle(manifest, place)
}
const entryOf = (offer: ReturnType<typeof offerOf>, answers = {}) =>
  offer.write({ ...initialValues(offer.fields), ...answers }, 'lamp', [])

it('runs the program of the manifest in the folder of the bundle', () => {
  expect(entryOf(offerOf({}))).toEqual({
    entry: { command: 'node', args: ['/data/bundles/ab/index.js'], cwd: '/data/bundles/ab' },
    secrets: [],
    fault: null,
  })
  expect(entryOf(offerOf({}, { command: 'bin/lamp', args: [] })).entry).toMatchObject({
    command: '/data/bundles/ab/bin/lamp',
  })
})

it('fills in the options of the user: several values, defaults, secrets, and nothing for an empty option', () => {
  const offer = offerOf(
    {
      user_config: {
        folders: { type: 'directory', title: 'Folders', multiple: true, required: true, default: ['${HOME}/lamps'] },
        oil: { type: 'number', default: 3, min: 1, max: 9 },
        key: { type: 'string', sensitive: true, required: true },
        note: { type: 'string' },
      },
    },
    {
      args: [
        '${__dirname}/index.js',
        '${user_config.folders}',
        '--oil=${user_config.oil}',
        '--note=${user_config.note}',
      ],
      env: { KEY: '${user_config.key}', NOTE: '${user_config.note}', AT: '${DOCUMENTS}${/}x' },
    },
  )
  expect(offer.fields.map(({ title, isRequired }) => [title, isRequired])).toEqual([
    ['Folders', true],
    ['oil', false],
    ['key', true],
    ['note', false],
  ])
  expect(entryOf(offer, { key: 'k-1', folders: ['/a', '/b'] })).toEqual({
    entry: {
      command: 'node',
      args: ['/data/bundles/ab/index.js', '/a', '/b', '--oil=3'],
      env: { KEY: '${secret:LAMP_KEY}', AT: '/home/ada/Documents/x' },
      cwd: '/data/bundles/ab',
    },
    secrets: [{ name: 'LAMP_KEY', value: 'k-1' }],
    fault: null,
  })
  expect(initialValues(offer.fields)).toMatchObject({ folders: ['/home/ada/lamps'], oil: 3 })
})

it('uses the program for this platform', () => {
  const overrides = { linux: { command: 'python3', env: { A: '1' } }, win32: { command: 'x.exe' } }
  const offer = offerOf({}, { env: { B: '2' }, platform_overrides: overrides })
  expect(entryOf(offer).entry).toMatchObject({ command: 'python3', env: { A: '1', B: '2' } })
  expect(offer.notes).toEqual([])
})

it('reports a program that is not part of the bundle', () => {
  expect(offerOf({}, { command: 'sh' }).notes).toEqual(['It runs sh, which is not a part of the bundle.'])
})

it.each([
  [{ compatibility: { platforms: ['darwin'] } }, {}, 'It runs on darwin, and this is linux.'],
  [{ server: { type: 'uv' } }, {}, 'A server of the kind uv cannot be run from a bundle here.'],
  [{}, { env: { 'A=B': 'x' } }, '“A=B” is not the name of a variable.'],
  [
    {},
    { args: ['${secret:OPENAI_API_KEY}'] },
    'Its manifest refers to a value of this computer: “${secret:OPENAI_API_KEY}”.',
  ],
  [{}, { env: { A: 'env:HOME' } }, 'Its manifest refers to a value of this computer: “env:HOME”.'],
  [{}, { args: ['${user_config.none}'] }, 'Its manifest refers to a value of this computer: “${user_config.none}”.'],
  [{}, { args: ['a\u200bb'] }, String.raw`Its manifest has invisible characters: “a\u{200b}b”.`],
])('%j %j is refused', (change, program, reason) => {
  expect(offerOf(change, program).refused).toBe(reason)
})

it.each([
  ['$${user_config.a}', '{secret:MODEL_KEY}', ''],
  ['${user_config.a}${user_config.b}', '$', '{secret:MODEL_KEY}'],
  ['${user_config.a}v:HOME', 'en', ''],
])('%s with defaults that refer to a value of this computer together is not added', (value, a, b) => {
  const options = { a: { type: 'string', default: a }, b: { type: 'string', default: b } }
  for (const program of [{ env: { A: value } }, { args: [value] }])
    expect(entryOf(offerOf({ user_config: options }, program)).fault).toContain('which is a value of this computer')
  const typed = entryOf(offerOf({ user_config: options }, { args: ['in ${user_config.a}'] }), { a: '${MINE}' })
  expect(typed).toMatchObject({ fault: null, entry: { args: ['in ${MINE}'] } })
})

it('rejects a text that is not a manifest', () => {
  expect(['', '[]', '{}', JSON.stringify({ ...MANIFEST, server: 1 })].map(readManifest)).toEqual([
    null,
    null,
    null,
    null,
  ])
})
