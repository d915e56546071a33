import { join } from 'node:path'
import type { Settings } from '@shared/settings/settings'
import { ownNode } from '../mcp/transport/node-program'
import { LocalModelsService } from '../models/local-models'
import { ModelProcesses } from '../models/process/model-processes'
import { homeFolder } from './episodes/data-folder'

interface Options {
  readonly appRoot: string
  readonly env: NodeJS.ProcessEnv
  readonly settings: () => Settings['local_models']
  readonly canReveal: boolean
  readonly onChange: () => void
  /** Shared with other hosts of this process. If absent, new ones are created. */
  readonly processes?: ModelProcesses | undefined
}

const modelWorkerIn = (appRoot: string): string => join(appRoot, 'out', 'main', 'model-worker.js')

export const openModelProcesses = (appRoot: string, onChange: () => void): ModelProcesses =>
  new ModelProcesses({ workerFile: modelWorkerIn(appRoot), node: ownNode(), onChange })

/** The models of this installation, in the folder that the settings name at the time of the call. */
export const openLocalModels = ({
  appRoot,
  env,
  settings,
  onChange,
  processes = openModelProcesses(appRoot, onChange),
  ...rest
}: Options): LocalModelsService =>
  new LocalModelsService({
    ...rest,
    settings,
    onChange,
    processes,
    folder: settings().folder || join(homeFolder(env, process.platform), 'models'),
    ownList: join(appRoot, 'build', 'models', 'good-models.json'),
    workerFile: modelWorkerIn(appRoot),
  })
