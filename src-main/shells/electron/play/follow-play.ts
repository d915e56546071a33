import { BrowserWindow, Notification, powerSaveBlocker } from 'electron'
import { advancesAlone, type Played, type PlayedEpisode } from '../../../host/episode/watch-played'
import type { Host } from '../../../host/host'
import { type EpisodeNotification, notificationFor, progressOf } from './episode-notification'
import { keepAwake } from './keep-awake'

/** Prevents sleep, shows progress, and notifies while no window has the focus. Returns current episodes. */
export function followPlay(host: Host, showWindow: () => void): () => readonly PlayedEpisode[] {
  const stayAwake = keepAwake(powerSaveBlocker)
  let played: Played = { here: [], gone: [] }
  let shown: Notification | null = null
  const goingOn = () => played.here.filter(advancesAlone)
  const tell = ({ title, body }: EpisodeNotification) => {
    shown?.close()
    // Referenced: a collected notification no longer receives the click.
    shown = new Notification({ title, body })
    shown.on('click', showWindow)
    shown.show()
  }
  const follow = async () => {
    for await (const now of host.watchPlayed(new AbortController().signal)) {
      const news = notificationFor(played, now)
      played = now
      stayAwake(goingOn().length > 0)
      for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(progressOf(goingOn()))
      if (news && BrowserWindow.getFocusedWindow() === null && Notification.isSupported()) tell(news)
    }
  }
  void follow()
  return goingOn
}
