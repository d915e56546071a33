import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/outputs.mjs'
import { hollowElectron } from './hollow-electron.mjs'

export const TARGETS = ['deb', 'rpm', 'AppImage', 'tar.gz'] as const
export type Target = (typeof TARGETS)[number]

/** With PACKAGE_TOOLS=fetched, fpm and the AppImage tools that electron-builder downloads are used. */
const toolsAreFetched = process.env.PACKAGE_TOOLS === 'fetched'

/** The commands that a test of a package always needs. */
const ALWAYS: Readonly<Record<Target, readonly string[]>> = {
  deb: ['dpkg', 'dpkg-deb'],
  rpm: ['rpm', 'rpmbuild'],
  AppImage: ['desktop-file-validate'],
  'tar.gz': ['tar'],
}
/** Further commands that it needs, unless electron-builder downloads its tools. */
const UNLESS_FETCHED: Readonly<Record<Target, readonly string[]>> = {
  deb: [],
  rpm: [],
  AppImage: ['mksquashfs', 'unsquashfs'],
  'tar.gz': ['7za'],
}

const isHere = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

/** The first of the commands that this machine lacks; undefined if it has all. */
export const lacking = (commands: readonly string[]): string | undefined => commands.find((command) => !isHere(command))

/** The reason why this package cannot be tested here; null if it can. */
export function whyNot(target: Target): string | null {
  if (process.platform !== 'linux') return 'packages for Linux are tested on Linux'
  const command = lacking([...ALWAYS[target], ...(toolsAreFetched ? [] : UNLESS_FETCHED[target])])
  return command === undefined ? null : `${command}, which the test of the ${target} package needs, is not installed`
}

/** Builds these packages with an empty Electron. Returns their files. */
export function pack(targets: readonly Target[], folder: string): ReadonlyMap<Target, string> {
  const dist = join(folder, 'dist')
  const own = [`-c.electronDist=${hollowElectron(join(folder, 'electron'))}`, `-c.directories.output=${dist}`]
  const env = { ...process.env, ...(toolsAreFetched ? {} : standInTools(join(folder, 'tools'))) }
  const args = [join(root, 'build/scripts/package/package.mjs'), '--linux', ...targets, ...own]
  execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  const names = readdirSync(dist)
  return new Map(
    targets.map((target) => {
      const name = names.find((file) => file.endsWith(`.${target}`))
      if (name === undefined) throw new Error(`electron-builder made no ${target}.`)
      return [target, join(dist, name)]
    }),
  )
}

/** Variables that make electron-builder use tools of this machine, and our replacements for the others. */
function standInTools(folder: string): NodeJS.ProcessEnv {
  const appImage = join(folder, 'appimage')
  const processor = process.arch === 'arm64' ? 'arm64' : 'x64'
  for (const part of ['runtimes', `lib/${processor}`]) mkdirSync(join(appImage, part), { recursive: true })
  for (const command of ['mksquashfs', 'desktop-file-validate'].filter(isHere))
    symlinkSync(pathOf(command), join(appImage, command))
  writeFileSync(join(appImage, `runtimes/runtime-${processor}`), appImageRuntime())
  const fpm = join(folder, 'fpm')
  writeFileSync(fpm, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'build/packed/fpm.mjs')}' "$@"\n`, {
    mode: 0o755,
  })
  return {
    CUSTOM_FPM_PATH: fpm,
    APPIMAGE_TOOLS_PATH: appImage,
    ...(isHere('7za') && { ELECTRON_BUILDER_7ZIP_PATH: pathOf('7za') }),
  }
}

const pathOf = (command: string) => execFileSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' }).trim()

/** The runtime at the start of an AppImage. It behaves like the real one with APPIMAGE_EXTRACT_AND_RUN=1. */
function appImageRuntime(): string {
  const length = 1024
  return `#!/bin/sh
APPIMAGE=$(readlink -f -- "$0")
folder=$(mktemp -d)
APPDIR=$folder/squashfs-root
[ "$1" != --appimage-extract ] || APPDIR=squashfs-root
unsquashfs -quiet -no-progress -offset ${length} -dest "$APPDIR" "$APPIMAGE" > /dev/null
[ "$1" != --appimage-extract ] || exit 0
export APPIMAGE APPDIR
"$APPDIR/AppRun" "$@"
status=$?
rm -rf -- "$folder"
exit $status
`.padEnd(length, '\n')
}
