import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const onWindows = process.platform === 'win32'

export interface FoundCommand {
  /** Null if there is none in `searched`. */
  readonly file: string | null
  /**
   * The folders looked through, in order: also the PATH that the program gets, so that it finds its own interpreter.
   */
  readonly searched: readonly string[]
}

/**
 * Finds a program as a terminal would. An app started from the desktop has a short PATH (launchd's on macOS), which
 * lacks Homebrew and the Node, Python and Rust version managers: their usual folders come next, and at last what the
 * login shell says.
 */
export async function findCommand(
  command: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<FoundCommand> {
  if (/[\\/]/.test(command)) {
    const file = resolve(cwd, command)
    return { file: await firstProgram([file]), searched: pathFolders(pathOf(env)) }
  }
  let searched = unique([...pathFolders(pathOf(env)), ...(await usualFolders())])
  const find = () => firstProgram(searched.flatMap((folder) => candidates(folder, command, env)))
  let file = await find()
  if (file === null && !onWindows) {
    searched = unique([...searched, ...(await loginShellFolders())])
    file = await find()
  }
  return { file, searched }
}

/** Windows writes "Path"; the last spelling would win there, so every reader asks here. */
export const pathOf = (env: Readonly<Record<string, string>>): string =>
  Object.entries(env).find(([name]) => (onWindows ? name.toUpperCase() : name) === 'PATH')?.[1] ?? ''

const pathFolders = (path: string): string[] => path.split(delimiter).filter((folder) => folder !== '')
const unique = (folders: readonly string[]): string[] => [...new Set(folders)]

function candidates(folder: string, command: string, env: Readonly<Record<string, string>>): string[] {
  if (!onWindows) return [join(folder, command)]
  const extensions = (env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';')
  return ['', ...extensions].map((extension) => join(folder, command + extension))
}

async function firstProgram(files: readonly string[]): Promise<string | null> {
  for (const file of files) {
    try {
      await access(file, constants.X_OK)
      if ((await stat(file)).isFile()) return file
    } catch {
      // Not here.
    }
  }
  return null
}

let usual: Promise<readonly string[]> | null = null

function usualFolders(): Promise<readonly string[]> {
  usual ??= (async () => {
    if (onWindows) return []
    const home = homedir()
    const versions = async (folder: string, inside: string) =>
      (await readdir(folder).catch(() => [])).toReversed().map((version) => join(folder, version, inside))
    const folders = [
      '/opt/homebrew/bin',
      '/usr/local/bin',
      '/usr/bin',
      '/bin',
      ...[
        '.local/bin',
        '.volta/bin',
        '.cargo/bin',
        '.bun/bin',
        '.deno/bin',
        '.local/share/mise/shims',
        '.local/share/fnm/aliases/default/bin',
      ].map((folder) => join(home, folder)),
      ...(await versions(join(home, '.nvm/versions/node'), 'bin')),
    ]
    const exist = await Promise.all(
      folders.map((folder) =>
        access(folder).then(
          () => true,
          () => false,
        ),
      ),
    )
    return folders.filter((_, index) => exist[index])
  })()
  return usual
}

let loginShell: Promise<readonly string[]> | null = null

/** Asked once, and only when a command was found nowhere else: a login shell may take long to start. */
function loginShellFolders(): Promise<readonly string[]> {
  loginShell ??= (async () => {
    try {
      const { stdout } = await run(process.env.SHELL ?? '/bin/sh', ['-lc', 'printf "\\n%s" "$PATH"'], {
        timeout: 2000,
        env: { ...process.env },
      })
      return pathFolders(stdout.slice(stdout.lastIndexOf('\n') + 1))
    } catch {
      return []
    }
  })()
  return loginShell
}
