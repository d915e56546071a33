import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ListedModel, LocalModel, LocalServer } from '@shared/contract/local-models'
import { BUILT_IN_ADDRESS } from '@shared/models/built-in'
import { readPath } from '../../host/episodes/data-folder'
import { openLocalModels } from '../../host/open-local-models'
import { defaultSettings, loadSettings } from '../../host/settings/load-settings'
import type { LocalModelsService } from '../../models/local-models'
import { badUsage, readArguments, readNumber, type Values } from './command/arguments'
import { type CommandContext, untilInterrupted } from './command/command-context'
import { MODEL_VERBS } from './command/command-table'
import { configFileOf } from './command/open-host'

type ModelValues = Values<'model'>

/** `zorkgpt model list|get|serve|remove`: manages the models on this computer. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments('model', args, 2)
  const verb = MODEL_VERBS.find((name) => name === positionals[0])
  const name = positionals[1] ?? ''
  if (verb === undefined) throw badUsage(`model needs a subcommand: ${MODEL_VERBS.join(', ')}.`)
  if (verb !== 'list' && name === '') throw badUsage(`${verb} needs a name: zorkgpt model ${verb} NAME.`)
  const progress = { print: () => {} }
  const service = await open(values, context, () => progress.print())
  try {
    if (verb === 'list') await list(service, values, context)
    if (verb === 'get') await get(service, name, context, progress)
    if (verb === 'serve') await serve(service, name, values, context)
    if (verb === 'remove') {
      await service.remove(name)
      context.printLine(`Removed ${name}.`)
    }
    return 0
  } finally {
    await service.close()
  }
}

async function open(values: ModelValues, context: CommandContext, onChange: () => void): Promise<LocalModelsService> {
  const { appRoot, env } = context
  const named = configFileOf(values, context)
  const file = named ?? join(appRoot, 'zorkgpt.toml')
  const settings = named !== null || existsSync(file) ? await loadSettings(file) : defaultSettings()
  return openLocalModels({ appRoot, env, settings: () => settings.local_models, canReveal: false, onChange })
}

async function list(service: LocalModelsService, { json }: ModelValues, context: CommandContext): Promise<void> {
  const [all, servers] = await Promise.all([service.describeAll(), service.findServers()])
  if (json) return context.printJson({ ...all, servers })
  const { folder, models, unusable, listed, unavailable } = all
  const offered = listed.filter(({ installedAs }) => installedAs === null)
  const section = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', `${title}:`, ...lines])
  context.printLine(
    [
      unavailable ?? `${models.length === 0 ? 'No models' : `${models.length} of them`} in ${folder}.`,
      ...models.map(modelLine),
      ...section(
        'Not usable',
        unusable.map(({ name, reason }) => `  ${name}: ${reason}`),
      ),
      ...section('To download with "zorkgpt model get ID"', offered.map(offerLine)),
      ...section('Servers that run here', servers.map(serverLine)),
      ...(models[0] ? ['', `Play with: zorkgpt play --game zork1 --player llm ${optionsFor(models[0].name)}`] : []),
    ].join('\n'),
  )
}

const optionsFor = (name: string) => `--base-url ${BUILT_IN_ADDRESS} --model ${name}`
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
const ROOM = { fits: '', tight: ', tight on this computer', too_large: ', too much for this computer' } as const

const modelLine = ({ name, quantization, sizeBytes, memoryBytes, fit, isInPlace }: LocalModel): string =>
  `  ${name}  ${quantization}, ${gigabytes(sizeBytes)}${isInPlace ? ' elsewhere' : ''}, needs ${gigabytes(memoryBytes)} of memory${ROOM[fit]}`

const offerLine = ({ id, title, licence, sizeBytes, memoryBytes, fit, download }: ListedModel): string =>
  `  ${id}  ${title}, ${licence}, ${gigabytes(sizeBytes)}, needs ${gigabytes(memoryBytes)} of memory${ROOM[fit]}${download ? `, ${gigabytes(download.receivedBytes)} received` : ''}`

const serverLine = ({ name, baseUrl, models }: LocalServer): string =>
  `  ${name ?? 'Another program'}  --base-url ${baseUrl}  ${models.join(', ')}`

/** Adds an entry of the list, or a file by its path. A repeated command continues an interrupted download. */
async function get(
  service: LocalModelsService,
  name: string,
  context: CommandContext,
  progress: { print: () => void },
): Promise<void> {
  const listed = (await service.listGoodModels()).find(({ id }) => id === name)
  const file = readPath('The path', name, context.cwd)
  if (!listed && file !== null && existsSync(file)) {
    const model = await service.folder.addInPlace(file)
    return context.printLine(`Added ${model.name}: ${optionsFor(model.name)}`)
  }
  const offer = await service.listedModel(name)
  let printedAt = performance.now()
  const everyMs = context.err.isTTY ? 2000 : 30_000
  progress.print = () => {
    if (performance.now() - printedAt < everyMs) return
    printedAt = performance.now()
    void service.downloads.stateOf(offer).then((state) => {
      if (state) context.printError(`${gigabytes(state.receivedBytes)} of ${gigabytes(offer.sizeBytes)}`)
    })
  }
  await untilInterrupted(context, async (signal) => {
    signal.addEventListener('abort', () => void service.downloads.pause(offer))
    const model = await service.downloads.start(offer)
    context.printLine(`Downloaded ${model.name}: ${optionsFor(model.name)}`)
    if (offer.sha256 === null) context.printLine('Its SHA-256 is not known, so it was not verified.')
  })
}

/** Serves until it is interrupted. Prints the address and the token, for other programs. */
async function serve(
  service: LocalModelsService,
  name: string,
  { port }: ModelValues,
  context: CommandContext,
): Promise<void> {
  const settings = { ...service.runSettings(), port: readNumber(port, 'port', 0, 65_535) ?? 0 }
  const model = await service.folder.find(name)
  await untilInterrupted(context, (signal) =>
    service.processes.serve(model, settings, signal, (address) =>
      context.printLine(`ready http://127.0.0.1:${address.port}/v1 token ${address.token}`),
    ),
  )
}
