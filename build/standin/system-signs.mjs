// The effects of the app on the system, besides its windows.
/** @import * as Electron from 'electron' */
/** @import { PartOf } from './part-of' */
import { EventEmitter } from 'node:events'
import { strict } from './strict.mjs'

/**
 * Whether the app uses the GPU; the active sleep blockers; the notifications, revealed files, opened addresses and
 * recent documents so far; the app's id on Windows; the badge of its icon, the text of the clipboard, and the tray
 * icon.
 */
export const signs = {
  usesGpu: true,
  blockers: [],
  notifications: [],
  revealed: [],
  opened: [],
  recent: [],
  appId: null,
  badge: 0,
  copied: null,
  tray: null,
}

/** Throws where Electron would create an id and write it into the Start menu. */
export function needAppId(what) {
  if (process.platform === 'win32' && signs.appId === null)
    throw new Error(`electron stand-in: ${what} before setAppUserModelId`)
}

let blockerId = 0
/** @satisfies {PartOf<Electron.PowerSaveBlocker, 'start' | 'stop'>} */
const blockerPart = {
  start(type) {
    signs.blockers.push({ id: ++blockerId, type })
    return blockerId
  },
  stop(id) {
    const index = signs.blockers.findIndex((blocker) => blocker.id === id)
    if (index >= 0) signs.blockers.splice(index, 1)
    return index >= 0
  },
}
export const powerSaveBlocker = strict('powerSaveBlocker', blockerPart)

export const powerMonitor = strict('powerMonitor', new EventEmitter())

/** @implements {PartOf<Electron.Notification, 'show' | 'close'>} */
export class Notification extends EventEmitter {
  static isSupported() {
    needAppId('Notification.isSupported')
    return true
  }
  constructor({ title, body }) {
    super()
    this.text = `${title}: ${body}`
  }
  show() {
    signs.notifications.push(this)
  }
  close() {}
}

/** @implements {PartOf<Electron.Tray, 'setToolTip' | 'setContextMenu' | 'destroy'>} */
export class Tray extends EventEmitter {
  items = []
  constructor() {
    super()
    signs.tray = this
  }
  setToolTip() {}
  setContextMenu({ items }) {
    this.items = items
  }
  destroy() {
    signs.tray = null
  }
}

/** @satisfies {PartOf<typeof Electron.nativeImage, 'createFromBitmap'>} */
const imagePart = {
  createFromBitmap: (buffer, { width, height }) => {
    if (buffer.length !== width * height * 4) throw new Error('electron stand-in: a bitmap has four bytes a pixel')
    return {}
  },
}
export const nativeImage = strict('nativeImage', imagePart)

/** @satisfies {PartOf<Electron.Clipboard, 'writeText'>} */
const clipboardPart = {
  async writeText(text) {
    signs.copied = text
  },
}
export const clipboard = strict('clipboard', clipboardPart)

/** @satisfies {PartOf<Electron.Shell, 'showItemInFolder' | 'openExternal' | 'openPath'>} */
const shellPart = {
  openPath: async (folder) => {
    signs.revealed.push(folder)
    return ''
  },
  openExternal: async (url) => {
    signs.opened.push(url)
  },
  showItemInFolder(file) {
    signs.revealed.push(file)
  },
}
export const shell = strict('shell', shellPart)
