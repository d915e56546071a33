import { SYSTEM_PROMPT } from '@shared/agent/system-prompt'
import { ExpectedError } from '@shared/base/expected-error'
import type { ForkParams } from '@shared/contract/episodes'
import { titleFrom } from '@shared/episode/log/annotate'
import { type EventOf, LOG_FORMAT, type LoggedEvent, type PlayerKind } from '@shared/episode/log/event'
import { hintsFor } from '@shared/episode/projections/help'
import { NO_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { turnLimitOfFork } from '@shared/episode/projections/turn-limit'
import {
  emptyEpisode,
  type EpisodeState,
  type Hint,
  MAX_RESEEDS,
  requestSeedInForce,
  seedInForce,
} from '@shared/episode/state/episode'
import { PLAYER_TRAITS, readsHints } from '@shared/episode/state/players'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { mindOf } from '@shared/settings/mind-of'
import { isSliceOver, nextSlice } from '../../base/limits/slices'
import { AnnotationWriter } from '../../episode/annotation-file'
import { EpisodeLog } from '../../episode/log/episode-log'
import { isLogFault } from '../../episode/log/log-lines'
import { readLog } from '../../episode/log/read-log'
import { appendTextLog, textLines } from '../../episode/log/text-log'
import { makeEpisodeFolder } from '../../episode/make-episode-folder'
import { readSnapshot, writeSnapshot } from '../../episode/snapshots'
import type { LibraryStory } from '../../story/catalog/story-library'
import { eachBeginning, foldForRun } from './each-beginning'
import {
  openRecorder,
  newSeed,
  openEpisodeResources,
  refuseRecording,
  resumeGame,
  settingsInForce,
  settingsOf,
  wantsMcp,
} from './open-episode'
import { PLAYER_LABELS } from './players/player-labels'
import type { RunningEpisode } from './running-episode'
import { settingsInLog } from './settings-in-log'
import type { OpenOptions } from './with-resources'

/**
 * Starts a new episode from the turns of another up to `turn`. Its log is complete: the events up to that turn are
 * copied under the new id, with the snapshots, and `episode_forked` names their source. Either episode can be deleted
 * without the other. The episode in `parentFolder` is only read and may be running.
 */
export async function forkEpisode(
  parentFolder: string,
  params: ForkParams,
  findStory: (sha256: string, path: string) => Promise<LibraryStory>,
  options: OpenOptions,
): Promise<RunningEpisode> {
  const { dataFolder, now, appVersion } = options
  const { episodeId: parentId, turn, pace } = params
  const { count, state: trunk, hints } = await readTrunk(parentFolder, params)
  const { manifest } = trunk
  if (!manifest)
    throw new ExpectedError(
      'not_found',
      `The log of episode ${parentId} has no first event, so it cannot be forked. Restore its log from a copy, or delete the episode.`,
    )
  refuseRecording(parentId, trunk)
  const logged = settingsInLog(manifest, trunk.pauseRules ?? NO_PAUSE_RULES, options.settingsToday)
  const story = await findStory(manifest.game.sha256, logged.storyPath)
  const sampling = { ...logged.settings.agent_sampling, ...params.sampling }
  const settings = settingsOf({ ...logged.settings, agent_sampling: sampling }, params)
  const kind = params.player ?? manifest.player.kind
  const before = kind === manifest.player.kind ? manifest.player : null
  const prompt = promptOf(params.prompt?.trim() ?? (before && trunk.prompt), kind)
  // A fork never reads the store, because the knowledge of the player is part of the episode.
  const known = manifest.mind?.knowledge
  const ownMind = PLAYER_TRAITS[kind].hasMind ? { ...mindOf(settings), ...(known && { knowledge: known }) } : undefined
  const mind = before && params.mind === undefined ? manifest.mind : ownMind
  const seed = params.seed === seedInForce(trunk) ? undefined : params.seed
  if (seed !== undefined && trunk.reseeds.length >= MAX_RESEEDS)
    throw new ExpectedError('not_possible', `Episode ${parentId} already has ${MAX_RESEEDS} seeds, the maximum.`)
  const begun: EpisodeState = seed === undefined ? trunk : { ...trunk, reseeds: [...trunk.reseeds, { turn, seed }] }
  // The log of a player that takes no tools does not have the user's choice.
  const keepsTools = params.mcp === undefined && PLAYER_TRAITS[manifest.player.kind].takesTools
  const usesMcp = keepsTools ? logged.usesMcp && PLAYER_TRAITS[kind].takesTools : wantsMcp(settings, kind, params.mcp)
  // With the same seed, an endpoint would repeat its first answer.
  const drawn = params.answersAgain ? newSeed() : before && requestSeedInForce(trunk)
  const playerSeed = seed ?? drawn ?? seedInForce(trunk) ?? manifest.seed
  const fixed = { story, kind, settings, usesMcp, seed: playerSeed, prompt }
  return openEpisodeResources(begun, fixed, params, options, async ({ game, player }, own) => {
    await resumeGame(game, parentFolder, begun)
    const { id, folder } = own(await makeEpisodeFolder(dataFolder, now(), story.id))
    const log = own(await EpisodeLog.createDraft(folder))
    const title = titleFrom(params.title ?? '')
    if (title !== null) await new AnnotationWriter().change(folder, (noted) => ({ ...noted, title }))
    await copyTrunk(count, parentFolder, folder, log, id, logged.maxToolIterations)
    const initial = { ...trunk, manifest: { ...manifest, episode_id: id } }
    const recorder = openRecorder({ log, folder, episodeId: id, initial }, settings, options)
    recorder.record({
      event_type: 'episode_forked',
      parent_episode_id: parentId,
      parent_turn: turn,
      app_version: appVersion,
      player: player.identity,
      pause_rules: settings.pause,
      turn_limit: params.turnLimit ?? turnLimitOfFork(trunk, turn) ?? settings.orchestrator.max_turns_per_episode,
      prompt_sha256: player.promptSha256,
      ...(prompt !== null && { prompt }),
      ...(seed !== undefined && { seed }),
      sampling: player.sampling,
      ...(mind && { mind }),
      settings: settingsInForce(settings, usesMcp, story, pace),
      ...(params.answersAgain && {
        answers_again: true,
        ...(params.answer !== undefined && { answer: params.answer }),
      }),
    })
    const keepsHints = params.hints !== false && readsHints(recorder.state)
    for (const event of hintEvents(hintsFor(trunk, turn + 1), keepsHints ? hints : [])) recorder.record(event)
    await recorder.sync()
    await log.publish()
    await eachBeginning(recorder.state, foldForRun)
    return { id, folder, recorder, paused: params.paused === true }
  })
}

/** Null stands for the app's prompt. Throws `bad_input` for a player whose prompt cannot be replaced. */
function promptOf(prompt: string | null, kind: PlayerKind): string | null {
  if (prompt === null || prompt === SYSTEM_PROMPT) return null
  if (PLAYER_TRAITS[kind].isChosenModel) return prompt
  throw new ExpectedError(
    'bad_input',
    `The player "${PLAYER_LABELS[kind]}" takes no prompt, only "${PLAYER_LABELS.llm}" does. Leave the prompt out, or choose that player.`,
  )
}

interface Trunk {
  /** Number of events of the trunk. */
  readonly count: number
  readonly state: EpisodeState
  /** Hints for the first turn of the fork, including those that a person gave after the end of the trunk. */
  readonly hints: readonly Hint[]
}

/** Events after the end of a turn that belong to it. Copied as well, so that a fork of a fork equals the first fork. */
const BELONGS_TO_TURN_BEFORE: ReadonlySet<LoggedEvent['event_type']> = new Set(['location_surveyed', 'episode_forked'])

/** A resume moves the hints of a turn that was not completed. */
const CHANGES_HINTS: ReadonlySet<LoggedEvent['event_type']> = new Set([
  'hint_given',
  'hint_withdrawn',
  'episode_resumed',
])

/** All events up to the end of `turn`; later ones may be damaged. Rejects with `not_found`. */
async function readTrunk(folder: string, { episodeId, turn, answersAgain }: ForkParams): Promise<Trunk> {
  let state = emptyEpisode
  /** The state of the trunk, with the changes of hints by later events; null until the end of the trunk is reached. */
  let later: EpisodeState | null = null
  const isThere = () => state.opening !== null && state.openTurn === null && state.turns.length === turn
  try {
    reading: for await (const chunk of readLog(folder)) {
      for (const event of chunk.events) {
        if (later === null && isThere() && !BELONGS_TO_TURN_BEFORE.has(event.event_type)) later = state
        if (later === null) state = reduceEpisode(state, event)
        else if (CHANGES_HINTS.has(event.event_type)) later = reduceEpisode(later, event)
        else if (event.event_type === 'turn_completed' && !answersAgain) break reading
      }
    }
  } catch (error) {
    if (!(isLogFault(error) && isThere())) throw error
  }
  if (!isThere())
    throw new ExpectedError(
      'not_found',
      `Episode ${episodeId} has ${state.turns.length} complete turns: there is no turn ${turn} to fork from.`,
    )
  const next = turn + 1
  const hints = (later ?? state).hints
    .filter((hint) => (answersAgain ? hint.turn >= next : hint.turn === next))
    .map((hint) => ({ ...hint, turn: next }))
  return { count: state.seq + 1, state, hints }
}

/** The events that change the hints `had` into the hints `kept`. */
function hintEvents(had: readonly Hint[], kept: readonly Hint[]): readonly EventOf<'hint_given' | 'hint_withdrawn'>[] {
  const isIn = (hints: readonly Hint[]) => (hint: Hint) => hints.some(({ text }) => text === hint.text)
  return [
    ...had
      .filter((hint) => !isIn(kept)(hint))
      .map(({ turn, text }) => ({ event_type: 'hint_withdrawn', turn, text }) as const),
    ...kept.filter((hint) => !isIn(had)(hint)).map((hint) => ({ event_type: 'hint_given', ...hint }) as const),
  ]
}

/** Reads the log a second time, because a long list of events in memory would slow down garbage collection. */
async function copyTrunk(
  count: number,
  parentFolder: string,
  folder: string,
  log: EpisodeLog,
  id: string,
  maxToolIterations: number,
): Promise<void> {
  let next = 0
  for await (const { events } of readLog(parentFolder)) {
    const lines: string[] = []
    for (const event of events.slice(0, count - next)) {
      const own: LoggedEvent =
        event.event_type === 'episode_started'
          ? { ...event, format: LOG_FORMAT, episode_id: id }
          : { ...event, episode_id: id }
      log.append(own)
      lines.push(...textLines(own, maxToolIterations))
      if (event.event_type === 'turn_completed' && event.snapshot !== null)
        await copySnapshot(event.turn, parentFolder, folder)
      if (isSliceOver()) await nextSlice()
    }
    await appendTextLog(folder, lines)
    next += events.length
    // The rest of the log may be damaged.
    if (next >= count) break
  }
  await log.sync()
}

/** Skips a missing snapshot, because replaying the actions leads to the same state. */
async function copySnapshot(turn: number, from: string, to: string): Promise<void> {
  // The file name is derived from the turn, never read from the log.
  const quetzal = await readSnapshot(from, turn)
  if (quetzal) await writeSnapshot(to, turn, quetzal)
}
