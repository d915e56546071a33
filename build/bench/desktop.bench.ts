import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isMainThread, MessageChannel, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import { checkParams } from '@shared/contract/contract'
import { serveApi } from '@shared/contract/rpc'
import { createHost } from '../../src-main/host/host'
import { threadPort } from '../../src-main/host/work/thread-port'
import { memorySecrets } from '../../src-main/secrets/secret-store'
import { writeResumable } from './desktop/long-run'
import { playPage } from './desktop/page'
import { type Block, probeBlocks } from './desktop/probe-blocks'
import { writeExperiment } from './experiment-file'
import { ms, often, report } from './figures'
import { temporaryFolder } from './temporary-folder'
import { TURNS } from './viewer/episode'
import { startTalkingModel } from './viewer/talking-model'

/**
 * The longest block of the host's thread, which in the desktop app also draws menus and moves the window: in a run of
 * 200 turns, with a long log opened, resumed, forked and exported, and a report of an experiment; with and without
 * threads for long work. The page and the model are in separate threads.
 */
const RUN_TURNS = often(200, 10)
const SEEDS = often(60, 2)
const EXPERIMENT_TURNS = 20
const argv = process.argv.slice(2)

// Electron collects garbage with several threads, unlike the host of a browser window, whose arguments a bench gets.
if (isMainThread && process.execArgv.length > 0)
  spawnSync(process.execPath, [import.meta.filename, ...argv], { stdio: 'inherit' })
else if (isMainThread) await measure()
else if (workerData === null) parentPort?.postMessage((await startTalkingModel({ tokensATurn: 40, gapMs: 1 })).player)
else playPage(threadPort(workerData as MessagePort), RUN_TURNS)

async function measure(): Promise<void> {
  const home = temporaryFolder('desktop')
  const template = join(home, 'data')
  mkdirSync(template)
  const file = writeExperiment(home, 'bench', ['random', 'explorer'], SEEDS, EXPERIMENT_TURNS)
  const env = { ...process.env, ZORKGPT_HOME: join(home, 'home'), XDG_STATE_HOME: join(home, 'state') }
  const played = spawnSync(process.execPath, ['out/main/cli.js', 'experiment', 'run', file, '--data', template], {
    env,
  })
  if (played.status !== 0) throw new Error(`The experiment was not played: ${String(played.stderr)}`)
  const model = new Worker(new URL(import.meta.url), { workerData: null, argv })
  const [player] = (await once(model, 'message')) as [Awaited<ReturnType<typeof startTalkingModel>>['player']]
  const bytes = await writeResumable(template, player.baseUrl)
  report('the long log', `${TURNS.toLocaleString('en')} turns, ${(bytes / 1e6).toFixed(0)} MB`)

  for (const [name, workFile] of [
    ['long work in threads', resolve('out/main/work-thread.js')],
    ['long work in the host’s thread', undefined],
  ] as const) {
    // A copy: caches beside the log would make the second host faster.
    const data = join(home, name)
    cpSync(template, data, { recursive: true })
    await measureHost(name, data, env, workFile)
    rmSync(data, { recursive: true })
  }
  await model.terminate()
}

/** Prints, for each thing that the page does during the run, the longest block. */
async function measureHost(
  name: string,
  dataFolder: string,
  env: NodeJS.ProcessEnv,
  workFile: string | undefined,
): Promise<void> {
  const host = await createHost({
    shell: 'electron',
    appRoot: resolve('.'),
    dataFolder,
    configFile: null,
    mcpConfigFile: null,
    gameWorkerFile: resolve('out/main/game-worker.js'),
    workFile,
    env,
    secrets: memorySecrets(),
    now: () => new Date(),
    onFault: (error) => {
      throw error
    },
  })
  const { port1, port2 } = new MessageChannel()
  serveApi(threadPort(port1), host.api, checkParams)
  const page = new Worker(new URL(import.meta.url), { workerData: port2, transferList: [port2], argv })
  const probe = probeBlocks()
  await new Promise<void>((done, fail) => {
    page.on('error', fail)
    page.on('message', (step: string | null) => {
      if (step === null) return done()
      report(`${name}: ${step}`, figureOf(probe.take()))
    })
  })
  report(`${name}: longest of all (Must 50 ms)`, figureOf(probe.end()))
  await page.terminate()
  await host.close()
}

function figureOf({ processorMs, idleWallMs, wallMs }: Block): string {
  return `${ms(processorMs)} of processor time, ${ms(idleWallMs)} by the clock, ${ms(wallMs)} with waits for a processor`
}
