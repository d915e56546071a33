import { type BrowserWindow, dialog } from 'electron'
import { printError } from '../../../base/terminal/terminal'

/** A page that fails twice within this time is not reloaded without a question. */
const SOUND_AFTER_MS = 60_000

interface PageRecoveryOptions {
  /** Called when the page is gone, before it is reloaded. */
  readonly onLost: () => void
  /** Quits without a second question. */
  readonly quit: () => void
  readonly logFile: string
}

/** Reloads a page whose process ended, and asks the user if that does not help or the page hangs. */
export function keepPage(window: BrowserWindow, { onLost, quit, logFile }: PageRecoveryOptions): void {
  const { webContents } = window
  let reloadedAt = -Infinity
  let question: AbortController | null = null

  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    question?.abort()
    if (reason === 'clean-exit') return
    printError(`The page crashed (${reason}, ${exitCode}).`)
    onLost()
    // Not during the event, because Electron still delivers it to other listeners.
    setImmediate(() => void bringBack())
  })
  window.on('unresponsive', () => void askAboutSilence())
  window.on('responsive', () => question?.abort())

  async function bringBack(): Promise<void> {
    if (window.isDestroyed()) return
    if (performance.now() - reloadedAt < SOUND_AFTER_MS) {
      const answer = await ask('The window has stopped working twice within a minute.', ['Reload', 'Quit'])
      if (answer === 'Quit') return quit()
      if (window.isDestroyed()) return
    }
    reloadedAt = performance.now()
    webContents.reload()
  }

  async function askAboutSilence(): Promise<void> {
    if (question !== null) return
    question = new AbortController()
    const answer = await ask('The window does not answer.', ['Wait', 'Reload', 'Quit'], question.signal)
    question = null
    if (answer === 'Quit') return quit()
    if (answer === 'Wait' || window.isDestroyed()) return
    // A hanging page can be reloaded only after its process has ended.
    reloadedAt = -Infinity
    webContents.forcefullyCrashRenderer()
  }

  /** Escape and a withdrawn question count as the first answer. */
  async function ask<Answer extends string>(
    message: string,
    answers: readonly Answer[],
    signal?: AbortSignal,
  ): Promise<Answer | undefined> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      title: 'ZorkGPT',
      message,
      detail: `Running episodes continue without it. Log: ${logFile}`,
      buttons: [...answers],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      ...(signal && { signal }),
    })
    return answers[response]
  }
}
