import { tidyPositions } from '@shared/map/tidy'
import type { tidyInWorker } from '../panels/map/layout/tidy-in-worker'

/**
 * Stands in for the worker in a page that is one file: a browser starts none from a file. The page waits a fifth of a
 * second for a large map.
 */
const tidyHere: typeof tidyInWorker = async (request) => tidyPositions(request)
export { tidyHere as tidyInWorker }
