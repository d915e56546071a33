import { powerMonitor, signs as system } from './system-signs.mjs'

/**
 * Actions of the operating system and the user, for a test that started the stand-in with an IPC channel. A message is
 * { id, ACTION: value } with one of the actions below; the reply is { id, answer } or { id, failure }.
 */
export function listenToTests(app, state) {
  const nameOf = (item) => item.label ?? item.role
  const find = (items, name) => {
    const item = items.find((candidate) => nameOf(candidate) === name)
    if (!item) throw new Error(`there is no menu item ${name} among ${items.map(nameOf).join(', ')}`)
    return item
  }
  const actions = {
    /** Emits an event of `app`. The first argument of Electron's listeners, the event itself, is added. */
    emit: ([event, ...args]) => void app.emit(event, { preventDefault() {} }, ...args),
    /** Clicks an item of the application menu, found by its labels or roles. */
    click([menu, name]) {
      const item = find(find(state.menu, menu).submenu, name)
      if (item.enabled === false) throw new Error(`${name} is disabled`)
      if (item.type === 'checkbox') item.checked = !item.checked
      item.click(item)
    },
    isEnabled: ([menu, name]) => find(find(state.menu, menu).submenu, name).enabled ?? true,
    /** Right-clicks, and returns the items of the menu that the shell shows. */
    contextMenu(clicked) {
      state.popup = []
      const [window] = state.windows
      window.webContents.emit('context-menu', {}, clicked)
      return state.popup.filter(({ type }) => type !== 'separator').map(nameOf)
    },
    clickContextMenu: (name) => void find(state.popup, name).click(),
    /** Clicks an item of the tray icon's menu. */
    clickTray: (name) => void find(system.tray.items, name).click(),
    hasTray: () => system.tray !== null,
    copied: () => system.copied,
    badge: () => system.badge,
    usesGpu: () => system.usesGpu,
    windows: () => state.windows.size,
    /** Sets the full screen of every window. */
    setFullScreen(flag) {
      for (const window of state.windows) window.setFullScreen(flag)
    },
    isFullScreen: () => [...state.windows].map((window) => window.isFullScreen()),
    resize(bounds) {
      for (const window of state.windows) window.setBounds(bounds)
    },
    /** Crashes the page of every window. */
    crash() {
      for (const window of state.windows) window.webContents.forcefullyCrashRenderer()
    },
    /** Emits an event of every window, such as `unresponsive`, and returns whether it was prevented. */
    windowEvent(event) {
      let prevented = false
      for (const window of state.windows) window.emit(event, { preventDefault: () => (prevented = true) })
      return prevented
    },
    /** Shuts the system down, and returns whether it waits for the app. */
    shutDown() {
      let prevented = false
      powerMonitor.emit('shutdown', { preventDefault: () => (prevented = true) })
      return prevented
    },
    close() {
      const [window] = state.windows
      let prevented = false
      window.emit('close', { preventDefault: () => (prevented = true) })
      if (!prevented) void window.page.close()
    },
    /** Moves the focus to another program. */
    blur() {
      for (const window of state.windows) window.focused = false
    },
    /** The state of the app that the system shows. */
    signs: () => {
      const [{ focused, flashing, progress }] = state.windows
      return {
        focused,
        flashing,
        progress,
        awake: system.blockers.map(({ type }) => type),
        notifications: system.notifications.map(({ text }) => text),
      }
    },
    clickNotification: () => void system.notifications.at(-1).emit('click'),
    /** The files revealed in their folders so far. */
    revealed: () => system.revealed,
    /** The addresses opened in the browser so far. */
    opened: () => system.opened,
    recent: () => system.recent,
    appId: () => system.appId,
    /** The text of the image on the window's button in the taskbar of Windows; null without one. */
    overlay: () => [...state.windows][0].overlay,
    /** Makes the last notification fail, as on macOS without a signature. */
    failNotification: () => void system.notifications.at(-1).emit('failed', {}, 'not signed'),
    /** Whether the window is shown and whether it is maximized. */
    window: () => {
      const [{ shown, isMax }] = state.windows
      return { shown, maximized: isMax }
    },
    /** How often the menu was replaced. */
    menus: () => state.menus,
    menu: () =>
      state.menu.map((item) => ({
        name: nameOf(item),
        items: (item.submenu ?? [])
          .filter(({ type, visible = true }) => type !== 'separator' && visible)
          .map(({ enabled = true, accelerator = null, ...rest }) => ({ name: nameOf(rest), enabled, accelerator })),
      })),
    /** The open questions and errors. */
    questions: () => state.questions.map(({ message, buttons }) => ({ message, buttons })),
    /** The detail text of the first open question. */
    detail: () => state.questions[0].detail,
    /** Clicks a button of the first open question. */
    answer: (button) => void state.questions[0].answer(button),
    /** Clicks a button with the checkbox ticked. */
    answerForEver: (button) => void state.questions[0].answer(button, true),
    /** Sets the answer of folder dialogs; null cancels them. */
    choose(path) {
      state.chosen = path
    },
    /** Start folders of the folder dialogs so far. */
    folders: () => state.folders,
  }
  process.on('message', ({ id, ...message }) => {
    const [[kind, value]] = Object.entries(message)
    try {
      process.send({ id, answer: actions[kind](value) ?? null })
    } catch (error) {
      process.send({ id, failure: error.message })
    }
  })
}
