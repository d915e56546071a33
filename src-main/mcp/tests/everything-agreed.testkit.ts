import type { Agreements } from '../agreement/agreements'

export const everythingAgreed: Agreements = {
  unagreedOf: async () => null,
  agreedOf: async () => null,
  add: async () => {},
  withdraw: async () => {},
  version: async () => '',
}
