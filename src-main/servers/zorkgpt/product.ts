import type { HostApi } from '@shared/contract/contract'
import type { EpisodeListWatch } from './episode-list-watch'

/** What the tools work on: a host, and its list of episodes, shared by all clients. */
export interface Product {
  readonly api: HostApi
  readonly episodeList: EpisodeListWatch
}
