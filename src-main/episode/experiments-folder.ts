import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** In the data folder, beside the episodes. The dot prevents a clash with an episode id. */
export const EXPERIMENTS_FOLDER = '.experiments'

/** False after the folder of the experiment was deleted: its episodes remain, and cannot be continued or repeated. */
export const hasPlan = (dataFolder: string, experiment: string): boolean =>
  existsSync(join(dataFolder, EXPERIMENTS_FOLDER, experiment, 'plan.json'))
