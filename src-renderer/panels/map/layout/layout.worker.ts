import { tidyPositions, type TidyRequest } from '@shared/map/tidy'

addEventListener('message', ({ data }: MessageEvent<TidyRequest>) => postMessage(tidyPositions(data)))
