import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** New folders with links to the entries of the same folder of this machine. */
const LAID_OUT = ['/', '/etc', '/opt', '/usr', '/usr/bin', '/usr/share']
/** New empty folders. */
const EMPTY = [
  '/host',
  '/tmp/home',
  '/var/lib/dpkg/info',
  '/var/lib/dpkg/updates',
  '/var/lib/dpkg/alternatives',
  '/var/lib/rpm',
  '/var/log',
  '/var/tmp',
  '/etc/apparmor.d',
  '/usr/share/mime/packages',
  ...['applications', 'bash-completion', 'fish', 'icons', 'zsh'].map((name) => `/usr/share/${name}`),
]
const isMade = (path: string) =>
  ['/etc/alternatives', ...LAID_OUT, ...EMPTY].some((made) => made === path || made.startsWith(`${path}/`))

/** The reason why no package can be test-installed here; null if one can. */
export function whyNoRoot(): string | null {
  const { status } = spawnSync('unshare', ['--map-root-user', '--mount', 'true'])
  return status === 0 ? null : 'this machine does not allow namespaces (unshare --map-root-user --mount)'
}

/** A system in a folder, where any user can install packages as root. /host is this machine, read-only. */
export class SystemRoot {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    for (const path of [...LAID_OUT, ...EMPTY]) mkdirSync(join(folder, path), { recursive: true })
    for (const path of LAID_OUT)
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        const inner = join(path, entry.name)
        if (isMade(inner)) continue
        symlinkSync(entry.isSymbolicLink() ? readlinkSync(inner) : `/host${inner}`, join(folder, inner))
      }
    cpSync('/etc/alternatives', join(folder, 'etc/alternatives'), { recursive: true, verbatimSymlinks: true })
    writeFileSync(join(folder, 'var/lib/dpkg/status'), '')
    const types = 'usr/share/mime/packages/freedesktop.org.xml'
    symlinkSync(`/host/${types}`, join(folder, types))
  }

  /** The path of one of its files outside the system. */
  path(inner: string): string {
    return join(this.#folder, inner)
  }

  /** Runs a command in the system and returns its output. Throws with its error output if it fails. */
  run(command: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): string {
    const script = `mount --rbind / "$0/host" && mount -o remount,bind,ro "$0/host" && exec chroot "$0" "$@"`
    const { status, stdout, stderr } = spawnSync(
      'unshare',
      ['--map-root-user', '--mount', 'sh', '-ec', script, this.#folder, command, ...args],
      {
        encoding: 'utf8',
        cwd: '/',
        env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/tmp/home', ...env },
      },
    )
    if (status !== 0)
      throw new Error(`${[command, ...args].join(' ')} ended with status ${status}:\n${stderr}${stdout}`)
    return stdout
  }

  /** The paths that match, except those of temporary files and of the system's databases of packages and types. */
  named(pattern: RegExp): readonly string[] {
    return readdirSync(this.#folder, { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name).slice(this.#folder.length))
      .filter((path) => pattern.test(path) && !/^\/(tmp|var|usr\/share\/mime)\//.test(path))
  }
}
