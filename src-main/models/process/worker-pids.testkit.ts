import { execFileSync } from 'node:child_process'

/** Processes of models that this process started. */
export const workerPids = (parent = process.pid): readonly number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid, state = '', ...args]) => Number(ppid) === parent && isModelWorker(state, args.join(' ')))
    .map(([pid]) => Number(pid))

const isModelWorker = (state: string, args: string) => !state.startsWith('Z') && args.includes('model-worker')
