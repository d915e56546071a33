import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleOf } from '../../src-main/mcp/bundle/bundle.testkit'
import { expectAccessible } from '../kit/accessibility'
import { expect, test, useApp } from '../kit/launch-app'

/** A bundle is inspected, added, run after agreement, and removed with its entry. */
const app = useApp()
const panel = () => app().page.getByRole('dialog', { name: 'MCP servers', exact: true })
const sheet = () => app().page.getByRole('dialog', { name: 'Open a bundle' })
const inPanel = (name: string) => panel().getByRole('button', { name, exact: true })
const save = () => app().page.getByRole('dialog', { name: 'Save mcp_config.json' })
const onDisk = () => readFileSync(app().mcpConfig, 'utf8')
/** The folders of unpacked bundles. */
function unpacked(): readonly string[] {
  const root = join(app().dataFolder, '..', 'zorkgpt', 'bundles')
  if (!existsSync(root)) return []
  return readdirSync(root).flatMap((config) => readdirSync(join(root, config)))
}

test('a bundle that is dropped on the window is shown, and nothing of it is unpacked', async () => {
  const { page } = app()
  await page.evaluate(
    (bytes) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([Uint8Array.from(bytes)], 'lamp.mcpb'))
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    },
    [...bundleOf()],
  )
  await expect(sheet()).toContainText('Merrow Lamps')
  await expect(sheet()).toContainText('2 files')
  await expect(sheet().getByRole('group', { name: 'What will be executed' })).toContainText(/node .*server\/index\.js/)
  await expectAccessible(page)
  expect(unpacked()).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet()).toBeHidden()
  await expect(panel()).toBeVisible()
})

test('a bundle that is chosen is filled in by keyboard, added, and run once the user agreed', async () => {
  const { page } = app()
  await inPanel('Import…').click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open a bundle (.mcpb)…' }).focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({ name: 'lamp.mcpb', mimeType: 'application/zip', buffer: Buffer.from(bundleOf()) })
  await sheet().getByLabel('Key').focus()
  await page.keyboard.type('k-123456')
  await page.keyboard.press('Enter')
  await expect(sheet()).toBeHidden()
  await expect(panel().getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('lamp')
  await expect(panel()).toContainText('Not agreed yet')
  expect(unpacked()).toHaveLength(1)

  await inPanel('Test connection').click()
  const question = page.getByRole('dialog', { name: 'Run this program?' })
  await expect(question).toContainText('server/index.js')
  await question.getByRole('button', { name: 'Agree and run' }).click()
  await expect(panel()).toContainText('Connected: 1 tool.')
  await inPanel('Save…').click()
  await save().getByRole('button', { name: 'Save', exact: true }).click()
  await expect(save()).toBeHidden()
  expect(onDisk()).toContain('${secret:LAMP_KEY}')
  expect(onDisk()).not.toContain('k-123456')
})

test('the folder of a bundle is deleted with its entry', async () => {
  await inPanel('Remove lamp').click()
  await inPanel('Save…').click()
  await save().getByRole('button', { name: 'Save', exact: true }).click()
  await expect(save()).toBeHidden()
  await expect.poll(unpacked).toEqual([])
})

test('a bundle that leads out of its folder is refused with the reason', async () => {
  const { page } = app()
  await inPanel('Import…').click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open a bundle (.mcpb)…' }).click()
  const buffer = Buffer.from(bundleOf(undefined, { '../evil.js': Buffer.from('x') }))
  await (await chooser).setFiles({ name: 'evil.mcpb', mimeType: 'application/zip', buffer })
  await expect(sheet().getByRole('alert')).toContainText('its “../evil.js” leads out of the bundle')
  await expectAccessible(page)
})
