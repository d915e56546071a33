import { closeInOrder } from '../close-in-order'

/** What of Electron's `app` is used here. */
interface QuittingApp {
  on(event: 'before-quit', listener: (event: { preventDefault(): void }) => void): unknown
  quit(): void
}

/**
 * Takes all of `steps`, one after another, before the app quits. A step that fails is told of and holds up neither the
 * next one nor the quitting, nor do steps that take longer than `limitMs` together.
 */
export function closeBeforeQuit(
  app: QuittingApp,
  steps: readonly (() => Promise<void>)[],
  limitMs: number,
  onFault: (error: Error) => void,
): void {
  let state: 'open' | 'closing' | 'closed' = 'open'
  app.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    const limit = new Promise<void>((done) => setTimeout(done, limitMs))
    void Promise.race([closeInOrder(steps, onFault), limit]).then(() => {
      state = 'closed'
      app.quit()
    })
  })
}
