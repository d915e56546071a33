import { app, BrowserWindow, nativeImage, Notification, powerSaveBlocker } from 'electron'
import { advancesAlone, type Played, type PlayedEpisode } from '../../../host/episode/watch-played'
import type { Host } from '../../../host/host'
import { BADGE_PIXELS, badgeBitmap } from './badge-bitmap'
import { type EpisodeNotification, notificationFor, progressOf } from './episode-notification'
import { keepAwake } from './keep-awake'

interface Signs {
  readonly showWindow: () => void
  /** A portable app shows no notifications, because they add an entry to the Start menu of Windows. */
  readonly isPortable: boolean
}

/**
 * Prevents sleep, shows progress, and shows notifications while no window has the focus. Returns a function that
 * returns the episodes that advance by themselves.
 */
export function followPlay(host: Host, { showWindow, isPortable }: Signs): () => readonly PlayedEpisode[] {
  const stayAwake = keepAwake(powerSaveBlocker)
  let played: Played = { here: [], gone: [] }
  let shown: Notification | null = null
  const goingOn = () => played.here.filter(advancesAlone)
  const notify = ({ title, body }: EpisodeNotification) => {
    if (isPortable || !Notification.isSupported()) return attractAttention()
    shown?.close()
    // A reference is kept, because a garbage-collected notification does not receive the click.
    shown = new Notification({ title, body })
    shown.on('click', showWindow)
    // On macOS, an unsigned app cannot show notifications.
    shown.on('failed', attractAttention)
    shown.show()
  }
  const follow = async () => {
    for await (const now of host.watchPlayed(new AbortController().signal)) {
      const news = notificationFor(played, now)
      played = now
      stayAwake(goingOn().length > 0)
      showCount(goingOn().length)
      for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(progressOf(goingOn()))
      if (news && BrowserWindow.getFocusedWindow() === null) notify(news)
    }
  }
  void follow()
  return goingOn
}

/** Shows the number on the app's icon; on Windows, as an image on the taskbar button of each window. */
function showCount(count: number): void {
  if (process.platform !== 'win32') return void app.setBadgeCount(count)
  const size = { width: BADGE_PIXELS, height: BADGE_PIXELS, scaleFactor: 2 }
  const image = count === 0 ? null : nativeImage.createFromBitmap(Buffer.from(badgeBitmap(count)), size)
  const words = count === 1 ? '1 episode is running' : `${count} episodes are running`
  for (const window of BrowserWindow.getAllWindows()) window.setOverlayIcon(image, words)
}

function attractAttention(): void {
  if (app.dock) return void app.dock.bounce()
  for (const window of BrowserWindow.getAllWindows()) {
    window.flashFrame(true)
    window.once('focus', () => window.flashFrame(false))
  }
}
