import { EpisodeLog } from '../../episode/log/episode-log'
import { loadEpisode } from '../../episode/load-episode'
import { SecretMask } from '../../secrets/secret-mask'
import { Recorder } from './recorder'

/** Ends an interrupted episode. The events of an incomplete turn stay in the log and no longer count. */
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
  recorder.record({ event_type: 'episode_ended', ended: 'stopped', reason: 'Ended after an interruption' })
  await recorder.close()
}
