import type { MessagePort } from 'node:worker_threads'
import type { Launch, ProgramExit } from './start-program'

/** Asks the thread to start a program. All other messages about the program use `port`. */
export interface StartMessage {
  readonly launch: Launch
  readonly port: MessagePort
}

type Output = 'stdout' | 'stderr'

export type ToThread =
  | { readonly kind: 'write'; readonly text: string }
  | { readonly kind: 'end' }
  /** Requests the next `data` or the `end`. Without a request the thread stops reading, and the program waits. */
  | { readonly kind: 'read'; readonly name: Output }
  | { readonly kind: 'destroy'; readonly name: 'stdin' | Output }

/** `failed` or `started` comes first; the port closes after `failed`, or after `exit` and both outputs. */
export type FromThread =
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | undefined }
  | { readonly kind: 'started'; readonly pid: number }
  | { readonly kind: 'data'; readonly name: Output; readonly bytes: Uint8Array }
  | { readonly kind: 'end'; readonly name: Output }
  | { readonly kind: 'broken'; readonly name: Output; readonly message: string }
  | { readonly kind: 'written'; readonly failure?: string }
  | { readonly kind: 'exit'; readonly exit: ProgramExit }
