import type { BrowserWindow } from 'electron'
import { SHELL_CHANNEL, type ShellMessage } from '@shared/contract/shell-messages'

/** Sends the shell's messages to the page. Messages wait until the page listens. */
export class PageMessages {
  #window: Pick<BrowserWindow, 'webContents'> | null = null
  #waiting: ShellMessage[] = []

  pageListens(window: Pick<BrowserWindow, 'webContents'>): void {
    this.#window = window
    for (const message of this.#waiting.splice(0)) this.tell(message)
  }

  pageIsGone(): void {
    this.#window = null
  }

  tell(message: ShellMessage): void {
    if (this.#window === null) this.#waiting.push(message)
    else this.#window.webContents.postMessage(SHELL_CHANNEL, message)
  }
}
