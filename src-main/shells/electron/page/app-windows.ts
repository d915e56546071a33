import type { BrowserWindow } from 'electron'
import type { MenuRow, ShellMessage } from '@shared/contract/shell-messages'
import { PageMessages } from './page-messages'

/** Maximum number of windows, because the page is untrusted. */
const MAX_WINDOWS = 20

interface OpenWindow {
  readonly messages: PageMessages
  rows: readonly MenuRow[]
}

/** The open windows. Each page has separate messages and rows of the menu. */
export class AppWindows {
  readonly #open = new Map<BrowserWindow, OpenWindow>()
  readonly #create: (address: string | null) => BrowserWindow
  /** Called with the menu rows of the new front window. */
  readonly #onFront: (rows: readonly MenuRow[]) => void
  #front: BrowserWindow | null = null
  /** Messages that wait for the first window. */
  #early: ShellMessage[] = []

  constructor(create: (address: string | null) => BrowserWindow, onFront: (rows: readonly MenuRow[]) => void) {
    this.#create = create
    this.#onFront = onFront
  }

  get count(): number {
    return this.#open.size
  }

  /** The menu rows of the front window. */
  get rows(): readonly MenuRow[] {
    return (this.#front && this.#open.get(this.#front)?.rows) ?? []
  }

  /**
   * Opens another window at an address in the page, such as `#/experiments`. Without an address, the first window
   * restores its last state. If too many windows are open, shows the front window instead.
   */
  open(address = ''): void {
    if (this.count >= MAX_WINDOWS) return this.show()
    const window = this.#create(this.count === 0 && address === '' ? null : address)
    const messages = new PageMessages()
    this.#open.set(window, { messages, rows: [] })
    this.#bringToFront(window)
    for (const message of this.#early.splice(0)) messages.tell(message)
    window.on('focus', () => this.#bringToFront(window))
    window.once('closed', () => {
      this.#open.delete(window)
      const [other = null] = this.#open.keys()
      if (this.#front === window) this.#bringToFront(other)
    })
  }

  /** Shows the front window, or opens one. */
  show(): void {
    if (this.#front === null) return this.open()
    if (this.#front.isMinimized()) this.#front.restore()
    this.#front.focus()
  }

  /** Sends a message to the front window, or to the first one that opens. */
  tell(message: ShellMessage): void {
    const front = this.#front && this.#open.get(this.#front)
    if (front) front.messages.tell(message)
    else this.#early.push(message)
  }

  pageListens(window: BrowserWindow): void {
    this.#open.get(window)?.messages.pageListens(window)
  }

  pageIsGone(window: BrowserWindow): void {
    this.#open.get(window)?.messages.pageIsGone()
    this.setRows(window, [])
  }

  setRows(window: BrowserWindow, rows: readonly MenuRow[]): void {
    const entry = this.#open.get(window)
    if (entry === undefined) return
    entry.rows = rows
    if (window === this.#front) this.#onFront(rows)
  }

  #bringToFront(window: BrowserWindow | null): void {
    this.#front = window
    this.#onFront(this.rows)
  }
}
