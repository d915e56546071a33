import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { mirrorKnowledge } from '@shared/agent/knowledge/slice'
import { ExpectedError } from '@shared/base/expected-error'
import type { StartParams, UnitToStart } from '@shared/contract/start'
import { type EventOf, LOG_FORMAT, type PlayerKind } from '@shared/episode/log/event'
import type { FrozenKnowledge } from '@shared/episode/log/knowledge-schema'
import { observationMade } from '@shared/episode/log/observation-made'
import { NO_PAUSE_RULES, type PauseRules } from '@shared/episode/projections/pause-rules'
import { emptyEpisode, type EpisodeState, requestSeedInForce, serversOffAfter } from '@shared/episode/state/episode'
import { isOwnAgent, PLAYER_TRAITS } from '@shared/episode/state/players'
import { mindOf } from '@shared/settings/mind-of'
import type { Settings } from '@shared/settings/settings'
import { readFrozenKnowledge } from '../../episode/knowledge-file'
import { loadEpisode, loadReadable } from '../../episode/load-episode'
import { EpisodeLog } from '../../episode/log/episode-log'
import { makeEpisodeFolder, makeNamedFolder } from '../../episode/make-episode-folder'
import { readSnapshot } from '../../episode/snapshots'
import { SecretMask } from '../../secrets/secret-mask'
import type { LibraryStory } from '../../story/catalog/story-library'
import { EPISODE_PROFILE, type EpisodeGame } from '../../story/episode/episode-game'
import { eachBeginning, foldForRun } from './each-beginning'
import { Recorder, type RecorderOptions } from './recorder'
import { changePauseRules, type Play, play, type RunningEpisode } from './running-episode'
import { settingsInLog } from './settings-in-log'
import { type EpisodeOptions, type OpenOptions, type ResourceOptions, withResources } from './with-resources'

/** Short, because users read it and type it. */
export const newSeed = (): number => randomInt(1, 1_000_000)

/** Starts a new episode. First checks everything, then writes the manifest and the opening, and plays. */
export async function startEpisode(
  story: LibraryStory,
  start: StartParams & { readonly unit?: UnitToStart },
  options: OpenOptions,
): Promise<RunningEpisode> {
  const { dataFolder, now } = options
  const { unit } = start
  const prompt = unit?.prompt ?? null
  const settings = settingsOf(options.settingsToday, start)
  const { handicap, on_death: onDeath, disguise } = settings.run
  const seed = start.seed ?? newSeed()
  const turnLimit = start.turnLimit ?? settings.orchestrator.max_turns_per_episode
  const usesMcp = wantsMcp(settings, start.player, start.mcp)
  const fixed = { story, kind: start.player, settings, usesMcp, seed, prompt }
  const { hasMind } = PLAYER_TRAITS[start.player]
  const known = hasMind ? await knowledgeOf(dataFolder, story.identity.sha256, settings, unit) : null
  return openEpisodeResources(emptyEpisode, fixed, start, options, async ({ game, player }, own) => {
    const opening = await game.start(seed)
    const survey = await game.survey()
    const { id, folder } = own(
      await (unit ? makeNamedFolder(dataFolder, unit.episodeId) : makeEpisodeFolder(dataFolder, now(), story.id)),
    )
    const log = own(await EpisodeLog.create(folder))
    const recorder = openRecorder({ log, folder, episodeId: id, initial: emptyEpisode }, settings, options)
    recorder.record({
      event_type: 'episode_started',
      format: LOG_FORMAT,
      app_version: options.appVersion,
      game: {
        title: story.title,
        file_name: story.fileName,
        sha256: story.identity.sha256,
        version: story.identity.version,
        release: story.identity.release,
        serial: story.identity.serial,
      },
      header_profile: EPISODE_PROFILE,
      seed,
      player: player.identity,
      handicap,
      on_death: onDeath,
      ...(disguise !== 'none' && { disguise }),
      pause_rules: settings.pause,
      ...(handicap >= 'L3' && { dictionary: (await game.vocabulary()).words }),
      turn_limit: turnLimit,
      prompt_sha256: player.promptSha256,
      ...(prompt !== null && { prompt }),
      ...(unit && { unit: { experiment: unit.experiment, arm: unit.arm, repeat: unit.repeat } }),
      sampling: player.sampling,
      ...(hasMind && { mind: { ...mindOf(settings), ...(known && { knowledge: known }) } }),
      settings: settingsInForce(settings, usesMcp, story, start.pace),
    })
    recorder.record(observationMade(0, null, opening.observation, disguise))
    if (survey) recorder.record({ event_type: 'location_surveyed', turn: 0, ...survey })
    await recorder.sync()
    return { id, folder, recorder, paused: start.paused === true }
  })
}

/**
 * The knowledge that the episode uses from start to end, from the plan of its experiment or else from the store; null
 * for none. It is mirrored if the story is.
 */
async function knowledgeOf(
  dataFolder: string,
  story: string,
  { mind, run }: Settings,
  unit: UnitToStart | undefined,
): Promise<FrozenKnowledge | null> {
  const scope = { story, level: mind.knowledge }
  const known = unit ? unit.knowledge : await readFrozenKnowledge(dataFolder, scope, mind.knowledge_sha256)
  return known !== null && run.disguise === 'mirror' ? mirrorKnowledge(known) : known
}

/**
 * Opens the resources of an episode that continues from a state (`emptyEpisode` for a new one), calls `begin`, which
 * records the first events, and plays the episode. Without a chosen model or address it uses those of the log if the
 * kind of player is the same.
 */
export function openEpisodeResources(
  { manifest, turns, serversOff }: EpisodeState,
  fixed: Pick<ResourceOptions, 'story' | 'kind' | 'settings' | 'usesMcp' | 'seed' | 'prompt'>,
  { model, baseUrl, pace }: Pick<StartParams, 'model' | 'baseUrl' | 'pace'>,
  options: EpisodeOptions,
  begin: Parameters<typeof withResources<Begun>>[2],
): Promise<RunningEpisode> {
  const before = manifest?.player.kind === fixed.kind ? manifest.player : null
  const wanted = {
    ...fixed,
    serversOff: serversOffAfter({ serversOff }, turns.length),
    batch: pace === 'batch',
    model: model ?? before?.model ?? undefined,
    baseUrl: baseUrl ?? before?.base_url ?? undefined,
  }
  return withResources(wanted, options, async (resources, own) =>
    play({ ...(await begin(resources, own)), ...resources, settings: fixed.settings, options }),
  )
}

type Begun = Pick<Play, 'id' | 'folder' | 'recorder' | 'paused'>

export const openRecorder = (
  episode: Pick<RecorderOptions, 'log' | 'folder' | 'episodeId' | 'initial'>,
  { mcp }: Settings,
  { now, secrets, observe, traceparentOf }: EpisodeOptions,
) =>
  new Recorder({
    ...episode,
    maxToolIterations: mcp.max_tool_iterations,
    now,
    mask: secrets.mask,
    observe,
    traceparentOf,
  })

/** The pace of a batch, which needs no delay between turns. */
const AT_ONCE: Settings['gameplay'] = { turn_delay_seconds: 0, explorer_words_per_second: 0 }

/** The settings of the file, overridden by the parameters of the start. */
export function settingsOf(file: Settings, start: Omit<StartParams, 'game' | 'player'>): Settings {
  const { run } = file
  const gameplay = start.pace === 'batch' ? AT_ONCE : file.gameplay
  return {
    ...file,
    run: {
      ...run,
      handicap: start.handicap ?? run.handicap,
      on_death: start.onDeath ?? run.on_death,
      disguise: start.disguise ?? run.disguise,
    },
    agent_sampling: { ...file.agent_sampling, ...start.sampling },
    pause: start.pauseRules ?? file.pause,
    mind: {
      ...file.mind,
      preset: start.mind ?? file.mind.preset,
      knowledge: start.knowledge ?? file.mind.knowledge,
    },
    gameplay: {
      turn_delay_seconds: start.turnDelaySeconds ?? gameplay.turn_delay_seconds,
      explorer_words_per_second: start.explorerWordsPerSecond ?? gameplay.explorer_words_per_second,
    },
  }
}

export const wantsMcp = (settings: Settings, player: PlayerKind, asked: boolean | undefined): boolean =>
  settings.mcp.enabled && asked !== false && PLAYER_TRAITS[player].takesTools

export const settingsInForce = (
  settings: Settings,
  usesMcp: boolean,
  story: LibraryStory,
  pace: StartParams['pace'],
) => ({ ...settings, mcp: { ...settings.mcp, enabled: usesMcp }, story_path: story.path, pace: pace ?? 'watch' })

const RESUMABLE_ENDS = new Set<EventOf<'episode_ended'>['ended']>(['turn_limit', 'plateau', 'stopped', 'error'])

interface ResumeParams {
  readonly turnLimit: number | undefined
  readonly pace: StartParams['pace']
  /** Replaces the pause rules in the log; undefined keeps them. */
  readonly pauseRules: PauseRules | undefined
  /** Cuts a damaged log at its damage; the original log is copied first. */
  readonly fromLastGood: boolean
}

/**
 * Resumes an episode from its last complete turn. Later events stay in the log and no longer count. Rejects with
 * `not_resumable`, and with `damaged_log` if the log can be resumed only with `fromLastGood`.
 */
export async function resumeEpisode(
  id: string,
  findStory: (sha256: string, path: string) => Promise<LibraryStory>,
  { turnLimit, pace, pauseRules, fromLastGood }: ResumeParams,
  options: OpenOptions,
): Promise<RunningEpisode> {
  const { dataFolder, now } = options
  const folder = join(dataFolder, id)
  const { state, endByte, fault, version } = await loadReadable(folder)
  if (fault && (fault.kind !== 'bad_log' || state.opening === null)) throw fault
  if (fault && !fromLastGood)
    throw new ExpectedError(
      'damaged_log',
      `${fault.message} The episode can continue from ${nameOfTurn(state.turns.length)}, the last before the damage. The damaged log is then copied beside the new one.`,
    )
  const { manifest } = state
  if (!manifest || !state.opening)
    throw new ExpectedError(
      'not_resumable',
      `The log of episode ${id} has no first event, so it cannot be resumed. Restore its log from a copy, or delete the episode.`,
    )
  if (state.ended && !RESUMABLE_ENDS.has(state.ended.ended))
    throw new ExpectedError('not_resumable', `Episode ${id} is over: ${state.ended.reason}.`)
  if (isOwnAgent(state))
    throw new ExpectedError(
      'not_resumable',
      `Episode ${id} was played by an external agent, ${manifest.player.label}: only that agent can resume it.`,
    )
  refuseRecording(id, state)
  const logged = settingsInLog(manifest, state.pauseRules ?? NO_PAUSE_RULES, options.settingsToday)
  const story = await findStory(manifest.game.sha256, logged.storyPath)
  const settings = settingsOf(logged.settings, { pace, pauseRules })
  const fixed = {
    story,
    kind: manifest.player.kind,
    settings,
    usesMcp: logged.usesMcp,
    seed: requestSeedInForce(state) ?? manifest.seed,
    prompt: state.prompt,
  }
  return openEpisodeResources(state, fixed, { pace }, options, async ({ game }, own) => {
    await resumeGame(game, folder, state)
    const log = own(await EpisodeLog.reopen(folder, endByte, fault && { version, now: now() }))
    const recorder = openRecorder({ log, folder, episodeId: id, initial: state }, settings, options)
    recorder.record({
      event_type: 'episode_resumed',
      from_turn: state.turns.length,
      turn_limit: turnLimit ?? state.turnLimit,
      app_version: options.appVersion,
    })
    if (pauseRules) changePauseRules(recorder, pauseRules)
    await eachBeginning(recorder.state, foldForRun)
    return { id, folder, recorder, paused: false }
  })
}

/** Throws `not_resumable` for a recording of another program, which has no game states. */
export function refuseRecording(id: string, { turns }: EpisodeState): void {
  if (turns.at(-1)?.completed?.stateHash === '')
    throw new ExpectedError(
      'not_resumable',
      `Episode ${id} is a recording of another program without game states. It can be viewed and exported, not resumed.`,
    )
}

const nameOfTurn = (turn: number) => (turn === 0 ? 'its opening' : `turn ${turn}`)

/** Restores the game after the last complete turn. Rejects with `not_resumable`. */
export async function resumeGame(
  game: EpisodeGame,
  folder: string,
  { manifest, reseeds, turns }: EpisodeState,
): Promise<void> {
  const isThere = await game.resume({
    seed: manifest?.seed ?? 0,
    reseeds,
    actions: turns.map(({ action }) => action?.action ?? ''),
    quetzal: await readSnapshot(folder, turns.length),
    stateHash: turns.at(-1)?.completed?.stateHash,
  })
  if (!isThere)
    throw new ExpectedError(
      'not_resumable',
      'Neither the snapshot nor the logged actions lead back to the state of the last turn: was the story file or the app changed since? The episode may still be forked from an earlier turn.',
    )
}

/** Ends an interrupted episode. The events of an incomplete turn stay in the log and no longer count. */
export async function endInterrupted(id: string, folder: string, now: () => Date): Promise<void> {
  const { state, endByte } = await loadEpisode(folder)
  if (state.ended !== null) return
  const log = await EpisodeLog.reopen(folder, endByte)
  const mask = new SecretMask()
  const recorder = new Recorder({ log, folder, episodeId: id, initial: state, maxToolIterations: 0, now, mask })
  recorder.record({ event_type: 'episode_ended', ended: 'stopped', reason: 'Ended after an interruption' })
  await recorder.close()
}
