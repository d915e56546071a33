import type { HostApi } from '@shared/contract/contract'
import type { LibraryWatch } from './library-watch'

/** What the tools work on: a host, and its library as all its clients share it. */
export interface Product {
  readonly api: HostApi
  readonly library: LibraryWatch
}
