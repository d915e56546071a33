// BrowserWindow and webContents: a window is a page of the stand-in's browser.
/** @import * as Electron from 'electron' */
/** @import { PartOf } from './part-of' */
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { openPreloadWorld } from './preload-world.mjs'
import { strict } from './strict.mjs'

/** Serves app://host/path as https://app.host.invalid/path, because Chromium cannot load an unknown scheme. */
const toStandin = (url, schemes) =>
  url.replace(/^([a-z]+):\/\/([^/]+)/, (whole, scheme, host) =>
    schemes.has(scheme) ? `https://${scheme}.${host}.invalid` : whole,
  )
const fromStandin = (url) => url.replace(/^https:\/\/([a-z]+)\.([^/]+)\.invalid/, '$1://$2')

/**
 * @implements {PartOf<Electron.WebContents, 'setWindowOpenHandler' | 'postMessage' | 'reload' |
 *   'forcefullyCrashRenderer' | 'getURL'>}
 */
class WebContents extends EventEmitter {
  ipc = strict('webContents.ipc', new EventEmitter())
  ports = new Map()
  nextPortId = 1
  outgoing = []
  delivering = null
  /** @type {(details: { url: string }) => { action: 'allow' | 'deny' }} */
  windowOpenHandler = () => ({ action: 'allow' })

  constructor(window) {
    super()
    this.window = window
    this.mainFrame = {
      parent: null,
      get url() {
        return fromStandin(window.page?.url() ?? '')
      },
    }
  }
  getURL() {
    return this.mainFrame.url
  }
  setWindowOpenHandler(handler) {
    this.windowOpenHandler = handler
  }

  /** Transfers ports to the page, which is then connected to their partners in this process. */
  postMessage(channel, message, transfer = []) {
    const ids = transfer.map(({ partner }) => {
      const id = this.nextPortId++
      this.ports.set(id, partner)
      partner.send = (data) => this.deliver(['port', id, data])
      partner.closeFarEnd = () => this.deliver(['closePort', id])
      return id
    })
    this.deliver(['emit', channel, [structuredClone(message)], ids])
  }

  /** Delivers items in order; those that arrive during a delivery form the next batch. */
  deliver(item) {
    this.outgoing.push(item)
    this.delivering ??= this.flush().finally(() => {
      this.delivering = null
    })
  }
  async flush() {
    await Promise.resolve()
    while (this.outgoing.length > 0) {
      const batch = this.outgoing.splice(0)
      await this.window.world.deliver(batch).catch(() => {}) // The page was closed or replaced.
    }
  }

  receive(kind, ...args) {
    if (kind === 'loaded') this.closePorts()
    if (kind === 'port') this.ports.get(args[0])?.receive(args[1])
    if (kind === 'send') this.ipc.emit(args[0], { sender: this, senderFrame: this.mainFrame, ports: [] }, ...args[1])
  }
  reload() {
    void this.window.reload()
  }
  forcefullyCrashRenderer() {
    this.window.world.crash().catch(() => {}) // A crashing process does not answer.
  }
  /** Closes the ports of a page that was closed, replaced or crashed. */
  closePorts() {
    for (const port of this.ports.values()) port.end()
    this.ports.clear()
  }
}

export function defineBrowserWindow(app, state) {
  /**
   * @implements {PartOf<Electron.BrowserWindow, 'loadURL' | 'show' | 'focus' | 'isMinimized' | 'maximize' |
   *   'isMaximized' | 'getNormalBounds' | 'setBounds' | 'setProgressBar' | 'setOverlayIcon' | 'isDestroyed' |
   *   'flashFrame' | 'isFullScreen' | 'setFullScreen' | 'restore'>}
   */
  return class BrowserWindow extends EventEmitter {
    static getAllWindows() {
      return [...state.windows]
    }
    static getFocusedWindow() {
      return [...state.windows].find((window) => window.focused) ?? null
    }
    page = null
    /** The preload's world in the page. */
    world = null
    hasCrashed = false
    /** The URL that the main process is loading, which needs no permission; null for none. */
    loading = null
    destroyed = false
    isMax = false
    isFull = false
    focused = true
    flashing = false
    progress = -1
    overlay = null

    constructor(options) {
      super()
      const { x = 0, y = 0, width, height, show = true } = options
      this.bounds = { x, y, width, height }
      this.shown = show
      if (!state.context) throw new Error('Cannot create BrowserWindow before app is ready')
      this.contents = new WebContents(this)
      this.webContents = strict('webContents', this.contents)
      this.self = strict('BrowserWindow', this)
      state.windows.add(this.self)
      app.emit('web-contents-created', {}, this.webContents)
      this.opening = this.open(options)
      return this.self
    }
    async open({ webPreferences: { preload, contextIsolation, sandbox, nodeIntegration } }) {
      if (contextIsolation !== true || sandbox !== true || nodeIntegration !== false)
        throw new Error('the preload must be isolated and sandboxed')
      if (!preload.endsWith('.cjs')) throw new Error('a sandboxed preload must be CommonJS')
      this.preload = readFileSync(preload, 'utf8')
      await this.openPage()
    }
    async openPage() {
      const page = (this.page = await state.context.newPage())
      const { width, height } = this.bounds
      await page.setViewportSize({ width, height })
      page.on('close', () => page === this.page && this.onPageClosed())
      page.on('crash', () => this.onCrash())
      page.on('pageerror', (error) => process.stderr.write(`[page error] ${error.message}\n`))
      page.on('console', (message) => process.env.STANDIN_LOG && process.stderr.write(`[page] ${message.text()}\n`))
      this.world = await openPreloadWorld(page, this.preload, (...args) => this.contents.receive(...args))
      await page.route('**', (route) => this.route(route))
    }
    onCrash() {
      this.hasCrashed = true
      this.contents.closePorts()
      this.contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
    }
    /** Reloads the page. A crashed page, which Playwright cannot use, is replaced by a new one. */
    async reload() {
      const gone = this.page
      if (!this.hasCrashed) return void (await gone.reload())
      this.hasCrashed = false
      await this.openPage()
      void gone.close()
      await this.page.goto(gone.url())
    }
    async route(route) {
      const request = route.request()
      if (
        request.isNavigationRequest() &&
        request.url() !== this.loading &&
        !this.mayNavigate(fromStandin(request.url()))
      )
        return route.abort('aborted')
      const asked = new URL(fromStandin(request.url()))
      const handler = state.handlers.get(asked.protocol.slice(0, -1))
      if (!handler) return route.continue()
      const answer = await handler(new Request(asked, { method: request.method() }))
      await route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      })
    }
    mayNavigate(url) {
      let allowed = true
      this.contents.emit('will-frame-navigate', {
        url,
        preventDefault: () => {
          allowed = false
        },
      })
      return allowed
    }
    async loadURL(url) {
      await this.opening
      this.loading = toStandin(url, state.schemes)
      await this.page.goto(this.loading, { waitUntil: 'load' })
      this.loading = null
      // Omitted for a window that is never painted while hidden, as on Wayland.
      if (process.env.STANDIN_NEVER_PAINTED !== '1') this.emit('ready-to-show')
      this.contents.emit('did-finish-load')
    }
    onPageClosed() {
      this.emit('close', { preventDefault() {} })
      this.destroyed = true
      state.windows.delete(this.self)
      this.contents.closePorts()
      this.emit('closed')
      if (state.windows.size === 0) app.emit('window-all-closed')
    }
    show() {
      this.shown = true
    }
    focus() {
      this.focused = true
      this.emit('focus')
    }
    flashFrame(flag) {
      this.flashing = flag
    }
    setOverlayIcon(image, description) {
      this.overlay = image === null ? null : description
    }
    setProgressBar(progress) {
      this.progress = progress
    }
    isMinimized() {
      return false
    }
    /** Also shows a hidden window, as Electron does, painted or not. */
    maximize() {
      this.isMax = true
      this.show()
    }
    isFullScreen() {
      return this.isFull
    }
    setFullScreen(flag) {
      this.isFull = flag
    }
    restore() {}
    isMaximized() {
      return this.isMax
    }
    getNormalBounds() {
      return this.bounds
    }
    setBounds(bounds) {
      this.bounds = { ...this.bounds, ...bounds }
      void this.page.setViewportSize({ width: this.bounds.width, height: this.bounds.height })
    }
    isDestroyed() {
      return this.destroyed
    }
  }
}
