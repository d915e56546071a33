import { EpisodeLog } from '../../episode/log/episode-log'
import { loadEpisode } from '../../episode/load-episode'
import { SecretMask } from '../../secrets/secret-mask'
import { Recorder } from './recorder'

/**
 * Writes the end of an episode whose host went away in the middle. What was cut off is cut from the log; one that has
 * ended stays as it is.
 */
export async function endInterrupted(id: string, folder: string, now: () => Date): Promise<void> {
  const { state, endByte } = await loadEpisode(folder)
  if (state.ended !== null) return
  const log = await EpisodeLog.reopen(folder, endByte)
  const recorder = new Recorder({
    log,
    folder,
    episodeId: id,
    initial: state,
    maxToolIterations: 0,
    now,
    mask: new SecretMask(),
  })
  recorder.record({ event_type: 'episode_ended', ended: 'stopped', reason: 'Left ended after it was interrupted' })
  await recorder.close()
}
