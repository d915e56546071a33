// A thread for long work, which runs the calls of work-pool.ts.
import { parentPort } from 'node:worker_threads'
import { serveApi } from '@shared/contract/rpc'
import { lowerPriority, PRIORITY } from '../../base/processes/lower-priority'
import { longWork } from './long-work'
import { threadPort } from './thread-port'

// Only on Linux does a priority apply to a single thread.
if (process.platform === 'linux') lowerPriority(0, PRIORITY.longWork)

if (parentPort !== null) serveApi(threadPort(parentPort), longWork, (_kind, _name, params) => params)
