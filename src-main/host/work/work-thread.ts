// A thread of long work: it answers work-pool.ts.
import { parentPort } from 'node:worker_threads'
import { serveApi } from '@shared/contract/rpc'
import { longWork } from './long-work'
import { threadPort } from './thread-port'

if (parentPort !== null) serveApi(threadPort(parentPort), longWork, (_kind, _name, params) => params)
