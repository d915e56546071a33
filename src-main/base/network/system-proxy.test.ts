import { once } from 'node:events'
import { createServer, setGlobalProxyFromEnv } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { onPrintedError } from '../terminal/terminal'
import { withProxy } from './system-proxy'

const systemHas = (resolved: string) => () => Promise.resolve(resolved)
const direct = systemHas('DIRECT')

describe('the proxy of a process', () => {
  it('is the one of the system, and excludes this computer', async () => {
    expect(await withProxy({ PATH: '/bin' }, systemHas('PROXY proxy.example:3128; DIRECT'))).toEqual({
      PATH: '/bin',
      HTTP_PROXY: 'http://proxy.example:3128',
      HTTPS_PROXY: 'http://proxy.example:3128',
      NO_PROXY: 'localhost,.localhost,127.0.0.1,::1,[::1]',
      no_proxy: 'localhost,.localhost,127.0.0.1,::1,[::1]',
      NODE_USE_ENV_PROXY: '1',
      NODE_USE_SYSTEM_CA: '1',
    })
    expect(await withProxy({}, systemHas('HTTPS proxy.example:443'))).toMatchObject({
      HTTPS_PROXY: 'https://proxy.example:443',
    })
  })

  it('comes from the variables, if they name one, with their exceptions', async () => {
    const env = { https_proxy: 'http://own.example:1', no_proxy: '.intern.example' }
    expect(await withProxy(env, systemHas('PROXY proxy.example:3128'))).toMatchObject({
      https_proxy: 'http://own.example:1',
      no_proxy: '.intern.example,localhost,.localhost,127.0.0.1,::1,[::1]',
    })
  })

  it('is absent without either', async () => {
    expect(await withProxy({ HTTPS_PROXY: '' }, direct)).toBeNull()
  })

  it('is absent, with a notice, if the system has a SOCKS proxy', async () => {
    const printed: string[] = []
    onPrintedError((text) => printed.push(text))
    expect(await withProxy({}, systemHas('SOCKS5 10.0.0.1:1080'))).toBeNull()
    expect(printed.join()).toContain('10.0.0.1:1080, speaks SOCKS5')
  })
})

const HAS_IPV6 = Object.values(networkInterfaces()).some((own) => own?.some(({ address }) => address === '::1'))

it('fetch goes through it, except to this computer', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('north')
  })
  await once(server.listen(0), 'listening')
  const { port } = server.address() as AddressInfo
  // The proxy answers in place of every other host.
  server.on('connect', ({ url }, socket) => {
    asked.push(url ?? '')
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    socket.pipe(connect(port, '127.0.0.1')).pipe(socket)
  })
  const restore = setGlobalProxyFromEnv({ ...(await withProxy({}, systemHas(`PROXY 127.0.0.1:${port}`))) })
  try {
    const own = ['127.0.0.1', ...(HAS_IPV6 ? ['[::1]'] : [])]
    for (const address of ['http://models.example/v1', ...own.map((host) => `http://${host}:${port}/${host}`)])
      expect(await (await fetch(address)).text()).toBe('north')
    expect(asked).toEqual(['models.example:80', '/v1', ...own.map((host) => `/${host}`)])
  } finally {
    restore()
    server.closeAllConnections()
    server.close()
  }
})
