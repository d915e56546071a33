// What electron-builder makes of our configuration, computed by its own code: for all three systems, on any of them.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppInfo, Arch, type Configuration, LinuxPackager, MacPackager, Packager, WinPackager } from 'app-builder-lib'
import AppImageTarget from 'app-builder-lib/out/targets/appimage/AppImageTarget.js'
import FpmTarget from 'app-builder-lib/out/targets/FpmTarget.js'
import { LinuxTargetHelper } from 'app-builder-lib/out/targets/LinuxTargetHelper.js'
import { type Identity, identityOf } from './identity.mjs'
import { root } from '../outputs.mjs'
import { derivedConfig } from './packaging.mjs'

type Env = Readonly<Record<string, string | undefined>>

export interface ComputedPackaging {
  readonly config: Configuration
  readonly linux: LinuxPackager
  readonly mac: MacPackager
  readonly win: WinPackager
  /** The arguments that fpm, which makes these packages, would get. */
  fpmArguments(target: 'deb' | 'rpm'): Promise<readonly string[]>
  /** The desktop entry of the AppImage, and how its file is called. */
  appImageEntry(): Promise<{ readonly desktop: string; readonly desktopFileName: string }>
}

/** Rejects for a configuration that electron-builder would refuse. `env` is what packaging is started with. */
export async function computePackaging(env: Env, identity: Identity = identityOf()): Promise<ComputedPackaging> {
  let told: unknown = null
  const packager = new Packager({
    projectDir: root,
    config: { extends: 'build/electron-builder.yml', ...derivedConfig(env, identity) },
    // Called with what would be written, in its place.
    effectiveOptionComputed: (options: unknown) => {
      told = options
      return Promise.resolve(true)
    },
  })
  await packager.validateConfig()
  Object.assign(packager, { _appInfo: new AppInfo(packager, null), _framework: { name: 'electron' } })
  const linux = new LinuxPackager(packager)

  async function whatIsTold(build: (helper: LinuxTargetHelper, folder: string) => Promise<unknown>): Promise<unknown> {
    const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-computed-'))
    try {
      mkdirSync(join(folder, 'linux-unpacked/resources'), { recursive: true })
      const helper = new LinuxTargetHelper(linux)
      // Drawing them in all sizes takes a tool that is downloaded.
      Object.defineProperty(helper, 'icons', { value: Promise.resolve([]) })
      await build(helper, folder)
      return told
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return {
    config: packager.config,
    linux,
    mac: new MacPackager(packager),
    win: new WinPackager(packager),
    fpmArguments: async (target) => {
      const [args] = (await whatIsTold((helper, folder) =>
        new FpmTarget(target, linux, helper, folder).build(join(folder, 'linux-unpacked'), Arch.x64),
      )) as [readonly string[]]
      return args
    },
    appImageEntry: async () =>
      (await whatIsTold((helper, folder) =>
        new AppImageTarget('appimage', linux, helper, folder).build(join(folder, 'linux-unpacked'), Arch.x64),
      )) as { desktop: string; desktopFileName: string },
  }
}
