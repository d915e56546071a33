import { signs as system } from './system-signs.mjs'

/**
 * What the operating system and a person's hand would do, for a test that started the stand-in with a channel. Each
 * message is { id, ACTION: value } with one of the actions below, and is answered by { id, answer } or { id, failure }.
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
      item.click()
    },
    /** The one window is dragged to another size. */
    resize(bounds) {
      for (const window of state.windows) window.setBounds(bounds)
    },
    /** The page of the one window ends, with its process. */
    crash() {
      for (const window of state.windows) window.webContents.forcefullyCrashRenderer()
    },
    /** An event of the one window, such as `unresponsive`. */
    windowEvent(event) {
      for (const window of state.windows) window.emit(event)
    },
    /** A person closes the one window. */
    close() {
      const [window] = state.windows
      let prevented = false
      window.emit('close', { preventDefault: () => (prevented = true) })
      if (!prevented) void window.page.close()
    },
    /** A person goes to another program. */
    blur() {
      for (const window of state.windows) window.focused = false
    },
    /** What the system shows to the user. */
    signs: () => {
      const [{ focused, progress }] = state.windows
      return {
        focused,
        progress,
        awake: system.blockers.map(({ type }) => type),
        notifications: system.notifications.map(({ text }) => text),
      }
    },
    /** Clicks the notification that was shown last. */
    clickNotification: () => void system.notifications.at(-1).emit('click'),
    /** The files shown in their folders so far. */
    revealed: () => system.revealed,
    recent: () => system.recent,
    /** How the one window is shown. */
    window: () => {
      const [{ shown, shownEmpty, isMax }] = state.windows
      return { shown, shownEmpty, maximized: isMax }
    },
    menu: () =>
      state.menu.map((item) => ({
        name: nameOf(item),
        items: (item.submenu ?? [])
          .filter(({ type }) => type !== 'separator')
          .map(({ enabled = true, accelerator = null, ...rest }) => ({ name: nameOf(rest), enabled, accelerator })),
      })),
    /** The error boxes shown so far. */
    errors: () => state.errors,
    /** What is asked at the moment. */
    questions: () => state.questions.map(({ message, buttons }) => ({ message, buttons })),
    /** Clicks that button of the question that was asked first. */
    answer: (button) => void state.questions[0].answer(button),
    /** What a folder dialog answers from now on; null cancels it. */
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
