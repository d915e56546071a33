import { readFileSync, writeFileSync } from 'node:fs'
import { type MenuItemConstructorOptions, type MessageBoxOptions, shell } from 'electron'
import { z } from 'zod'
import { APP_VERSION } from '@shared/base/app-version'
import { messageOf } from '@shared/base/expected-error'
import { tryParseJson } from '@shared/base/json/bound-json'
import { showError, showMessage } from '../system/dialogs'
import { askForUpdate, type Releases, type UpdateAnswer } from './newer-release'
import type { UpdateInstaller } from './update-installer'

export interface Updates {
  readonly menuItems: () => MenuItemConstructorOptions[]
  /** If the user has allowed checks, checks for a newer release and reports only that. */
  readonly askAtStart: () => Promise<void>
}

/** For a build that can update itself. */
interface OwnUpdate {
  readonly openInstaller: () => Promise<UpdateInstaller | null>
  readonly quit: () => void
}
const NO_INSTALLER: OwnUpdate = { openInstaller: () => Promise.resolve(null), quit: () => {} }

const TIME_LIMIT_MS = 10_000

const choice = z.object({ askAtStart: z.boolean() })

/** Reports a newer release, and opens its page or installs it. GitHub is contacted only when the user wants it. */
export function openUpdates(releases: Releases | null, choiceFile: string, own: OwnUpdate = NO_INSTALLER): Updates {
  if (releases === null) return { menuItems: () => [], askAtStart: () => Promise.resolve() }
  let isAskedAtStart = readChoice(choiceFile)
  let open = new AbortController()

  function choose(atStart: boolean): void {
    isAskedAtStart = atStart
    try {
      writeFileSync(choiceFile, `${JSON.stringify({ askAtStart: atStart } satisfies z.infer<typeof choice>)}\n`)
    } catch (error) {
      showError('Your choice was not saved', messageOf(error))
    }
  }

  async function ask(about: Releases, tellsAll: boolean): Promise<void> {
    open.abort()
    open = new AbortController()
    const { signal } = open
    const answer = await askForUpdate(about, APP_VERSION, AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]))
    if (signal.aborted || (answer.kind !== 'newer' && !tellsAll)) return
    const installer = answer.kind === 'newer' ? await own.openInstaller() : null
    const { response } = await showMessage({
      title: 'ZorkGPT',
      noLink: true,
      signal,
      ...messageFor(answer, installer !== null),
    })
    if (answer.kind !== 'newer') return
    if (response === INSTALL && installer !== null) return install(installer, answer.version)
    if (response !== OPEN_PAGE) return
    await shell
      .openExternal(answer.page)
      .catch((error: unknown) => showError(`${answer.page} cannot be opened`, messageOf(error)))
  }

  async function install(installer: UpdateInstaller, version: string): Promise<void> {
    try {
      await installer.prepare(version)
    } catch (error) {
      return showError(`ZorkGPT ${version} was not downloaded`, messageOf(error).split('\n', 1)[0] ?? '')
    }
    const { response } = await showMessage({
      type: 'info',
      title: 'ZorkGPT',
      noLink: true,
      message: `ZorkGPT ${version} is ready.`,
      detail: 'It is installed when ZorkGPT quits.',
      buttons: ['Later', 'Quit Now'],
      defaultId: 1,
      cancelId: 0,
    })
    if (response === 1) own.quit()
  }

  return {
    menuItems: () => [
      { label: 'Check for Updates…', click: () => void ask(releases, true) },
      {
        label: 'Check for Updates at Start',
        type: 'checkbox',
        checked: isAskedAtStart,
        click: ({ checked }) => choose(checked),
      },
    ],
    askAtStart: async () => {
      if (isAskedAtStart) await ask(releases, false)
    },
  }
}

const OPEN_PAGE = 1
const INSTALL = 2

function messageFor(answer: UpdateAnswer, canInstall: boolean): MessageBoxOptions {
  if (answer.kind === 'newest') return { type: 'info', message: `ZorkGPT ${APP_VERSION} is up to date.` }
  if (answer.kind === 'unknown')
    return { type: 'warning', message: 'Could not check for a newer version.', detail: answer.why }
  return {
    type: 'info',
    message: `ZorkGPT ${answer.version} is available.`,
    detail: `You have ${APP_VERSION}. The page of the release has the installers.`,
    buttons: ['Not Now', 'Open Its Page', ...(canInstall ? ['Install'] : [])],
    defaultId: canInstall ? INSTALL : OPEN_PAGE,
    cancelId: 0,
  }
}

/** True only if the file contains true. */
function readChoice(file: string): boolean {
  try {
    return choice.parse(tryParseJson(readFileSync(file, 'utf8'))).askAtStart
  } catch {
    return false
  }
}
