import { zipOf, type Zippable } from '@shared/formats/zip.testkit'

/** A small server over stdio that needs no package. It answers with its arguments and a variable. */
const SERVER = `
const lines = require('node:readline').createInterface({ input: process.stdin })
const tools = [{ name: 'tell', description: 'Tells what it was given', inputSchema: { type: 'object' } }]
lines.on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'lamp', version: '1' } },
    'tools/list': { tools },
    'tools/call': { content: [{ type: 'text', text: JSON.stringify([process.argv.slice(2), process.env.LAMP_KEY]) }] },
  }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }))
})
`

export const MANIFEST = {
  manifest_version: '0.3',
  name: 'lamp',
  display_name: 'The Lamp',
  version: '1.2.0',
  description: 'Lights what it is given',
  author: { name: 'Merrow Lamps', url: 'https://lamps.example.org' },
  repository: { type: 'git', url: 'https://github.com/merrow/lamp' },
  license: 'MIT',
  server: {
    type: 'node',
    entry_point: 'server/index.js',
    mcp_config: {
      command: 'node',
      args: ['${__dirname}/server/index.js', '${user_config.folders}', '--oil', '${user_config.oil}'],
      env: { LAMP_KEY: '${user_config.key}', LAMP_NOTE: '${user_config.note}' },
    },
  },
  tools: [{ name: 'tell', description: 'Tells what it was given' }],
  user_config: {
    folders: { type: 'directory', title: 'Folders', multiple: true, required: true, default: ['${HOME}/lamps'] },
    oil: { type: 'number', title: 'Oil', default: 3, min: 1, max: 9 },
    key: { type: 'string', title: 'Key', sensitive: true, required: true },
    note: { type: 'string', title: 'Note' },
  },
}

/** A bundle with this manifest, the server, and these additional files. */
export const bundleOf = (manifest: unknown = MANIFEST, more: Zippable = {}): Uint8Array<ArrayBuffer> =>
  zipOf({
    'manifest.json': Buffer.from(JSON.stringify(manifest)),
    'server/index.js': Buffer.from(SERVER),
    ...more,
  })
