import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import { exportEpisode } from '@shared/episode/export/export-episode'
import { OWN_FORMATS } from '@shared/episode/export/formats'
import { isDraft, type LoggedEvent } from '@shared/episode/log/event'
import { emptyEpisode } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { calls, chunksOf, says, startScriptedEndpoint } from '../../../llm/scripted-endpoint.testkit'
import { SCRIPTED_SERVER } from '../../../mcp/tests/processes.testkit'
import { memorySecrets } from '../../../secrets/secret-store'
import { createHost } from '../../host'
import { overPort } from './over-port.testkit'

/** Values that appear nowhere by chance, one per source. */
const planted = {
  MODEL_KEY: 'planted-model-key-1f0c',
  TENANT: 'planted-tenant-2e1d',
  OF_ENV: 'planted-"env"-3d2e',
  OF_HEADER: 'planted-header-4c3f',
  OF_ARG: 'planted-arg-5b40',
  OF_URL: 'planted/url?6a51',
  FROM_HOST: 'planted-host-7962',
}
/** Values that no config references: servers inherit them, or read them from their file of variables. */
const lyingAbout = { INHERITED: 'planted-inherited-8a73', IN_FILE: 'planted-in-file-9b84' }
type Planted = keyof typeof planted
const reference = (name: Planted) => `\${secret:${name}}`

it('a secret that servers and the endpoint repeat is in nothing written, sent or shown', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const refusal = await listen((request, response) =>
    response.writeHead(401).end(`You sent ${JSON.stringify(request.headers)} to ${request.url}`),
  )
  const traced: Buffer[] = []
  const collector = await listen((request, response) => {
    request.on('data', (piece: Buffer) => traced.push(piece))
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })

  // The endpoint repeats its key in an error, in pieces of the text, in arguments and in a command for the game.
  const { MODEL_KEY: key, TENANT: tenant } = planted
  const basic = `Basic ${Buffer.from(`lamp:${key}`).toString('base64')}`
  const endpoint = await startScriptedEndpoint(
    [
      { kind: 'error', status: 500, body: { error: { message: `Bad luck with ${key} of ${tenant}, and ${basic}` } } },
      calls(
        { name: 's__environment', arguments: '{}' },
        { name: 's__echo', arguments: JSON.stringify({ text: key }) },
        { name: 's__talk', arguments: '{"lines":1}' },
      ),
      {
        kind: 'stream',
        chunks: chunksOf({
          reasoning: `It is ${key}, isn't it`,
          content: JSON.stringify({
            thinking: `I know ${key}`,
            action: `say ${key}`,
            new_objective: `${tenant} ${basic}`,
          }),
        }),
      },
      says(`no JSON but ${key}`),
      { kind: 'error', status: 401, body: { error: { message: `${key} is not a key` } } },
    ],
    [
      { id: `model-of-${key}`, object: 'model' },
      { id: basic, object: 'model' },
    ],
  )
  onTestFinished(() => endpoint.close())

  const configFile = join(folder, 'zorkgpt.toml')
  const mcpConfigFile = join(folder, 'mcp_config.json')
  writeFileSync(
    configFile,
    `[mcp]\nenabled = true\nforce_tool_support = true\n[retry]\nmax_retries = 1\ninitial_delay = 0.01\n[llm]\nclient_base_url = "${endpoint.baseUrl}"\napi_key = "${reference('MODEL_KEY')}"\nheaders = { X-Tenant = "${reference('TENANT')}" }\n`,
  )
  writeFileSync(join(folder, '.env'), `FORGE_TOKEN=${lyingAbout.IN_FILE}\n`)
  writeFileSync(
    mcpConfigFile,
    JSON.stringify({
      mcpServers: {
        s: {
          command: 'node',
          args: [SCRIPTED_SERVER, '--library', '--instructions', `Remember ${reference('OF_ARG')}.`],
          env: { LAMP: reference('OF_ENV'), WORD: reference('FROM_HOST') },
          envFile: '.env',
        },
        broken: {
          command: 'node',
          args: [
            '-e',
            'process.stderr.write(process.argv[1] + process.env.LAMP); process.exit(3)',
            reference('OF_ARG'),
          ],
          env: { LAMP: reference('OF_ENV') },
        },
        refused: {
          url: `${addressOf(refusal)}/${reference('OF_URL')}`,
          headers: { Authorization: `Bearer ${reference('OF_HEADER')}` },
        },
        unresolved: { command: 'node', env: { LAMP: '${secret:NOBODY}' } },
        misspelled: { url: `ftp://${reference('OF_URL')}` },
      },
    }),
  )

  const { FROM_HOST, ...entered } = planted
  const faults: string[] = []
  const env = {
    ...process.env,
    XDG_STATE_HOME: join(folder, 'state'),
    ZORKGPT_SECRET_FROM_HOST: FROM_HOST,
    OTEL_EXPORTER_OTLP_ENDPOINT: addressOf(collector),
    GITLAB_TOKEN: lyingAbout.INHERITED,
  }
  const dataFolder = join(folder, 'data')
  const host = await createHost({
    shell: 'web',
    appRoot: resolve(import.meta.dirname, '../../../..'),
    dataFolder,
    configFile,
    mcpConfigFile,
    env,
    secrets: memorySecrets(),
    now: () => new Date(),
    onFault: (error) => void faults.push(String(error.stack)),
  })
  onTestFinished(() => host.close())
  const { api, crossed } = overPort(host.api)

  for (const [name, value] of Object.entries(entered)) await api.setSecret({ name, value })
  expect((await api.listSecrets({})).names).toEqual(Object.keys(planted).toSorted())
  const programs = await api.listNewPrograms({ text: null })
  await api.agreeToPrograms({ fingerprints: programs.map(({ unagreed }) => unagreed) })
  await api.probeMcpServers({})
  await api.getAppInfo({})
  await api.readMcpConfig({})
  expect((await api.listModels({ baseUrl: endpoint.baseUrl, keysFor: endpoint.baseUrl })).map(({ id }) => id)).toEqual([
    expect.stringMatching(/^Basic .+•••/),
    'model-of-•••',
  ])
  const { episodeId } = await api.startEpisode({
    game: 'glass-weather',
    player: 'llm',
    model: 'scripted-1',
    baseUrl: endpoint.baseUrl,
    seed: 1,
    pace: 'batch',
    turnLimit: 3,
  })
  const events = await follow(api, episodeId)
  for await (const { servers } of api.watchMcp({}, new AbortController().signal)) {
    expect(servers.find(({ name }) => name === 'unresolved')?.error).toBe(
      '`env` uses ${secret:NOBODY}, and there is no such secret. Enter it under Secrets, or set ZORKGPT_SECRET_NOBODY in the environment',
    )
    break
  }
  await api.setSecret({ name: 'bad name', value: planted.OF_ENV }).catch(() => {})
  await api.controlEpisode({ episodeId, command: 'stop' })
  await host.close()

  // The secrets were used; otherwise their absence below would prove nothing.
  expect(endpoint.authorization).toContain(`Bearer ${key}`)
  const said = JSON.stringify(events)
  for (const trace of [
    String.raw`\"LAMP\":\"•••\"`,
    'Remember •••.',
    'say •••',
    'Bad luck with ••• of •••',
    String.raw`\"FORGE_TOKEN\":\"•••\"`,
    String.raw`\"GITLAB_TOKEN\":\"•••\"`,
    '••• is not a key',
  ])
    expect(said.replaceAll('\\\\\\"', '\\"')).toContain(trace)
  expect(said).toContain('"event_type":"llm_response"')

  const files = globSync('**/*', { cwd: dataFolder })
    .map((name) => join(dataFolder, name))
    .filter((path) => statSync(path).isFile())
  expect(files.map((path) => path.split('/').at(-1))).toEqual(expect.arrayContaining(['events.jsonl', 'episode.log']))
  const exports = await Promise.all(
    OWN_FORMATS.map((format) =>
      exportEpisode({
        id: episodeId,
        format,
        events,
        annotations: null,
        withThoughts: true,
        readReplayPage: async () => '<script type="application/json" id="episode"></script>',
      }),
    ),
  )
  const everything = {
    ...Object.fromEntries(files.map((path) => [path, readFileSync(path, 'latin1')])),
    ...Object.fromEntries(exports.map(({ name, text }) => [name, text])),
    contract: crossed.join('\n'),
    traces: Buffer.concat(traced).toString('latin1'),
    model: JSON.stringify(endpoint.requests),
    faults: faults.join('\n'),
  }
  const leaks = Object.entries(everything).flatMap(([where, text]) =>
    Object.entries({ ...planted, ...lyingAbout }).flatMap(([name, value]) =>
      formsOf(value).some((form) => text.includes(form)) ? [`${name} in ${where}`] : [],
    ),
  )
  expect(leaks).toEqual([])
  expect(everything.traces.length).toBeGreaterThan(0)
})

const inBase64 = (value: string) => Buffer.from(`lamp:${value}`).toString('base64').slice(8, -4)
const formsOf = (value: string): readonly string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  JSON.stringify(JSON.stringify(value)).slice(3, -3),
  encodeURIComponent(value),
  inBase64(value),
]

/** Waits until the endpoint's refusal of the key has paused the episode. */
async function follow(api: HostApi, episodeId: string): Promise<readonly LoggedEvent[]> {
  const events: LoggedEvent[] = []
  let state = emptyEpisode
  for await (const batch of api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal)) {
    events.push(...batch.events.filter((event) => !isDraft(event)))
    state = batch.events.reduce(reduceEpisode, state)
    if (state.ended || state.control.mode === 'paused') break
  }
  return events
}

async function listen(answer: NonNullable<Parameters<typeof createServer>[1]>): Promise<Server> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
