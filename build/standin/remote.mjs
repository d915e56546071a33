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
    /** An event of `app`; the first argument of Electron's listeners, the event itself, is added. */
    emit: ([event, ...args]) => void app.emit(event, { preventDefault() {} }, ...args),
    /** An item of the application menu, by its labels or roles. */
    click([menu, name]) {
      const item = find(find(state.menu, menu).submenu, name)
      if (item.enabled === false) throw new Error(`${name} is disabled`)
      if (item.type === 'checkbox') item.checked = !item.checked
      item.click(item)
    },
    isEnabled: ([menu, name]) => find(find(state.menu, menu).submenu, name).enabled ?? true,
    /** A click with the right button: the items of the menu that the shell shows for it. */
    contextMenu(clicked) {
      state.popup = []
      const [window] = state.windows
      window.webContents.emit('context-menu', {}, clicked)
      return state.popup.filter(({ type }) => type !== 'separator').map(nameOf)
    },
    clickContextMenu: (name) => void find(state.popup, name).click(),
    /** Clicks an item of the icon in the tray. */
    clickTray: (name) => void find(system.tray.items, name).click(),
    hasTray: () => system.tray !== null,
    copied: () => system.copied,
    badge: () => system.badge,
    usesGpu: () => system.usesGpu,
    windows: () => state.windows.size,
    /** Sets the last window's full screen. */
    setFullScreen(flag) {
      for (const window of state.windows) window.setFullScreen(flag)
    },
    isFullScreen: () => [...state.windows].map((window) => window.isFullScreen()),
    /** Resizes the window. */
    resize(bounds) {
      for (const window of state.windows) window.setBounds(bounds)
    },
    /** Crashes the page of the window. */
    crash() {
      for (const window of state.windows) window.webContents.forcefullyCrashRenderer()
    },
    /** Emits an event of the window, such as `unresponsive`, and answers whether it was prevented. */
    windowEvent(event) {
      let prevented = false
      for (const window of state.windows) window.emit(event, { preventDefault: () => (prevented = true) })
      return prevented
    },
    /** The system shuts down; answers whether it waits. */
    shutDown() {
      let prevented = false
      powerMonitor.emit('shutdown', { preventDefault: () => (prevented = true) })
      return prevented
    },
    /** Closes the window. */
    close() {
      const [window] = state.windows
      let prevented = false
      window.emit('close', { preventDefault: () => (prevented = true) })
      if (!prevented) void window.page.close()
    },
    /** Switches to another program. */
    blur() {
      for (const window of state.windows) window.focused = false
    },
    /** The state that the system shows. */
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
    /** Clicks the last notification. */
    clickNotification: () => void system.notifications.at(-1).emit('click'),
    /** The files revealed in their folders so far. */
    revealed: () => system.revealed,
    /** The addresses opened in the browser so far. */
    opened: () => system.opened,
    recent: () => system.recent,
    appId: () => system.appId,
    /** The words of the image over the window's button in the taskbar of Windows; null without one. */
    overlay: () => [...state.windows][0].overlay,
    /** The last notification was not shown, as on macOS without a signature. */
    failNotification: () => void system.notifications.at(-1).emit('failed', {}, 'not signed'),
    /** The visibility of the window. */
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
    /** The text below the question in the first of them. */
    detail: () => state.questions[0].detail,
    /** Clicks a button of the first open question. */
    answer: (button) => void state.questions[0].answer(button),
    /** The same with the checkbox ticked. */
    answerForEver: (button) => void state.questions[0].answer(button, true),
    /** Sets the answer of folder dialogs; null cancels them. */
    choose(path) {
      state.chosen = path
    },
    /** Start folders of the folder dialogs shown so far. */
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
