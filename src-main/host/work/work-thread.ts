// A thread of long work: it answers work-pool.ts.
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { serveApi } from '@shared/contract/rpc'
import { longWork } from './long-work'
import { threadPort } from './thread-port'

// Leaves the processor to the host's thread. Only on Linux does a priority apply to a single thread.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

if (parentPort !== null) serveApi(threadPort(parentPort), longWork, (_kind, _name, params) => params)
