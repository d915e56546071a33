import type { Agreements } from '../agreements'

/** Of somebody who agrees to every program there can be. */
export const everythingAgreed: Agreements = { unagreedOf: async () => null, add: async () => {}, revision: 0 }
