import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkParams } from '@shared/contract/contract'
import { serveApi } from '@shared/contract/rpc'
import { createHost, type HostOptions } from '../../src-main/host/host'
import { memorySecrets } from '../../src-main/secrets/secret-store'
import { writeResumable } from './desktop/long-run'
import { type PageMessage, pagePort, playPage } from './desktop/page'
import { type Block, probeBlocks } from './desktop/probe-blocks'
import { writeExperiment } from './experiment-file'
import { ms, often, report } from './figures'
import { temporaryFolder } from './temporary-folder'
import { TURNS } from './viewer/episode'
import { startTalkingModel } from './viewer/talking-model'

/**
 * Measures how long the thread of the host is blocked. In the desktop app this thread also draws menus and moves the
 * window. The bench plays a run of 200 turns, while a long log is opened, resumed, forked and exported and an
 * experiment is reported, with and without threads for long work and for starting programs. Page and model are separate
 * processes, as in the app.
 */
const RUN_TURNS = often(200, 10)
const SEEDS = often(60, 2)
const EXPERIMENT_TURNS = 20
const [role] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))

if (role === 'page') playPage(process, RUN_TURNS)
else if (role === 'model') process.send?.((await startTalkingModel({ tokensATurn: 40, gapMs: 1 })).player)
// Restarts without the Node arguments of a bench, which are those of the host of a browser window: Electron collects
// garbage with several threads.
else if (process.execArgv.length > 0) spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit' })
else await measure()

function start(name: 'page' | 'model'): ChildProcess {
  return fork(import.meta.filename, [name, ...process.argv.slice(2)], { serialization: 'advanced' })
}

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
  const model = start('model')
  const [player] = (await once(model, 'message')) as [Awaited<ReturnType<typeof startTalkingModel>>['player']]
  const bytes = await writeResumable(template, player.baseUrl)
  report('the long log', `${TURNS.toLocaleString('en')} turns, ${(bytes / 1e6).toFixed(0)} MB`)

  const threads = { workFile: resolve('out/main/work-thread.js'), spawnFile: resolve('out/main/spawn-thread.js') }
  for (const [name, files] of [
    ['long work and starts of programs in threads', threads],
    ['both in the host’s thread', {}],
  ] as const) {
    // A copy, because caches beside the log would make the second host faster.
    const data = join(home, name)
    cpSync(template, data, { recursive: true })
    await measureHost(name, data, env, files)
    rmSync(data, { recursive: true })
  }
  model.kill()
}

/** Prints the longest block during each action of the page. */
async function measureHost(
  name: string,
  dataFolder: string,
  env: NodeJS.ProcessEnv,
  files: Pick<HostOptions, 'workFile' | 'spawnFile'>,
): Promise<void> {
  const host = await createHost({
    shell: 'electron',
    appRoot: resolve('.'),
    dataFolder,
    configFile: null,
    mcpConfigFile: null,
    gameWorkerFile: resolve('out/main/game-worker.js'),
    ...files,
    env,
    secrets: memorySecrets(),
    now: () => new Date(),
    onFault: (error) => {
      throw error
    },
  })
  const page = start('page')
  serveApi(pagePort(page), host.api, checkParams)
  const probe = probeBlocks()
  await new Promise<void>((done, fail) => {
    page.once('exit', (status) => fail(new Error(`The page ended with ${status}.`)))
    page.on('message', (message) => {
      const { step } = message as PageMessage
      if (step === null) done()
      else if (step !== undefined) report(`${name}: ${step}`, figureOf(probe.take()))
    })
  })
  report(`${name}: longest of all (Must 50 ms)`, figureOf(probe.end()))
  page.kill()
  await host.close()
}

function figureOf({ processorMs, idleWallMs, wallMs }: Block): string {
  return `${ms(processorMs)} of processor time, ${ms(idleWallMs)} by the clock, ${ms(wallMs)} with waits for a processor`
}
