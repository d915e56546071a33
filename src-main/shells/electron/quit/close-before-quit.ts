import { closeInOrder } from '../../end-in-order'

interface QuittingApp {
  on(event: 'before-quit', listener: (event: { preventDefault(): void }) => void): unknown
  quit(): void
}

export interface QuitQuestion {
  /** Checked at each attempt to quit. If it returns false, the attempt succeeds even while a question is open. */
  isNeeded(): boolean
  /** True to quit; false keeps the app running until the next attempt. */
  ask(): Promise<boolean>
}

interface Steps {
  readonly question: QuitQuestion
  readonly steps: readonly (() => Promise<void>)[]
  readonly limitMs: number
  readonly onFault: (error: Error) => void
}

/**
 * Asks, then runs all steps in order before the app quits. Returns a function that reports whether quitting would ask.
 */
export function closeBeforeQuit(app: QuittingApp, { question, steps, limitMs, onFault }: Steps): () => boolean {
  let state: 'open' | 'asking' | 'closing' | 'closed' = 'open'
  const isOpen = () => state === 'open' || state === 'asking'
  const close = async () => {
    if (!isOpen()) return
    state = 'closing'
    const limit = new Promise<void>((done) => setTimeout(done, limitMs))
    await Promise.race([closeInOrder(steps, onFault), limit])
    state = 'closed'
    app.quit()
  }
  const ask = async () => {
    state = 'asking'
    const quits = await question.ask()
    if (quits) await close()
    else if (state === 'asking') state = 'open'
  }
  app.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (isOpen() && !question.isNeeded()) void close()
    else if (state === 'open') void ask()
  })
  return () => isOpen() && question.isNeeded()
}
