import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeServer, listenOnLoopback } from '../../src-main/base/limits/connections'
import { hasBinding } from '../../src-main/models/runtime/native-model'
import { tinyModel } from '../../src-main/models/tiny-model.testkit'
import type { GoodModel } from '../../src-shared/models/good-models'
import { expectAccessible } from '../kit/accessibility'
import { button, eventsOf, expect, launchApp, region, test, type TestApp, useClosing } from '../kit/launch-app'
import { personAt } from '../kit/person'

/** Uses a real model instead of the tiny one, whose answers the test chooses. */
const { ZORKGPT_TEST_MODEL: realModel } = process.env
const answer = ['{"thinking": "A mailbox.", ', '"action": "open mailbox", ', '"new_objective": null}']
const file = realModel === undefined ? tinyModel({ answer, contextLength: 100_000 }) : readFileSync(realModel)

const offered: GoodModel = {
  id: 'small',
  title: 'Small model',
  file: 'maker/small/resolve/main/small.gguf',
  licence: 'MIT',
  quantization: 'F32',
  parameters: 135_000_000,
  sizeBytes: file.length,
  contextBytesPerToken: 128,
  sha256: createHash('sha256').update(file).digest('hex'),
  goodFor: 'Tests.',
}

const atEnd = useClosing()
let app: TestApp
/** Sends the second half of the file. */
let sendRest: () => void
test.describe.configure({ mode: 'serial', timeout: 1_000_000 })
test.beforeAll(async ({ driver }) => {
  test.skip(!hasBinding(), `no llama.cpp for ${process.platform} on ${process.arch}`)
  const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-list-'))
  writeFileSync(join(folder, 'list.json'), JSON.stringify([offered]))
  const isWanted = new Promise<void>((resolve) => (sendRest = resolve))
  const server = createServer((request, response) => {
    const half = Math.floor(file.length / 2)
    response.writeHead(request.url === `/${offered.file}` ? 200 : 404, { 'content-length': file.length, etag: '"one"' })
    response.write(file.subarray(0, half))
    void isWanted.then(() => response.end(file.subarray(half)))
  })
  const port = await listenOnLoopback(server, 0)
  const settings = {
    list_file: join(folder, 'list.json'),
    download_address: `http://127.0.0.1:${port}`,
    context_tokens: realModel === undefined ? 100_000 : 8192,
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
  app = await launchApp(driver, { isFirstRun: true, settings: `[local_models]\n${lines.join('')}` })
  atEnd(async () => {
    await app.close()
    await closeServer(server)
    rmSync(folder, { recursive: true })
  })
})

test('a user at the first start lets an AI play on this computer: 4 clicks, and one to stop it', async () => {
  const { page, dataFolder, pageErrors } = app
  const person = personAt(page)
  const sheet = page.getByRole('dialog', { name: 'Models on this computer' })
  await person.click(region(page, 'First steps').getByRole('button', { name: 'Let an AI play on this computer' }))
  await person.click(sheet.getByRole('button', { name: 'Download Small model' }))
  await expect(sheet.getByRole('progressbar', { name: 'Download of Small model' })).not.toHaveAttribute('value', '0')
  await expectAccessible(page)
  sendRest()
  await expect(sheet.getByRole('region', { name: 'Ready to play' })).toContainText('is ready to play.')
  await expectAccessible(page)
  await person.click(sheet.getByRole('button', { name: /^Play with / }))
  await person.click(
    page.getByRole('dialog', { name: 'New episode' }).getByRole('button', { name: 'Start', exact: true }),
  )
  await expect(region(page, 'Episodes').getByRole('link')).toContainText('Running')
  // On a busy computer, a real model needs minutes to read its first prompt.
  await expect
    .poll(() => eventsOf(dataFolder).map(({ event_type }) => event_type), { timeout: 900_000 })
    .toContain('action_chosen')
  const [manifest] = eventsOf(dataFolder)
  expect(manifest).toMatchObject({ player: { kind: 'llm', model: 'small', weights: { sha256: offered.sha256 } } })
  const chosen = eventsOf(dataFolder).find(({ event_type }) => event_type === 'action_chosen')
  if (realModel === undefined) expect(chosen).toMatchObject({ action: 'open mailbox', source: 'model' })
  await person.click(button(page, 'Stop'))
  expect([person.steps, pageErrors]).toEqual([5, []])
})

test('a user adds model files: one that is dropped, one that is chosen, and one that is not a model', async () => {
  test.skip(realModel !== undefined, 'the tiny model is enough')
  const { page } = app
  const person = personAt(page)
  const sheet = page.getByRole('dialog', { name: 'Models on this computer' })
  await person.drop({ name: 'dropped.gguf', bytes: file })
  await expect(sheet).toContainText('dropped')
  const choose = sheet.locator('input[type=file]')
  await choose.setInputFiles({ name: 'chosen.gguf', mimeType: 'application/octet-stream', buffer: file })
  await expect(sheet.getByRole('status').filter({ hasText: 'chosen was added.' })).toBeVisible()
  await choose.setInputFiles({ name: 'text.gguf', mimeType: 'text/plain', buffer: Buffer.from('no model') })
  await expect(sheet.getByRole('alert')).toContainText('it does not begin with GGUF')
})
