import { button, expect, test, useApp } from '../kit/launch-app'

/** Restrictions of the desktop page. The stand-in has no separate processes, so it covers only a part. */
const app = useApp()

test('the page has no access to Node and Electron', async () => {
  const found = await app().page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in window),
  )
  expect(found).toEqual([])
})

test('the page cannot run text as code', async () => {
  // A script of the page, because the policy does not apply to code that a test evaluates.
  const blocked = await violated(() => {
    const script = document.createElement('script')
    script.textContent = 'window.hacked = 1'
    document.head.append(script)
  })
  expect(blocked).toMatch(/^script-src/)
  expect(await app().page.evaluate(() => 'hacked' in window)).toBe(false)
})

test('the page cannot open network connections', async () => {
  expect(await violated(() => void fetch('https://example.com/').catch(() => {}))).toBe('connect-src')
  expect(await violated(() => void new WebSocket('wss://example.com/'))).toBe('connect-src')
})

test('the page does not violate its own policy', async () => {
  const { page } = app()
  await page.addInitScript(() => {
    const broken: string[] = []
    Object.assign(window, { broken })
    document.addEventListener('securitypolicyviolation', (event) =>
      broken.push(`${event.effectiveDirective} in ${event.sourceFile}`),
    )
  })
  await page.reload()
  await button(page, 'Settings').click() // Loads the first chunk that contains schemas.
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { broken: string[] }).broken)).toEqual([])
})

test('the page cannot navigate to another address', async () => {
  const { page } = app()
  const before = page.url()
  await page
    .evaluate(() => {
      location.href = 'https://example.com/'
    })
    .catch(() => {})
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(page.url()).toBe(before)
})

test('the page cannot open a window', async () => {
  const { page } = app()
  const opening = page.waitForEvent('popup', { timeout: 500 }).catch(() => null)
  await page.evaluate(() => {
    window.open('https://example.com/')
  })
  await opening // The stand-in cannot prevent the window, and closes it instead.
  await expect.poll(() => page.context().pages().length).toBe(1)
})

test('a permission is denied without asking', async ({ driver }) => {
  test.skip(driver !== 'electron', 'only Electron has permission handlers')
  const answer = await app().page.evaluate(() => Notification.requestPermission())
  expect(answer).toBe('denied')
})

/** The directive of the page's policy that blocks `attempt`. */
async function violated(attempt: () => void): Promise<string> {
  const { page } = app()
  const directive = page.evaluate(
    () =>
      new Promise<string>((resolve) =>
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
          once: true,
        }),
      ),
  )
  await page.evaluate(attempt)
  return directive
}
