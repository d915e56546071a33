import { APP_VERSION } from '@shared/base/app-version'
import { LOG_FORMAT } from '@shared/episode/log/event'
import { observationMade } from '@shared/episode/log/observation-made'
import { emptyEpisode } from '@shared/episode/state/episode'
import { EpisodeLog } from '../../episode/log/episode-log'
import { makeEpisodeFolder, makeNamedFolder } from '../../episode/make-episode-folder'
import { writeSnapshot } from '../../episode/snapshots'
import { Recorder } from '../../host/episode/recorder'
import { endingOf } from '../../host/episode/run-episode'
import { SecretMask } from '../../secrets/secret-mask'
import { QuetzalError } from '../../story/environment'
import { EPISODE_PROFILE } from '../../story/episode/episode-game'
import type { GameSession } from './game-session'
import type { ExtraTool, Options } from './options'

/** The game of one client as an episode, with the same log that the app writes. */
export interface EpisodeRecord {
  /** Records the action that was just played. Resolves when it is on disk. */
  record(action: string, thinking: string): Promise<void>
  close(): Promise<void>
}

/** `clientName` is the name the client gives itself. */
export async function openEpisodeRecord(
  session: GameSession,
  { seed, disguise, extraTools, turnLimit, unit }: Options,
  dataFolder: string,
  clientName: string,
): Promise<EpisodeRecord> {
  const { story, environment, notebook } = session
  const { identity, fileName, name } = story
  const { id, folder } = await (unit
    ? makeNamedFolder(dataFolder, unit.episodeId)
    : makeEpisodeFolder(dataFolder, new Date(), name))
  const log = await EpisodeLog.create(folder)
  const recorder = new Recorder({
    log,
    folder,
    episodeId: id,
    initial: emptyEpisode,
    maxToolIterations: 0,
    now: () => new Date(),
    mask: new SecretMask(),
  })
  let began = performance.now()
  let isOpen = true
  let latest: Promise<void> = Promise.resolve()

  function beginTurn(): void {
    began = performance.now()
    recorder.record({ event_type: 'turn_started', turn: recorder.state.turns.length + 1 })
  }

  async function end(ending: Parameters<typeof recorder.record>[0]): Promise<void> {
    isOpen = false
    recorder.record(ending)
    await recorder.close()
  }

  recorder.record({
    event_type: 'episode_started',
    format: LOG_FORMAT,
    app_version: APP_VERSION,
    game: {
      title: name,
      file_name: fileName,
      sha256: identity.sha256,
      version: identity.version,
      release: identity.release,
      serial: identity.serial,
    },
    header_profile: EPISODE_PROFILE,
    seed,
    player: { kind: 'mcp', label: clientName, model: null, base_url: null, profile: null },
    handicap: handicapOf(extraTools),
    ...(disguise !== 'none' && { disguise }),
    turn_limit: turnLimit,
    ...(unit && { unit: { experiment: unit.experiment, arm: unit.arm, repeat: unit.repeat } }),
    prompt_sha256: null,
    sampling: null,
    settings: { story_path: story.path },
  })
  recorder.record(observationMade(0, null, notebook.observation, disguise))
  beginTurn()
  await recorder.sync()

  return {
    record(action, thinking) {
      const { observation } = notebook
      const stateHash = environment.getStateHash()
      const quetzal = environment.emulatorHalted() ? null : saveTurn(session)
      latest = latest.then(async () => {
        if (!isOpen) return
        const turn = recorder.state.turns.length + 1
        const choice = { action, reasoning: thinking, new_objective: null, source: 'model' } as const
        recorder.record({ event_type: 'action_chosen', turn, ...choice })
        recorder.record(observationMade(turn, action, observation, disguise))
        const snapshot = quetzal && (await writeSnapshot(folder, turn, quetzal))
        recorder.record({
          event_type: 'turn_completed',
          turn,
          duration_ms: Math.round(performance.now() - began),
          snapshot,
          state_hash: stateHash,
        })
        const ending = endingOf(recorder)
        if (ending) return end({ event_type: 'episode_ended', ...ending })
        beginTurn()
        await recorder.sync()
      })
      return latest
    },
    async close() {
      await latest
      if (isOpen) await end({ event_type: 'episode_ended', ended: 'stopped', reason: `${clientName} left` })
    },
  }
}

/** The handicap level by docs/settings.md, "Handicap and death": it depends on tools that look into the game. */
function handicapOf(extraTools: readonly ExtraTool[]): 'L2' | 'L4' | 'L5' {
  const offers = (...names: readonly ExtraTool[]) => names.some((name) => extraTools.includes(name))
  if (offers('peek', 'walkthrough')) return 'L5'
  return offers('valid_actions', 'exits', 'hint') ? 'L4' : 'L2'
}

function saveTurn({ environment }: GameSession): Uint8Array | null {
  try {
    return environment.saveQuetzal()
  } catch (error) {
    if (error instanceof QuetzalError) return null
    throw error
  }
}
