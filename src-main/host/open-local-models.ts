import { join } from 'node:path'
import type { Settings } from '@shared/settings/settings'
import { ownNode } from '../mcp/transport/node-program'
import { LocalModelsService } from '../models/local-models'
import { homeFolder } from './episodes/data-folder'

interface Options {
  readonly appRoot: string
  readonly env: NodeJS.ProcessEnv
  readonly settings: () => Settings['local_models']
  readonly canReveal: boolean
  readonly onChange: () => void
}

/** The models of this installation. The folder is that of the settings at this moment. */
export const openLocalModels = ({ appRoot, env, settings, ...rest }: Options): LocalModelsService =>
  new LocalModelsService({
    ...rest,
    settings,
    folder: settings().folder || join(homeFolder(env, process.platform), 'models'),
    ownList: join(appRoot, 'build', 'models', 'good-models.json'),
    workerFile: join(appRoot, 'out', 'main', 'model-worker.js'),
    node: ownNode(),
  })
