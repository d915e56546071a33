import { readFileSync, writeFileSync } from 'node:fs'
import { type MenuItemConstructorOptions, type MessageBoxOptions, shell } from 'electron'
import { z } from 'zod'
import { APP_VERSION } from '@shared/base/app-version'
import { messageOf } from '@shared/base/expected-error'
import { tryParseJson } from '@shared/base/json/bound-json'
import { showError, showMessage } from './dialogs'
import { askForUpdate, type Releases, type UpdateAnswer } from './newer-release'

export interface Updates {
  readonly menuItems: () => MenuItemConstructorOptions[]
  /** Checks if the user allowed it, and reports only a newer release. */
  readonly askAtStart: () => Promise<void>
}

const TIME_LIMIT_MS = 10_000

const choice = z.object({ askAtStart: z.boolean() })

/** Reports a newer release and opens its page. GitHub is contacted only when the user wants it. */
export function openUpdates(releases: Releases | null, choiceFile: string): Updates {
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
    const { response } = await showMessage({ title: 'ZorkGPT', noLink: true, signal, ...messageFor(answer) })
    if (answer.kind !== 'newer' || response !== OPEN_PAGE) return
    await shell
      .openExternal(answer.page)
      .catch((error: unknown) => showError(`${answer.page} cannot be opened`, messageOf(error)))
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

function messageFor(answer: UpdateAnswer): MessageBoxOptions {
  if (answer.kind === 'newest') return { type: 'info', message: `ZorkGPT ${APP_VERSION} is up to date.` }
  if (answer.kind === 'unknown')
    return { type: 'warning', message: 'Could not check for a newer version.', detail: answer.why }
  return {
    type: 'info',
    message: `ZorkGPT ${answer.version} is available.`,
    detail: `You have ${APP_VERSION}. The page of the release has the installers.`,
    buttons: ['Not Now', 'Open Its Page'],
    defaultId: OPEN_PAGE,
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
