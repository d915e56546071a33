import { closeInOrder } from '../../close-in-order'

/** What of Electron's `app` is used here. */
interface QuittingApp {
  on(event: 'before-quit', listener: (event: { preventDefault(): void }) => void): unknown
  quit(): void
}

/** What a person is asked before the app quits. */
export interface QuitQuestion {
  /** Looked at with every attempt to quit, so that one that cannot wait ends the question too. */
  isNeeded(): boolean
  /** True to quit; false leaves the app as it is until it is told to quit again. */
  ask(): Promise<boolean>
}

interface Steps {
  readonly question: QuitQuestion
  readonly steps: readonly (() => Promise<void>)[]
  /** The steps take no longer together. */
  readonly limitMs: number
  readonly onFault: (error: Error) => void
}

/**
 * Asks, and takes all of `steps`, one after another, before the app quits. A step that fails is told of and holds up
 * neither the next one nor the quitting. Gives whether the app would ask if it were told to quit now.
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
