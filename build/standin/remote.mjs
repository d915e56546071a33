// What the operating system and a person's hand would do, for a test that started the stand-in with a channel: each
// message is one of { id, emit: [event, ...args] } an event of `app`; the first argument of Electron's listeners, the
// event itself, is added { id, click: [menu, item] } an item of the application menu, by its labels or roles { id,
// resize: bounds } the one window is dragged to another size { id, menu: true } asks for the labels of the application
// menu { id, errors: true } asks for the error boxes shown so far { id, choose: path } what a folder dialog answers
// from now on; null cancels it { id, folders: true } asks where the folder dialogs shown so far began and is answered
// by { id, answer }.
export function listenToTests(app, state) {
  const nameOf = ({ label, role }) => label ?? role
  const find = (items, name) => {
    const item = items.find((candidate) => nameOf(candidate) === name)
    if (!item) throw new Error(`there is no menu item ${name} among ${items.map(nameOf).join(', ')}`)
    return item
  }
  const actions = {
    emit: ([event, ...args]) => void app.emit(event, { preventDefault() {} }, ...args),
    click([menu, name]) {
      const item = find(find(state.menu, menu).submenu, name)
      if (item.enabled === false) throw new Error(`${name} is disabled`)
      item.click()
    },
    resize(bounds) {
      for (const window of state.windows) window.setBounds(bounds)
    },
    menu: () =>
      state.menu.map((item) => ({
        name: nameOf(item),
        items: (item.submenu ?? [])
          .filter(({ type }) => type !== 'separator')
          .map(({ enabled = true, accelerator = null, ...rest }) => ({ name: nameOf(rest), enabled, accelerator })),
      })),
    errors: () => state.errors,
    choose(path) {
      state.chosen = path
    },
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
