import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

type Script = typeof import('./electron-binary.mjs')
const onPosix = process.platform !== 'win32'

/** The script beside a fake package `electron`. */
let folder: string
let script: Script
const electronFile = () => join(folder, 'node_modules/electron/dist', binaryName())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'electron-binary-'))
  cpSync(join(import.meta.dirname, 'electron-binary.mjs'), join(folder, 'electron-binary.mjs'))
  write('package.json', '{ "name": "electron", "version": "45.0.0" }')
  script = (await import(pathToFileURL(join(folder, 'electron-binary.mjs')).href)) as Script
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', undefined)
  for (const name of [
    'HTTPS_PROXY',
    'https_proxy',
    'npm_config_proxy',
    'npm_config_https_proxy',
    'ELECTRON_GET_USE_PROXY',
  ])
    vi.stubEnv(name, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

function write(file: string, text: string): void {
  const path = join(folder, 'node_modules/electron', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function binaryName(): string {
  if (process.platform === 'win32') return 'electron.exe'
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron'
}

/** An install script of Electron that runs this code, with `write` as above. */
const installs = (code: string) =>
  write(
    'install.js',
    `const fs = require('node:fs')
const write = (file, text) => { fs.mkdirSync(require('node:path').dirname(__dirname + '/' + file), { recursive: true }); fs.writeFileSync(__dirname + '/' + file, text) }
${code}`,
  )
const WHOLE = `write('dist/${binaryName()}', ''); write('dist/version', 'v45.0.0'); write('path.txt', '${binaryName()}')`
const install = () => script.installElectron(process.execPath, () => {}, 1)

describe("Electron's binary", () => {
  it('is found if it is complete and has the version of the package', () => {
    write(`dist/${binaryName()}`, '')
    write('dist/version', 'v45.0.0')
    expect(script.findElectron()).toBeNull()
    write('path.txt', binaryName())
    expect(script.findElectron()).toBe(electronFile())
    write('dist/version', 'v44.9.9')
    expect(script.findElectron()).toBeNull()
  })

  it('is not found after an interrupted update', async () => {
    write('path.txt', binaryName())
    installs(`write('dist/${binaryName()}', ''); write('dist/version', '45.0.0'); process.exit(1)`)
    await expect(install()).rejects.toThrow()
    expect(script.findElectron()).toBeNull()
  })

  it('is downloaded through the proxy of the environment, or the one of npm', async () => {
    installs(`const { ELECTRON_GET_USE_PROXY, HTTPS_PROXY } = process.env
write('seen', ELECTRON_GET_USE_PROXY ? HTTPS_PROXY : 'none'); ${WHOLE}`)
    const seen = async () => {
      await install()
      return readFileSync(join(folder, 'node_modules/electron/seen'), 'utf8')
    }
    expect(await seen()).toBe('none')
    vi.stubEnv('npm_config_proxy', 'http://npm.invalid:3128')
    expect(await seen()).toBe('http://npm.invalid:3128')
    vi.stubEnv('https_proxy', 'http://proxy.invalid:3128')
    expect(await seen()).toBe('http://proxy.invalid:3128')
  })

  it('is reported with its address if it cannot be reached', async () => {
    installs(`console.error('TypeError: fetch failed'); process.exit(1)`)
    await expect(install()).rejects.toThrow('github.com, or its mirror or proxy, cannot be reached')
  })

  it('is no longer awaited if nothing arrives, and its temporary files are deleted', async () => {
    vi.stubEnv('TMPDIR', folder)
    installs(`fs.writeFileSync(require('node:os').tmpdir() + '/half.zip', 'half'); setInterval(() => {}, 1e6)`)
    await expect(install()).rejects.toThrow('nothing arrived for 1 s')
    expect(readdirSync(folder).filter((name) => name.startsWith('zorkgpt-electron-'))).toEqual([])
  })

  it('counts as stalled if it has not grown for the given time, whatever its total time', () => {
    const isStalled = script.stallWatch(60_000)
    expect([isStalled(1, 0), isStalled(2, 50_000), isStalled(3, 100_000), isStalled(3, 159_999)]).toEqual(
      Array(4).fill(false),
    )
    expect(isStalled(3, 160_000)).toBe(true)
  })
})

describe.runIf(onPosix)('on a system that restricts sandboxes', () => {
  it('prints the command that allows the sandbox, unless a profile or the rights of the helper do', () => {
    const electron = join(folder, 'electron')
    const helper = join(folder, 'chrome-sandbox')
    expect(script.sandboxMend(electron, true)).toBeNull()
    writeFileSync(helper, '')
    chmodSync(helper, 0o755)
    const mend = script.sandboxMend(electron, true, '')
    expect(mend).toContain(`profile zorkgpt-dev "${electron}" flags=(unconfined) { userns, }`)
    expect(script.sandboxMend(electron, true, mend ?? '')).toBeNull()
    expect(script.sandboxMend(electron, false)).toBeNull()
    chmodSync(helper, 0o4755)
    if (process.getuid?.() === 0) expect(script.sandboxMend(electron, true)).toBeNull()
    else expect(script.sandboxMend(electron, true)).not.toBeNull()
  })
})
