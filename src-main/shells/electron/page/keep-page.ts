import { type BrowserWindow, dialog } from 'electron'
import { printError } from '../../../base/terminal/terminal'

/** A page that fails twice within this time would fail again. */
const SOUND_AFTER_MS = 60_000

export interface PageKeeping {
  /** Hears that the page is gone, before it is brought back. */
  readonly onLost: () => void
  /** For whoever chose to quit: that is not asked about again. */
  readonly quit: () => void
  /** Where more is said of what happened. */
  readonly logFile: string
}

/**
 * Brings back the page of `window` when its process has ended, and asks when that does not help, or when the page no
 * longer answers. Episodes are played elsewhere and go on.
 */
export function keepPage(window: BrowserWindow, { onLost, quit, logFile }: PageKeeping): void {
  const { webContents } = window
  let reloadedAt = -Infinity
  let question: AbortController | null = null

  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    question?.abort()
    if (reason === 'clean-exit') return
    printError(`The page has ended (${reason}, ${exitCode}).`)
    onLost()
    // Not within the event, of which Electron still tells others.
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
    // A page that hangs cannot be reloaded before its process is gone.
    reloadedAt = -Infinity
    webContents.forcefullyCrashRenderer()
  }

  /** The first answer is given by Escape as well, and by a question that is taken back. */
  async function ask<Answer extends string>(
    message: string,
    answers: readonly Answer[],
    signal?: AbortSignal,
  ): Promise<Answer | undefined> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      title: 'ZorkGPT',
      message,
      detail: `Episodes that are being played go on without it. The log: ${logFile}`,
      buttons: [...answers],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      ...(signal && { signal }),
    })
    return answers[response]
  }
}
