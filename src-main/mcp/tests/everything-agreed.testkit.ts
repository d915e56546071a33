import type { Agreements } from '../agreement/agreements'

/** Of somebody who agrees to every program there can be. */
export const everythingAgreed: Agreements = {
  unagreedOf: async () => null,
  agreedOf: async () => null,
  add: async () => {},
  withdraw: async () => {},
  version: async () => '',
}
