// Computes the result of our configuration with electron-builder's code, for all three systems on any of them.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppInfo, Arch, type Configuration, LinuxPackager, MacPackager, Packager, WinPackager } from 'app-builder-lib'
import AppImageTarget from 'app-builder-lib/out/targets/appimage/AppImageTarget.js'
import FpmTarget from 'app-builder-lib/out/targets/FpmTarget.js'
import { LinuxTargetHelper } from 'app-builder-lib/out/targets/LinuxTargetHelper.js'
import { root } from '../outputs.mjs'
import { type Identity, identityOf } from './identity.mjs'
import { derivedConfig } from './packaging.mjs'

type Env = Readonly<Record<string, string | undefined>>

export interface ComputedPackaging {
  readonly config: Configuration
  readonly linux: LinuxPackager
  readonly mac: MacPackager
  readonly win: WinPackager
  /** The arguments of fpm, which builds these packages. */
  fpmArguments(target: 'deb' | 'rpm'): Promise<readonly string[]>
  /** The desktop entry of the AppImage, and its file name. */
  appImageEntry(): Promise<{ readonly desktop: string; readonly desktopFileName: string }>
}

/** Rejects if electron-builder refuses the configuration. `env` is the environment of the packaging command. */
export async function computePackaging(env: Env, identity: Identity = identityOf()): Promise<ComputedPackaging> {
  let options: unknown = null
  const packager = new Packager({
    projectDir: root,
    config: { extends: 'build/electron-builder.yml', ...derivedConfig(env, identity) },
    // Receives the options; true stops the packager before it writes the package.
    effectiveOptionComputed: (computed: unknown) => {
      options = computed
      return Promise.resolve(true)
    },
  })
  await packager.validateConfig()
  Object.assign(packager, { _appInfo: new AppInfo(packager, null), _framework: { name: 'electron' } })
  const linux = new LinuxPackager(packager)

  async function optionsOf(build: (helper: LinuxTargetHelper, folder: string) => Promise<unknown>): Promise<unknown> {
    const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-computed-'))
    try {
      mkdirSync(join(folder, 'linux-unpacked/resources'), { recursive: true })
      const helper = new LinuxTargetHelper(linux)
      // Icons are skipped, because drawing them needs a downloaded tool.
      Object.defineProperty(helper, 'icons', { value: Promise.resolve([]) })
      await build(helper, folder)
      return options
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
      const [args] = (await optionsOf((helper, folder) =>
        new FpmTarget(target, linux, helper, folder).build(join(folder, 'linux-unpacked'), Arch.x64),
      )) as [readonly string[]]
      return args
    },
    appImageEntry: async () =>
      (await optionsOf((helper, folder) =>
        new AppImageTarget('appimage', linux, helper, folder).build(join(folder, 'linux-unpacked'), Arch.x64),
      )) as { desktop: string; desktopFileName: string },
  }
}
