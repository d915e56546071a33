import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { MenuRow } from '@shared/contract/shell-messages'

// Mocked, because Electron's API exists only in its binary. The tests read the menu's template.
vi.mock('electron', () => ({ app: { getName: () => 'ZorkGPT' }, Menu: {} }))
let menu: typeof import('./menu')
beforeAll(async () => {
  menu = await import('./menu')
})

const rows: readonly MenuRow[] = [
  { id: 'export', label: 'Export', group: 'episode', key: 'Mod+S', enabled: true },
  { id: 'settings', label: 'Settings', group: 'episode', key: 'Mod+,', enabled: true },
  { id: 'live', label: 'Live', group: 'move', key: null, enabled: false },
  { id: 'about', label: 'About ZorkGPT', group: 'help', key: null, enabled: true },
]
const template = (platform: NodeJS.Platform, of = rows) =>
  menu.menuTemplate({
    rows: of,
    run: () => undefined,
    file: [{ label: 'New Window' }],
    help: [{ label: 'Own' }],
    development: false,
    platform,
  })
const itemsOf = (items: ReturnType<typeof template>, name: string) =>
  (items.find((item) => (item.label ?? item.role) === name)?.submenu ?? []) as ReturnType<typeof template>

describe('the native menu', () => {
  it('shows the keys of the page without handling them', () => {
    expect(itemsOf(template('linux'), 'File')[0]).toMatchObject({
      label: 'Export',
      accelerator: 'CmdOrCtrl+S',
      registerAccelerator: false,
      enabled: true,
    })
    expect(itemsOf(template('linux'), 'Playhead')[0]).toMatchObject({ label: 'Live', enabled: false })
  })

  it('has About in the app menu on macOS, elsewhere under Help', () => {
    expect(itemsOf(template('darwin'), 'ZorkGPT')[0]).toMatchObject({ id: 'about' })
    expect(itemsOf(template('darwin'), 'help')).toEqual([{ label: 'Own' }])
    expect(itemsOf(template('win32'), 'help').at(-1)).toMatchObject({ id: 'about' })
  })

  it('has the shell’s own items under Help', () => {
    expect(itemsOf(template('linux'), 'help').map((item) => item.label ?? item.type)).toEqual([
      'Own',
      'separator',
      'About ZorkGPT',
    ])
  })

  it('has Settings in the app menu on macOS, elsewhere under File', () => {
    const settings = { id: 'settings', accelerator: 'CmdOrCtrl+,' }
    expect(itemsOf(template('darwin'), 'ZorkGPT')).toContainEqual(expect.objectContaining(settings))
    expect(JSON.stringify(itemsOf(template('darwin'), 'File'))).not.toContain('settings')
    expect(itemsOf(template('linux'), 'File')[1]).toMatchObject(settings)
  })

  it('zooms in with the "+" key, with and without Shift, and on the number pad', () => {
    const keys = itemsOf(template('linux'), 'View').flatMap(({ role, accelerator }) =>
      role === 'zoomIn' ? [accelerator] : [],
    )
    // Without an accelerator, the role would have CmdOrCtrl+Plus.
    expect(keys).toEqual([undefined, 'CmdOrCtrl+=', 'CmdOrCtrl+numadd'])
  })

  it('offers no developer tools, and without a page only standard items', () => {
    expect(JSON.stringify(template('linux'))).not.toContain('toggleDevTools')
    expect(template('linux', []).map((item) => item.label ?? item.role)).toEqual([
      'File',
      'editMenu',
      'View',
      'windowMenu',
      'help',
    ])
  })
})
