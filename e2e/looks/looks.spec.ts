import { viewOften } from '../kit/frequent-views'
import { ONE_LOOK, useLooks } from '../kit/looks'

/** In one theme and size. `*.long.spec.ts` shows every state in all of them. */
viewOften(useLooks(ONE_LOOK))
