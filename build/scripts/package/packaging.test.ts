import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Arch } from 'app-builder-lib'
import { getPublishConfigs, getPublishConfigsForUpdateInfo } from 'app-builder-lib/out/publish/PublishManager.js'
import { generateAppRunScript } from 'app-builder-lib/out/targets/appimage/appImageUtil.js'
import FpmTarget from 'app-builder-lib/out/targets/FpmTarget.js'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { LINK_SCHEME } from '@shared/contract/shell-messages'
import { NEW_EPISODE, NEW_WINDOW } from '../../../src-main/shells/electron/system/second-start'
import { root } from '../outputs.mjs'
import { type ComputedPackaging, computePackaging } from './computed-packaging.ts'
import { identityOf } from './identity.mjs'
import { asArguments, publishNothingUnasked, signingEnvironment } from './packaging.mjs'

/** Runs in place of the command line, and prints its arguments. */
const ECHO = 'console.log(JSON.stringify(process.argv.slice(2)))'

let computed: ComputedPackaging
beforeAll(async () => {
  computed = await computePackaging({})
})

describe('on Linux', () => {
  it('the window and the command line are two programs', async () => {
    expect(computed.linux.executableName).toBe('zorkgpt-desktop')
    for (const target of ['deb', 'rpm'] as const) {
      const args = await computed.fpmArguments(target)
      const installed = args.flatMap((arg) => (arg.includes('=/') ? [arg.slice(arg.indexOf('=') + 1)] : []))
      expect(installed).toContain('/usr/bin/zorkgpt')
      expect(installed).toContain('/usr/share/bash-completion/completions/zorkgpt')
      expect(installed).toContain('/opt/ZorkGPT')
      expect(installed).toContain('/usr/share/applications/zorkgpt-desktop.desktop')
    }
  })

  it('a package depends on all libraries of electron-builder, sound and graphics buffers', () => {
    const known = FpmTarget.prototype as unknown as { getDefaultDepends(target: string): readonly string[] }
    expect(computed.config.deb?.depends).toEqual([
      ...known.getDefaultDepends('deb'),
      'libasound2t64 | libasound2',
      'libgbm1',
    ])
    expect(computed.config.rpm?.depends).toEqual([
      ...known.getDefaultDepends('rpm'),
      '(alsa-lib or libasound2)',
      '(mesa-libgbm or libgbm1)',
    ])
  })

  it('a package has the maintainer and the home page of the repository', async () => {
    const { maintainer, homepage } = identityOf()
    const args = await computed.fpmArguments('deb')
    expect(args[args.indexOf('--maintainer') + 1]).toBe(maintainer)
    expect(args[args.indexOf('--url') + 1]).toContain(homepage)
  })

  it.runIf(process.platform === 'linux')('the command line of an AppImage is the one that the README shows', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    const [shown = ''] = /#!\/bin\/sh\nELECTRON_RUN_AS_NODE=1[^`]*/.exec(readme) ?? []
    const home = mkdtempSync(join(tmpdir(), 'zorkgpt-appimage-'))
    try {
      mkdirSync(join(home, 'resources/product/out/main'), { recursive: true })
      writeFileSync(join(home, 'resources/product/out/main/cli.js'), ECHO)
      // Without user namespaces AppRun adds --no-sandbox, which is unknown to Node, the app's program in this test.
      symlinkSync(process.execPath, join(home, 'zorkgpt-desktop'))
      writeFileSync(join(home, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
      const appRun = {
        ExecutableName: 'zorkgpt-desktop',
        DesktopFileName: '',
        ProductName: '',
        ProductFilename: '',
        ResourceName: '',
      }
      writeFileSync(join(home, 'AppRun'), generateAppRunScript(appRun), { mode: 0o755 })
      symlinkSync('AppRun', join(home, 'ZorkGPT.AppImage'))
      const env = { ...process.env, HOME: home, APPDIR: home }
      const said = execFileSync('/bin/sh', ['-c', shown, 'zorkgpt', 'play', '--game', 'a b'], { encoding: 'utf8', env })
      expect(JSON.parse(said)).toEqual(['play', '--game', 'a b'])
    } finally {
      rmSync(home, { recursive: true })
    }
  })

  it.runIf(process.platform === 'linux')('the command line finds its app, wherever it is called from', () => {
    const home = mkdtempSync(join(tmpdir(), 'zorkgpt-linux-'))
    try {
      const [app, bin, own] = ['opt/Zork GPT', 'usr/bin', 'own'].map((folder) => join(home, folder)) as [
        string,
        string,
        string,
      ]
      for (const folder of [join(app, 'resources/product/out/main'), bin, own]) mkdirSync(folder, { recursive: true })
      writeFileSync(join(app, 'resources/product/out/main/cli.js'), ECHO)
      writeFileSync(join(app, 'zorkgpt-desktop'), `#!/bin/sh\nexec ${process.execPath} "$@"\n`, { mode: 0o755 })
      for (const folder of [app, bin]) copyFileSync(join(root, 'build/linux/zorkgpt'), join(folder, 'zorkgpt'))
      // The packages create this link when they are installed.
      symlinkSync(join(app, 'zorkgpt-desktop'), join(bin, 'zorkgpt-desktop'))
      symlinkSync(join(app, 'zorkgpt'), join(own, 'zorkgpt'))
      for (const folder of [app, bin, own]) {
        const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
        const said = execFileSync('zorkgpt', ['play', '--game', 'a b'], { encoding: 'utf8', env })
        expect(JSON.parse(said)).toEqual(['play', '--game', 'a b'])
      }
    } finally {
      rmSync(home, { recursive: true })
    }
  })

  it('the icons have the sizes and names of themes', () => {
    const folder = join(root, 'build/icons/linux')
    const sizes = readdirSync(folder).map((name) => {
      const png = readFileSync(join(folder, name))
      const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
      expect(name).toBe(`${width}x${height}.png`)
      return width
    })
    expect(computed.linux.platformSpecificBuildOptions.icon).toBe('build/icons/linux')
    expect(sizes.toSorted((a, b) => a - b)).toEqual([16, 24, 32, 48, 64, 128, 256, 512])
  })

  it('an AppImage contains its runtime, and needs no libfuse2', () => {
    expect(computed.config.toolsets?.appimage).toBe('1.0.3')
  })

  it('a window belongs to the desktop entry that started it', async () => {
    const { desktop, desktopFileName } = await computed.appImageEntry()
    const { desktopName } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { desktopName: string }
    expect(desktopFileName).toBe(desktopName)
    expect(desktop).toContain(`\nStartupWMClass=${desktopName.replace('.desktop', '')}\n`)
    // The entry passes only the files that the user opens. AppRun disables the sandbox only where none is possible.
    expect(desktop).toContain('\nExec=AppRun %U\n')
    expect(desktop).toContain('\nActions=NewEpisode;NewWindow;\n')
    expect(desktop).toContain('\n[Desktop Action NewEpisode]\nName=New Episode\nExec=AppRun --new-episode\n')
  })

  it('the items in the menu of the installed icon start the app with their arguments', () => {
    const program = `/opt/ZorkGPT/${computed.linux.executableName} `
    for (const { desktop } of [computed.config.deb, computed.config.rpm].map((target) => target ?? {}))
      expect(Object.values(desktop?.desktopActions ?? {}).map(({ Exec }) => Exec)).toEqual([
        program + NEW_EPISODE,
        program + NEW_WINDOW,
      ])
  })
})

describe('on macOS', () => {
  it('the prompt for the local network has a reason', () => {
    expect(computed.config.mac?.extendInfo).toMatchObject({
      NSLocalNetworkUsageDescription: expect.stringContaining('model servers'),
    })
  })

  it.skipIf(process.platform === 'win32')('the command line is in the app, wherever it is linked to from', () => {
    expect(computed.mac.platformSpecificBuildOptions.extraResources).toContainEqual({
      from: 'build/mac/zorkgpt',
      to: 'zorkgpt',
    })
    const home = mkdtempSync(join(tmpdir(), 'zorkgpt-mac-'))
    try {
      const contents = join(home, 'ZorkGPT.app/Contents')
      for (const folder of ['MacOS', 'Resources/product/out/main'])
        mkdirSync(join(contents, folder), { recursive: true })
      writeFileSync(join(contents, 'Resources/product/out/main/cli.js'), ECHO)
      symlinkSync(process.execPath, join(contents, 'MacOS/ZorkGPT'))
      copyFileSync(join(root, 'build/mac/zorkgpt'), join(contents, 'Resources/zorkgpt'))
      symlinkSync(join(contents, 'Resources/zorkgpt'), join(home, 'zorkgpt'))
      const said = execFileSync(join(home, 'zorkgpt'), ['play', '--game', 'a b'], { encoding: 'utf8' })
      expect(JSON.parse(said)).toEqual(['play', '--game', 'a b'])
    } finally {
      rmSync(home, { recursive: true })
    }
  })

  it('an unsigned build has an ad-hoc signature, which covers the fuses', async () => {
    expect(computed.mac.platformSpecificBuildOptions).toMatchObject({ identity: '-', hardenedRuntime: false })
    expect(computed.config.electronFuses?.resetAdHocDarwinSignature).toBe(true)
  })

  it('an unsigned build is not notarized, even if there are keys', async () => {
    const { platformSpecificBuildOptions } = (await computePackaging({ APPLE_API_KEY_ID: 'alone' })).mac
    expect(platformSpecificBuildOptions.notarize).toBe(false)
  })

  it('with a certificate it is signed with the hardened runtime, as notarization requires', async () => {
    for (const env of [{ CSC_LINK: 'certificate.p12' }, { CSC_NAME: 'Somebody' }]) {
      const { identity, hardenedRuntime } = (await computePackaging(env)).mac.platformSpecificBuildOptions
      expect({ identity, hardenedRuntime }).toEqual({ identity: undefined, hardenedRuntime: undefined })
    }
  })
})

describe('on Windows', () => {
  it('every start of the portable app has a separate folder', () => {
    expect(computed.config.portable?.unpackDirName).toBe(true)
  })

  it('on Windows `zorkgpt` is a command as long as the app is installed', () => {
    const [file] = computed.win.platformSpecificBuildOptions.extraResources as readonly { from: string; to: string }[]
    expect(readFileSync(join(root, file?.from ?? ''), 'utf8')).toContain(String.raw`%~dp0product\out\main\cli.js`)
    const script = readFileSync(join(root, String(computed.config.nsis?.include)), 'utf8')
    const [install = '', uninstall = ''] = script.split('!macroend')
    expect(install).toContain(String.raw`FileWrite $0 '@"$INSTDIR\resources\zorkgpt.cmd" %*`)
    const [, written = ''] = /FileOpen \$0 ("[^"]+")/.exec(install) ?? []
    expect(uninstall).toContain(`Delete ${written}`)
  })

  it('removing the app removes the scheme of its links', () => {
    const script = readFileSync(join(root, String(computed.config.nsis?.include)), 'utf8')
    const [install = '', uninstall = ''] = script.split('!macroend')
    const keys = [...install.matchAll(/WriteRegStr SHELL_CONTEXT "([^"]+)"/g)].map(([, key = '']) => key)
    const [, removed = ''] = /DeleteRegKey SHELL_CONTEXT "([^"]+)"/.exec(uninstall) ?? []
    expect(removed).toBe(`Software\\Classes\\${LINK_SCHEME}`)
    expect(keys).toHaveLength(3)
    for (const key of keys) expect(`${key}\\`).toContain(`${removed}\\`)
  })
})

describe('on every system', () => {
  it('the app has the id of its repository', () => {
    for (const system of [computed.linux, computed.mac, computed.win])
      expect(system.appInfo.id).toBe(identityOf().appId)
  })

  it('the app runs only from its archive, and contains its hash', () => {
    expect(computed.config.electronFuses).toMatchObject({
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
    })
    for (const { config, platformSpecificBuildOptions } of [computed.mac, computed.win])
      expect([config.disableAsarIntegrity, config.asar, platformSpecificBuildOptions.asar]).toEqual([
        undefined,
        true,
        undefined,
      ])
  })

  it('the file associations are the same', () => {
    const endings = ({ fileAssociations }: ComputedPackaging['mac' | 'win' | 'linux']) =>
      fileAssociations.map(({ ext }) => ext)
    const stories = [1, 2, 3, 4, 5, 6, 7, 8].map((version) => `z${version}`)
    for (const system of [computed.linux, computed.mac, computed.win])
      expect(endings(system)).toEqual([...stories, 'zblorb', 'zlb', 'zorkgpt'])
  })

  it('a page has no more rights than on the web', () => {
    expect(computed.config.electronFuses?.grantFileProtocolExtraPrivileges).toBe(false)
  })

  it('all installers of a release have different names', () => {
    const { linux, mac, win, config } = computed
    const names = [Arch.x64, Arch.arm64].flatMap((arch) => [
      ...['AppImage', 'deb', 'rpm', 'tar.gz'].map((ext) => linux.expandArtifactNamePattern(null, ext, arch)),
      ...['dmg', 'zip'].map((ext) => mac.expandArtifactNamePattern(null, ext, arch)),
      ...[config.nsis, config.portable].map((own) => win.expandArtifactNamePattern(own, 'exe', arch)),
    ])
    expect(new Set(names).size).toBe(16)
    for (const name of names) expect(name).toMatch(/^ZorkGPT-\d+\.\d+\.\d+-(linux|mac|setup|portable)-/)
  })
})

describe('the address of updates', () => {
  afterEach(() => void vi.unstubAllEnvs())
  const owned = identityOf({ repository: 'github:someone/zorkgpt', author: 'Ann Author' })
  const SIGNED = { CSC_LINK: 'certificate.p12', WIN_CSC_LINK: 'certificate.pfx' }

  /** The addresses that electron-builder would write beside the installers and into the app. */
  async function updatesOf(env: Readonly<Record<string, string>>, identity = owned) {
    const { linux, mac, win } = await computePackaging(env, identity)
    const configs = [linux, mac, win].map(async (system) =>
      getPublishConfigsForUpdateInfo(system, await getPublishConfigs(system, null, Arch.x64, false), Arch.x64),
    )
    const [ofLinux, ofMac, ofWindows] = await Promise.all(configs)
    return { ofLinux, ofMac, ofWindows }
  }

  it('is in no unsigned app, even with a token', async () => {
    vi.stubEnv('GITHUB_TOKEN', 'token')
    expect(await updatesOf({})).toEqual({ ofLinux: null, ofMac: null, ofWindows: null })
  })

  it('is in a signed app, on its system', async () => {
    const there = [expect.objectContaining({ provider: 'github', owner: 'someone', repo: 'zorkgpt' })]
    expect(await updatesOf(SIGNED)).toEqual({ ofLinux: null, ofMac: there, ofWindows: there })
    expect(await updatesOf({ CSC_LINK: 'certificate.p12' })).toMatchObject({ ofMac: there, ofWindows: null })
  })

  it('is absent with the placeholder repository', async () => {
    const placeholder = identityOf({ repository: 'github:owner.invalid/zorkgpt', author: 'Ann Author' })
    expect(await updatesOf(SIGNED, placeholder)).toEqual({ ofLinux: null, ofMac: null, ofWindows: null })
  })

  it('is read by the updater alone, which is loaded only in an app that has it', () => {
    const shell = join(root, 'src-main/shells/electron')
    const sources = readdirSync(shell, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!\.test)\.ts$/.test(name),
    )
    const users = sources.filter((name) => /electron-updater'/.test(readFileSync(join(shell, name), 'utf8')))
    expect(users).toEqual([join('updates', 'update-installer.ts')])
    const text = readFileSync(join(shell, users[0] ?? ''), 'utf8')
    expect(text.match(/^import (?!type).*electron-updater'/m)).toBeNull()
    expect(text.indexOf("'app-update.yml'")).toBeLessThan(text.indexOf("import('electron-updater')"))
  })
})

describe('for electron-builder', () => {
  it('derived configuration becomes arguments', () => {
    expect(asArguments({ appId: 'a.b', mac: { identity: '-', hardenedRuntime: false }, win: {} })).toEqual([
      '-c.appId=a.b',
      '-c.mac.identity=-',
      '-c.mac.hardenedRuntime=false',
    ])
  })

  it('nothing is published by default', () => {
    expect(publishNothingUnasked(['--linux', 'deb'])).toEqual(['--linux', 'deb', '--publish', 'never'])
    for (const args of [['--publish', 'always'], ['-p', 'onTag'], ['--publish=never']])
      expect(publishNothingUnasked(args)).toEqual(args)
  })

  it('an empty secret is removed', () => {
    expect(signingEnvironment({ CSC_LINK: '', CSC_KEY_PASSWORD: '', WIN_CSC_LINK: 'x', HOME: '' }, '/none')).toEqual({
      WIN_CSC_LINK: 'x',
      HOME: '',
    })
  })

  it("a key for Apple's API that is given as text is written to a private file", () => {
    const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-signing-'))
    try {
      const key = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n'
      const { APPLE_API_KEY: file = '' } = signingEnvironment({ APPLE_API_KEY: key }, folder)
      expect(readFileSync(file, 'utf8')).toBe(key)
      if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(signingEnvironment({ APPLE_API_KEY: '/a/key.p8' }, folder)).toEqual({ APPLE_API_KEY: '/a/key.p8' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
