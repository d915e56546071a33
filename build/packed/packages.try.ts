// Installs and uses the packages for Linux, built with an empty Electron (build/packed/hollow-electron.mjs). Electron
// itself is not tested, nor, without PACKAGE_TOOLS=fetched, the real fpm and AppImage runtime (fpm.mjs, pack.ts).
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import asar from '@electron/asar'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort, pageAt } from '../../e2e/drivers/stand-in.ts'
import { findBrowser } from '../scripts/find-browser.mjs'
import { root } from '../scripts/outputs.mjs'
import { lacking, pack, type Target, TARGETS, whyNot } from './pack.ts'
import { SystemRoot, whyNoRoot } from './system-root.ts'
import { walk } from './walk.mjs'

/** Maximum size without Electron, which adds about 100 MB. Two thirds of the packages are llama.cpp. */
const MAX_BYTES = 24_000_000
const ICON_SIZES = [16, 24, 32, 48, 64, 128, 256, 512]
const EPISODE = 'a walk.zorkgpt'
const PLAY = ['play', '--game', 'glass-weather', '--turns', '2', '--player', 'explorer', '--json']
/** The MIME type of each file name ending that the package registers. */
const TYPES = {
  z3: 'application/x-zmachine',
  z5: 'application/x-zmachine',
  z8: 'application/x-zmachine',
  zblorb: 'application/x-blorb',
  zorkgpt: 'application/x-zorkgpt-episode',
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }
const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-packed-'))
const fileOf = new Map<Target, string>()

beforeAll(() => {
  const possible = TARGETS.filter((target) => whyNot(target) === null)
  if (possible.length > 0) for (const [target, file] of pack(possible, folder)) fileOf.set(target, file)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packageOf = (target: Target): string => {
  const file = fileOf.get(target)
  if (file === undefined) throw new Error(`There is no ${target}.`)
  return file
}
const titled = (what: string, reason: string | null) => (reason === null ? what : `${what} (skipped: ${reason})`)
const lines = (text: string) => text.split('\n').filter((line) => line !== '')
const turnsOf = (said: string) => (JSON.parse(said) as { readonly turns: number }).turns

/** Width and height of a PNG. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

/** The arguments that a start passed to the program. */
function givenBy(start: (env: NodeJS.ProcessEnv) => unknown): readonly string[] {
  const file = join(folder, 'given')
  start({ ...process.env, HOLLOW_ELECTRON_SAYS: file })
  return lines(readFileSync(file, 'utf8'))
}

describe.each(TARGETS)('a package as %s', (target) => {
  it.skipIf(whyNot(target) !== null)(titled('is smaller than the limit', whyNot(target)), () => {
    const { size } = statSync(packageOf(target))
    console.log(`${target}: ${(size / 1e6).toFixed(1)} MB without Electron`)
    expect(size).toBeLessThan(MAX_BYTES)
  })
})

const INSTALLING = {
  deb: {
    install: ['dpkg', '--install', '--force-depends'],
    remove: ['dpkg', '--remove', 'zorkgpt'],
    zsh: '/usr/share/zsh/vendor-completions/_zorkgpt',
  },
  rpm: {
    install: ['rpm', '--upgrade', '--replacepkgs', '--nodeps'],
    remove: ['rpm', '--erase', 'zorkgpt'],
    zsh: '/usr/share/zsh/site-functions/_zorkgpt',
  },
} as const

describe.each(['deb', 'rpm'] as const)('a package installed as %s', (target) => {
  const reason = whyNot(target) ?? whyNoRoot()
  const { install, remove, zsh } = INSTALLING[target]
  let system: SystemRoot
  const run = ([command = '', ...args]: readonly string[], env?: NodeJS.ProcessEnv) => system.run(command, args, env)
  const put = () => run([...install, '/tmp/package'])
  const fact = (what: string, test: () => void, needs: readonly string[] = []) => {
    const command = lacking(needs)
    const why = reason ?? (command === undefined ? null : `${command} is not installed`)
    it.skipIf(why !== null)(titled(what, why), test)
  }

  beforeAll(() => {
    if (reason !== null) return
    system = new SystemRoot(join(folder, target))
    copyFileSync(packageOf(target), system.path('tmp/package'))
    for (const ending of Object.keys(TYPES)) writeFileSync(system.path(`tmp/a walk.${ending}`), walk())
    put()
  })

  fact('has the window and the command line on the PATH', () => {
    expect(lines(run(['readlink', '-f', '/usr/bin/zorkgpt-desktop']))).toEqual(['/opt/ZorkGPT/zorkgpt-desktop'])
    expect(run(['zorkgpt', '--version']).trim()).toBe(version)
    expect(run(['zorkgpt', '--help'])).toContain('zorkgpt play --game')
  })

  fact('plays from the command line', () => {
    expect(turnsOf(run(['zorkgpt', ...PLAY]))).toBe(2)
  })

  fact(
    'has a valid desktop entry',
    () => {
      const entry = '/usr/share/applications/zorkgpt-desktop.desktop'
      const said = run(['desktop-file-validate', entry])
      // electron-builder repeats a type for each of its endings.
      expect(lines(said).filter((line) => !line.includes('more than once'))).toEqual([])
      expect(readFileSync(system.path(entry), 'utf8')).toContain('\nStartupWMClass=zorkgpt-desktop\n')
    },
    ['desktop-file-validate'],
  )

  fact(
    'opens stories and episodes on the desktop',
    () => {
      for (const [ending, type] of Object.entries(TYPES)) {
        const said = run(['gio', 'info', '--attributes=standard::content-type', `/tmp/a walk.${ending}`])
        expect(said).toContain(`standard::content-type: ${type}\n`)
        expect(run(['gio', 'mime', type])).toContain('zorkgpt-desktop.desktop')
      }
    },
    ['gio', 'update-mime-database', 'update-desktop-database'],
  )

  fact(
    'receives a file from the desktop',
    () => {
      run(['gio', 'launch', '/usr/share/applications/zorkgpt-desktop.desktop', `/tmp/${EPISODE}`], {
        HOLLOW_ELECTRON_SAYS: '/tmp/given',
      })
      // gio does not wait for the program. It passes a local file as a path, KDE as a file:// address.
      run(['sh', '-c', 'until [ -s /tmp/given ]; do sleep 0.1; done'])
      expect(lines(run(['cat', '/tmp/given']))).toEqual([`/tmp/${EPISODE}`])
    },
    ['gio'],
  )

  fact('has an icon of each size', () => {
    for (const size of ICON_SIZES) {
      const file = `/usr/share/icons/hicolor/${size}x${size}/apps/zorkgpt-desktop.png`
      expect(sizeOf(readFileSync(system.path(file)))).toEqual([size, size])
    }
  })

  fact('has completions for bash, zsh and fish', () => {
    const script =
      '. /usr/share/bash-completion/completions/zorkgpt; COMP_WORDS=(zorkgpt pl); COMP_CWORD=1; _zorkgpt; echo "${COMPREPLY[@]}"'
    expect(run(['bash', '-c', script]).trim()).toBe('play')
    for (const [shell, file] of [
      ['zsh', zsh],
      ['fish', '/usr/share/fish/vendor_completions.d/zorkgpt.fish'],
    ] as const)
      expect(readFileSync(system.path(file), 'utf8')).toBe(run(['zorkgpt', 'completion', shell]))
  })

  fact('is readable by all and writable by its owner only', () => {
    const installed = ['/opt/ZorkGPT', '/usr/bin/zorkgpt', '/usr/share/applications/zorkgpt-desktop.desktop']
    expect(
      lines(
        run(['find', ...installed, '(', '-not', '-perm', '-a+r', '-o', '-perm', '/022', ')', '-not', '-type', 'l']),
      ),
    ).toEqual([])
  })

  fact('is complete after a second installation, and removed without rest', () => {
    put()
    expect(system.named(/zorkgpt/i)).toContain('/usr/bin/zorkgpt-desktop')
    expect(run(['zorkgpt-desktop', 'x'], { HOLLOW_ELECTRON_SAYS: '/tmp/again' })).toBe('')
    run(remove)
    expect(system.named(/zorkgpt/i)).toEqual([])
  })
})

describe('an AppImage', () => {
  const reason = whyNot('AppImage')
  const env = { APPIMAGE_EXTRACT_AND_RUN: '1' }
  const appDir = join(folder, 'app-image/squashfs-root')
  const fact = (what: string, test: () => unknown, why = reason) => it.skipIf(why !== null)(titled(what, why), test)

  beforeAll(() => {
    if (reason !== null) return
    const place = join(folder, 'app-image')
    mkdirSync(place)
    execFileSync(packageOf('AppImage'), ['--appimage-extract'], { cwd: place, stdio: 'ignore' })
  })

  fact('has a valid desktop entry, an icon and the types of its files', () => {
    const entry = join(appDir, 'zorkgpt-desktop.desktop')
    const said = execFileSync('desktop-file-validate', [entry], { encoding: 'utf8' })
    expect(lines(said).filter((line) => !line.includes('more than once'))).toEqual([])
    expect(readFileSync(entry, 'utf8')).toMatch(/\nExec=AppRun %U\n[^]*\nStartupWMClass=zorkgpt-desktop\n/)
    expect(sizeOf(readFileSync(join(appDir, '.DirIcon')))).toEqual([512, 512])
    const types = readFileSync(join(appDir, 'usr/share/mime/packages/zorkgpt-desktop.xml'), 'utf8')
    for (const ending of Object.keys(TYPES)) expect(types).toContain(`"*.${ending}"`)
  })

  fact('passes on the arguments of the desktop', () => {
    const addresses = ['file:///home/a/a%20walk.zorkgpt', 'file:///home/a/b.z5']
    const given = givenBy((own) => execFileSync(packageOf('AppImage'), addresses, { env: { ...own, ...env } }))
    expect(given.filter((arg) => arg !== '--no-sandbox')).toEqual(addresses)
  })

  fact('disables the sandbox only if the system forbids it', () => {
    const tools = join(folder, 'no-namespaces')
    mkdirSync(tools)
    for (const [status, switches] of [
      [1, ['--no-sandbox']],
      [0, []],
    ] as const) {
      writeFileSync(join(tools, 'unshare'), `#!/bin/sh\nexit ${status}\n`, { mode: 0o755 })
      const PATH = `${tools}:${process.env.PATH}`
      expect(givenBy((own) => execFileSync(join(appDir, 'AppRun'), ['a'], { env: { ...own, PATH } }))).toEqual([
        ...switches,
        'a',
      ])
    }
  })

  fact('plays through the command in the README', () => {
    const [shown = ''] =
      /#!\/bin\/sh\nELECTRON_RUN_AS_NODE=1[^`]*/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
    const home = join(folder, 'home')
    mkdirSync(home)
    copyFileSync(packageOf('AppImage'), join(home, 'ZorkGPT.AppImage'))
    const said = execFileSync('/bin/sh', ['-c', shown, 'zorkgpt', ...PLAY], {
      encoding: 'utf8',
      env: { ...process.env, ...env, HOME: home, ZORKGPT_HOME: home },
    })
    expect(turnsOf(said)).toBe(2)
  })

  const browserReason = reason ?? (findBrowser() === null ? 'no Chrome, Chromium or Edge is installed' : null)
  fact(
    'shows the episode that the desktop passes',
    async () => {
      const file = join(folder, EPISODE)
      writeFileSync(file, walk())
      asar.extractAll(join(appDir, 'resources/app.asar'), join(appDir, 'resources/app'))
      const port = await freePort()
      const app = spawn(join(appDir, 'AppRun'), [pathToFileURL(file).href], {
        stdio: 'inherit',
        env: {
          ...process.env,
          ZORKGPT_HOME: join(folder, 'window'),
          STANDIN_CDP_PORT: String(port),
          STANDIN_USER_DATA: join(folder, 'window/profile'),
        },
      })
      const ended = once(app, 'exit')
      onTestFinished(async () => {
        app.kill()
        await ended
      })
      const page = await pageAt(port)
      await page.getByText(`Read-only: ${EPISODE}.`).first().waitFor()
    },
    browserReason,
  )
})

describe('a tar.gz', () => {
  const reason = whyNot('tar.gz')
  it.skipIf(reason !== null)(titled('plays from the unpacked folder', reason), () => {
    const place = join(folder, 'unpacked')
    mkdirSync(place)
    execFileSync('tar', ['-xzf', packageOf('tar.gz'), '-C', place])
    const [inner = ''] = readdirSync(place)
    const command = join(place, inner, 'zorkgpt')
    const env = { ...process.env, ZORKGPT_HOME: join(folder, 'unpacked-home') }
    expect(turnsOf(execFileSync(command, PLAY, { encoding: 'utf8', env, cwd: place }))).toBe(2)
    expect(givenBy((own) => execFileSync(join(place, inner, 'zorkgpt-desktop'), ['b.z5'], { env: own }))).toEqual([
      'b.z5',
    ])
  })
})
