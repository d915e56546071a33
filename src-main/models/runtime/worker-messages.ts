/** The first message of the host to the process of a model. */
export interface ModelWorkerSetup {
  readonly file: string
  readonly name: string
  readonly template: string
  readonly token: string
  readonly port: number
  readonly contextTokens: number
  readonly threads: number
}

export type FromModelWorker =
  | { readonly type: 'listening'; readonly port: number }
  /** From 0 to 1. */
  | { readonly type: 'loading'; readonly share: number }
  | { readonly type: 'loaded' }
  /** The model cannot be loaded, or its port is in use. */
  | { readonly type: 'failed'; readonly reason: string }
