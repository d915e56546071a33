import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** In the data folder, beside the episodes. No episode has a name with a dot in front. */
export const EXPERIMENTS_FOLDER = '.experiments'

/** False once its folder was deleted: its episodes remain, and nothing can continue or repeat it. */
export const hasPlan = (dataFolder: string, experiment: string): boolean =>
  existsSync(join(dataFolder, EXPERIMENTS_FOLDER, experiment, 'plan.json'))
