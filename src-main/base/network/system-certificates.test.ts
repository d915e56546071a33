import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TEST_CERTIFICATE, TEST_KEY } from './own-certificate.testkit'
import { fetchFromNetwork } from './system-certificates'

const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
const server = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (_request, response) => response.end('north'))
let address = ''

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

it.skipIf(process.platform !== 'linux')(
  'two requests at once accept a certificate that only the system trusts',
  async () => {
    // OpenSSL reads the certificates of the system from this file.
    process.env.SSL_CERT_FILE = join(folder, 'system.pem')
    writeFileSync(process.env.SSL_CERT_FILE, TEST_CERTIFICATE)
    await expect(fetch(address)).rejects.toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } })
    const responses = [1, 2].map(() => fetchFromNetwork(address, { method: 'POST', body: 'where' }))
    expect(await Promise.all((await Promise.all(responses)).map((response) => response.text()))).toEqual([
      'north',
      'north',
    ])
  },
)
