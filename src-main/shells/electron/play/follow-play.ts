import { BrowserWindow, Notification, powerSaveBlocker } from 'electron'
import type { Host } from '../../../host/host'
import { advancesAlone, type Played, type PlayedEpisode } from '../../../host/episode/watch-played'
import { keepAwake } from './keep-awake'
import { type EpisodeNotification, notificationFor, progressOf } from './episode-notification'

/**
 * Tells the system what the host plays: it stays awake, shows how far the episodes are, and says when one ends or is
 * paused while nobody looks at a window. Gives what goes on at the moment.
 */
export function followPlay(host: Host, showWindow: () => void): () => readonly PlayedEpisode[] {
  const stayAwake = keepAwake(powerSaveBlocker)
  let played: Played = { here: [], gone: [] }
  let shown: Notification | null = null
  const goingOn = () => played.here.filter(advancesAlone)
  const tell = ({ title, body }: EpisodeNotification) => {
    shown?.close()
    // Kept: one that is collected no longer hears the click.
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
