import type { Agreements } from '../agreement/agreements'

/** Consent to every program. */
export const everythingAgreed: Agreements = {
  unagreedOf: async () => null,
  agreedOf: async () => null,
  add: async () => {},
  withdraw: async () => {},
  version: async () => '',
}
