import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { browserArgs, findBrowser } from '../../build/scripts/find-browser.mjs'
import { root } from '../../build/scripts/outputs.mjs'
import { windowSize } from '../drivers/driver'
import { startProcess } from '../drivers/process'
import { expect, region, startExplorer, test } from '../kit/launch-app'
import { personAt } from '../kit/person'

test('a user whose host restarted continues at its new address: 2 steps', async () => {
  const home = mkdtempSync(join(tmpdir(), 'zorkgpt-e2e-'))
  const start = () =>
    startProcess([join(root, 'build/scripts/start.mjs'), '--web'], {
      ...process.env,
      ZORKGPT_HOME: home,
      XDG_STATE_HOME: home,
    })
  const addressOf = async (host: ReturnType<typeof start>) =>
    (await Promise.race([host.line(/^ready (\S+)$/m), host.failed]))[1] ?? ''
  const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: browserArgs })
  let host = start()
  try {
    const page = await browser.newPage({ viewport: windowSize })
    const person = personAt(page)
    const address = await addressOf(host)
    await page.goto(address)
    await page.getByRole('combobox', { name: 'Theme' }).selectOption({ label: 'Dark' })
    await startExplorer(page)
    await expect(region(page, 'Story').getByRole('article', { name: 'Turn 2', exact: true })).toBeVisible()
    await host.stop('SIGKILL')
    const strip = page.getByRole('alert').filter({ hasText: 'Lost the host at turn' })
    await expect(strip).toContainText(/Retrying/)
    host = start()
    await addressOf(host)
    const moved = page.getByRole('alert').filter({ hasText: 'The host was restarted and has a new address.' })
    await person.click(moved.getByRole('button', { name: 'Continue there' }))
    await expect(page.getByRole('status').filter({ hasText: 'Restored to turn' })).toBeVisible()
    await person.click(page.getByRole('button', { name: 'Resume', exact: true }))
    await expect(page.getByRole('banner').getByText(/^Live · turn/)).toBeVisible()
    expect(person.steps).toBe(2)
    // The host uses its last port again, so that the browser still has the view settings of the address.
    expect(new URL(page.url()).port).toBe(new URL(address).port)
    await expect(page.locator('html[data-theme="dark"]')).toBeAttached()
  } finally {
    await browser.close()
    await host.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
})
