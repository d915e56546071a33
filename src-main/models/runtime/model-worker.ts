import { messageOf } from '@shared/base/expected-error'
import { startModelServer } from './model-server'
import { loadNativeModel } from './native-model'
import type { FromModelWorker, ModelWorkerSetup } from './worker-messages'

// The process of one model. It ends when its channel to the host closes.
process.once('disconnect', () => process.exit())
process.once('message', (setup: ModelWorkerSetup) => void serve(setup))

function report(message: FromModelWorker): void {
  if (process.connected) process.send?.(message)
}

async function serve({ file, name, template, token, port, contextTokens, threads }: ModelWorkerSetup): Promise<void> {
  const loading = loadNativeModel({
    file,
    contextTokens,
    threads,
    onProgress: (share) => report({ type: 'loading', share }),
  })
  try {
    const server = await startModelServer({ name, template, token, port, loading })
    report({ type: 'listening', port: server.port })
    await loading
    report({ type: 'loaded' })
  } catch (error) {
    report({ type: 'failed', reason: messageOf(error) })
  }
}
