import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { browserArgs, findBrowser } from '../../build/scripts/find-browser.mjs'
import { root } from '../../build/scripts/outputs.mjs'
import { acts, type ScriptedReply, startScriptedEndpoint } from '../../src-main/llm/scripted-endpoint.testkit'
import { windowSize } from '../drivers/driver'
import { startProcess } from '../drivers/process'
import { button, expect, launchApp, region, startExplorer, startModel, test } from '../kit/launch-app'
import { personAt } from '../kit/person'

test('a user whose model fails reads why, fixes it, and resumes: 1 step', async ({ driver }) => {
  const app = await launchApp(driver)
  let reply: ScriptedReply = { kind: 'error', status: 404, body: { error: { message: 'There is no such model.' } } }
  const endpoint = await startScriptedEndpoint(() => reply)
  try {
    const { page } = app
    const person = personAt(page)
    await startModel(page, endpoint.baseUrl)
    const banner = page.getByRole('banner')
    await expect(banner).toContainText('There is no such model.')
    await expect(banner.getByText('Paused', { exact: true })).toBeVisible()
    await expect(banner.getByRole('heading', { name: 'Glass Weather' })).toBeVisible()
    reply = acts('look')
    await person.click(button(page, 'Resume'))
    await expect(region(page, 'Story').getByRole('article', { name: 'Turn 1', exact: true })).toBeVisible()
    await expect(banner).not.toContainText('There is no such model.')
    expect(person.steps).toBe(1)
  } finally {
    await endpoint.close()
    await app.close()
  }
})

test('a user whose host restarted continues at its new address: 2 steps', async ({ driver }) => {
  test.skip(driver !== 'web', 'The desktop app has no address.')
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
    const restored = page.getByRole('status').filter({ hasText: 'Restored to turn' })
    await person.click(restored.getByRole('button', { name: 'Resume from here' }))
    await expect(page.getByRole('banner').getByText(/^Live · turn/)).toBeVisible()
    expect(person.steps).toBe(2)
    // The host took its last port again, so that the browser still knows the view settings of the address.
    expect(new URL(page.url()).port).toBe(new URL(address).port)
    await expect(page.locator('html[data-theme="dark"]')).toBeAttached()
  } finally {
    await browser.close()
    await host.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
})
