import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identityOf } from '../../build/scripts/package/identity.mjs'
import { eventsOf, expect, startExplorer, test } from '../kit/launch-app'
import { packApp, useStandIn } from '../kit/stand-in-app'

/** The desktop shell as on Windows: installed, portable, and at the end of a session. */
const app = useStandIn()

interface Signs {
  readonly flashing: boolean
  readonly awake: readonly string[]
  readonly notifications: readonly string[]
}
const signs = async () => (await app.main.ask({ signs: true })) as Signs
let resources: string
test.beforeAll(() => {
  resources = packApp(app.home)
  // This system cannot start programs as Windows does.
  writeFileSync(join(app.home, 'zorkgpt.toml'), '[mcp]\nenabled = false\n')
})
const windows = { STANDIN_PLATFORM: 'win32' }
const press = (name: string) => app.page.getByRole('button', { name, exact: true }).first().click()

async function startAndPause() {
  await startExplorer(app.page)
  await expect.poll(async () => (await signs()).awake).toHaveLength(1)
  await app.main.ask({ blur: true })
  await press('Pause')
  await expect.poll(async () => (await signs()).awake).toEqual([])
}

test('an installed app has the id that its installer gave to the links', async () => {
  await app.start({ ...windows, STANDIN_RESOURCES: resources })
  expect(await app.main.ask({ appId: true })).toBe(identityOf().appId)
  await startAndPause()
  await expect.poll(async () => (await signs()).notifications).toHaveLength(1)
  expect((await signs()).flashing).toBe(false)
})

test('the button in the taskbar shows how many episodes are running', async () => {
  expect(await app.main.ask({ overlay: true })).toBeNull()
  await press('Resume')
  await expect.poll(() => app.main.ask({ overlay: true })).toBe('1 episode is running')
  await press('Pause')
  await expect.poll(() => app.main.ask({ overlay: true })).toBeNull()
})

test('the window flashes if a notification fails', async () => {
  await app.main.ask({ failNotification: true })
  expect((await signs()).flashing).toBe(true)
})

test('a portable app flashes instead of notifying', async () => {
  await app.main.stop()
  await app.start({ ...windows, STANDIN_RESOURCES: resources, PORTABLE_EXECUTABLE_FILE: 'ZorkGPT.exe' })
  await startAndPause()
  await expect.poll(async () => (await signs()).flashing).toBe(true)
  expect((await signs()).notifications).toEqual([])
})

test('without a running episode, the end of a session is not delayed', async () => {
  expect(await app.main.ask({ windowEvent: 'query-session-end' })).toBe(false)
})

test('the end of a session is delayed until the log of a running episode is complete', async () => {
  await press('Resume')
  await expect.poll(async () => (await signs()).awake).toHaveLength(1)
  expect(await app.main.ask({ windowEvent: 'query-session-end' })).toBe(true)
  expect(await app.main.ended).toBe(0)
  expect(eventsOf(app.dataFolder).map(({ seq }) => seq)).toEqual(eventsOf(app.dataFolder).map((_event, index) => index))
})
