import type { HostApi } from '@shared/contract/contract'
import { useConnection } from './connection-store'

/** A host that answers what a test gives it. */
export const connectTo = (api: Partial<HostApi> = {}) =>
  useConnection.setState({ connection: { phase: 'open', api: api as HostApi } })
export const loseHost = () =>
  useConnection.setState({ connection: { phase: 'lost', attempt: 1, retryAtMs: null, reason: 'disconnected' } })
/** As every window begins. */
export const forgetHost = () => useConnection.setState({ connection: { phase: 'connecting' } })
