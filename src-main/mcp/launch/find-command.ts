import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

const onWindows = process.platform === 'win32'

export interface FoundCommand {
  /** Path of the program; null if it was not found. */
  readonly file: string | null
  /** The searched folders, in order. They are also the PATH of the program, so that it finds its interpreter. */
  readonly searched: readonly string[]
}

/**
 * Finds a program as a terminal would. An app started from the desktop has a short PATH (launchd's on macOS) without
 * Homebrew and the version managers of Node, Python and Rust. Their usual folders are searched next, and the PATH of
 * the login shell last.
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

/**
 * The PATH of an environment. Windows spells it "Path", and an environment may contain several spellings, of which the
 * first counts. All code must read the PATH with this function.
 */
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
      // This is not a program.
    }
  }
  return null
}

/** Sorts versions by number, the newest first; sorted as text, v8 would come before v22. */
export const newestFirst = (versions: readonly string[]): readonly string[] =>
  versions.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))

let usual: Promise<readonly string[]> | null = null

function usualFolders(): Promise<readonly string[]> {
  usual ??= (async () => {
    if (onWindows) return []
    const home = homedir()
    const versions = async (folder: string, inside: string) =>
      newestFirst(await readdir(folder).catch(() => [])).map((version) => join(folder, version, inside))
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

const MAX_SHELL_MS = 5_000
const MAX_SHELL_TEXT = 200_000
/** Encloses the output of the command, to separate it from output of the startup files of the shell. */
const MARK = 'zorkgpt-path:'

/**
 * The folders on the PATH of the login shell. It is asked once, and only if a command was not found elsewhere, because
 * it may start slowly.
 */
const loginShellFolders = (): Promise<readonly string[]> => (loginShell ??= askLoginShell())

/**
 * The shell is interactive, because zsh reads .zshrc, where version managers add themselves, only then. It is detached,
 * because an interactive shell takes control of its terminal.
 */
function askLoginShell(): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const shell = spawn(process.env.SHELL || '/bin/sh', ['-ilc', `printf '${MARK}%s${MARK}' "$PATH"`], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const limit = setTimeout(() => {
      if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL')
    }, MAX_SHELL_MS)
    let output = ''
    shell.stdout.setEncoding('utf8').on('data', (piece: string) => {
      output = (output + piece).slice(-MAX_SHELL_TEXT)
    })
    const settle = () => {
      clearTimeout(limit)
      resolve(pathFolders(output.split(MARK)[1] ?? ''))
    }
    shell.once('error', settle)
    shell.once('close', settle)
  })
}
