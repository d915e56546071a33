import { type MenuRow, SHELL_CHANNEL, type ShellMessage } from '@shared/contract/shell-messages'
import { actionRows, exists, isAvailable } from '../commands/actions'
import { reaches } from '../commands/keyboard'
import { useConnection } from '../session/connection/connection-store'
import { useEpisode } from '../session/episode/episode-store'
import { formatAddress } from '../session/episode/links/address'
import { useEpisodeList } from '../session/episodes/episodes-store'
import { openStartSheet } from '../session/episodes/start-store'
import { openFile } from '../session/files/open-file'
import { tellShell } from '../session/host/tell-shell'
import { useView } from '../session/view/view-store'

/** Handles messages of the desktop shell, and sends it the menu and the theme. Other shells do not answer. */
export function linkToShell(signal: AbortSignal): void {
  window.addEventListener(
    'message',
    ({ source, data }: MessageEvent<unknown>) => {
      if (source === window && isShellMessage(data)) handle(data.shell)
    },
    { signal },
  )
  offerMenu(signal)
  followTheme(signal)
}

function followTheme(signal: AbortSignal): void {
  const send = () => tellShell({ kind: 'theme', theme: useView.getState().theme })
  send()
  const stop = useView.subscribe(({ theme }, before) => {
    if (theme !== before.theme) send()
  })
  signal.addEventListener('abort', stop, { once: true })
}

/** The preload is part of the same build, so messages on its channel have the declared shape. */
const isShellMessage = (data: unknown): data is { readonly shell: ShellMessage } =>
  typeof data === 'object' && data !== null && 'channel' in data && data.channel === SHELL_CHANNEL && 'shell' in data

function handle(message: ShellMessage): void {
  switch (message.kind) {
    case 'action': {
      const action = actionRows.find(([id]) => id === message.id)?.[1]
      // On macOS the menu receives keys that no sheet has handled.
      if (action && isAvailable(action) && reaches(action)) void action.run()
      return
    }
    case 'episodeFile':
      return void openFile(new File([message.text], message.name))
    case 'story':
      return openStartSheet({ game: message.story.id })
    case 'link': {
      const { episodeId, turn } = message
      location.hash = formatAddress({ episodeId, playhead: turn === null ? 'live' : { turn, event: null } })
      return
    }
    default:
      message satisfies never
  }
}

/** Minimum time between menu updates. */
const MENU_INTERVAL_MS = 300

function offerMenu(signal: AbortSignal): void {
  let offered = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const offer = () => {
    timer = undefined
    const rows = menuRows()
    if (JSON.stringify(rows) === offered) return
    offered = JSON.stringify(rows)
    tellShell({ kind: 'menu', rows })
  }
  const later = () => {
    timer ??= setTimeout(offer, MENU_INTERVAL_MS)
  }
  const stops = [useConnection.subscribe(later), useEpisode.subscribe(later), useEpisodeList.subscribe(later)]
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
    { once: true },
  )
  later()
}

function menuRows(): readonly MenuRow[] {
  return actionRows.flatMap(([id, action]) => {
    const { label, group, keys } = action
    // Commands of the comparison page have single-letter keys and are not in the menu.
    if (group === 'comparison' || !exists(action)) return []
    return { id, label, group, key: keys.find(isMenuKey) ?? null, enabled: isAvailable(action) }
  })
}

/**
 * Whether the menu may have this key. On some platforms a single-letter menu key cannot be typed in text fields, and
 * Mod+Z belongs to the Edit menu.
 */
const isMenuKey = (key: string) => /^(Shift\+)?F\d+$/.test(key) || (key.startsWith('Mod+') && key !== 'Mod+Z')
