import type { HostApi } from '@shared/contract/contract'
import type { LibraryWatch } from './library-watch'

/** What the tools work on: a host, and its list of episodes, shared by all clients. */
export interface Product {
  readonly api: HostApi
  readonly library: LibraryWatch
}
