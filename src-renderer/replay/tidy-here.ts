import { tidyPositions } from '@shared/map/tidy'
import type { tidyInWorker } from '../panels/map/layout/tidy-in-worker'

/**
 * Replaces the layout worker in a replay page, because browsers start no worker from a file. A large map blocks the
 * page for 0.2 s.
 */
const tidyHere: typeof tidyInWorker = async (request) => tidyPositions(request)
export { tidyHere as tidyInWorker }
