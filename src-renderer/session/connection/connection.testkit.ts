import type { HostApi } from '@shared/contract/contract'
import { useConnection } from './connection-store'

/** Connects to a host with these commands. */
export const connectTo = (api: Partial<HostApi> = {}) =>
  useConnection.setState({ connection: { phase: 'open', api: api as HostApi } })
export const loseHost = () =>
  useConnection.setState({ connection: { phase: 'lost', attempt: 1, retryAtMs: null, reason: 'disconnected' } })
/** Resets the connection to its initial state. */
export const forgetHost = () => useConnection.setState({ connection: { phase: 'connecting' } })
