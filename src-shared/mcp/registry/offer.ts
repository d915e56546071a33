import type { FormField } from '../../base/form/form-field'
import type { Answers } from './input-fields'

/** A way to use a server of a registry: a package that runs here, or an address. */
export interface Offer {
  readonly label: string
  /** The reason why it cannot be used; null if it can. */
  readonly refused: string | null
  /** Facts to know before it is used. */
  readonly notes: readonly string[]
  readonly fields: readonly FormField[]
  /** Creates the entry for these answers. Secrets are replaced by references with unused names. */
  readonly write: (answers: Answers, name: string, secretNames: readonly string[]) => OfferedEntry
}

/** A bundle, which is downloaded and inspected before it becomes an `Offer`. */
export interface BundleOffer extends Pick<Offer, 'label' | 'refused'> {
  readonly file: { readonly url: string; readonly sha256: string }
}

export interface OfferedEntry {
  readonly entry: OfferedProgram | OfferedAddress
  readonly secrets: readonly { readonly name: string; readonly value: string }[]
  /** The reason why the answers cannot be used; null if they can. */
  readonly fault: string | null
}

interface OfferedProgram {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

interface OfferedAddress {
  readonly type?: 'sse'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}
