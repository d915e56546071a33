import { z } from 'zod'
import { settings } from '../settings/settings'
import { annotations } from '../episode/log/annotations'
import { type EpisodeEvent, LONGEST_HINT } from '../episode/log/event'
import { LONGEST_NOTE, NOTE_KINDS } from '../episode/log/mind-events'
import { LONGEST_PROMPT } from '../episode/log/prompt-limit'
import { type ApiOf, command, feed } from './define'
import { byEpisode } from './episode-id'
import { newPrograms } from './mcp'
import { keysFor } from './models'
import { pauseRules, startParams } from './start'

/** Episodes that were started: to go on with them, steer and watch them. */

const { temperature, top_p, top_k, min_p, max_tokens, reasoning_effort } = settings.shape.agent_sampling.unwrap().shape
const mindText = z.string().trim().max(LONGEST_NOTE)
const mindId = z.string().min(1).max(40)

/** How a model is asked, where that is to be otherwise. */
const sampling = z.strictObject({
  temperature: temperature.unwrap().optional(),
  top_p: top_p.unwrap().optional(),
  top_k: top_k.unwrap().optional(),
  min_p: min_p.unwrap().optional(),
  max_tokens: max_tokens.unwrap().optional(),
  reasoning_effort: reasoning_effort.unwrap().optional(),
})

/** What is not named is as it was: the rules and the seed always, the rest as long as the player stays the same. */
export const forkParams = startParams
  .omit({ game: true, onDeath: true, handicap: true })
  .partial({ player: true })
  .extend({
    ...byEpisode.shape,
    /** The last turn that both have in common; 0 for the opening. */
    turn: z.number().int().nonnegative(),
    /** The reader's name for the fork. */
    title: annotations.shape.title.unwrap().optional(),
    /** What the model is told first, in the place of the app's own prompt. */
    prompt: z.string().trim().min(1, 'A prompt has at least one word').max(LONGEST_PROMPT).optional(),
    sampling: sampling.optional(),
    /** What the player chose after `turn` is thrown away, and the fork is there for it to answer again. */
    answersAgain: z.boolean().optional(),
  })
export type ForkParams = Readonly<z.infer<typeof forkParams>>

const CONTROLS = ['pause', 'resume', 'step_turn', 'step_iteration', 'cancel_call', 'stop'] as const
export type ControlCommand = (typeof CONTROLS)[number]

export const episodes = {
  /**
   * Goes on with an episode that is not running, from its last complete turn. Refused with `damaged_log` for a log that
   * can be read up to a turn and not to its end, unless `fromLastGood`: then it is cut there, and kept beside the new
   * one as it was.
   */
  resumeEpisode: command(
    byEpisode.extend({
      newPrograms,
      keysFor,
      turnLimit: z.number().int().positive().optional(),
      pace: startParams.shape.pace,
      /** In the place of those in force so far. */
      pauseRules: startParams.shape.pauseRules,
      fromLastGood: z.boolean().optional(),
    }),
  ),
  /**
   * A new episode that begins with the turns of another and then goes its own way, as it was unless something else is
   * asked for. Refused with `not_found` if that turn was not completed, with `bad_input` if the player takes no prompt.
   */
  forkEpisode: command(forkParams.extend({ newPrograms, keysFor })).gives<{ readonly episodeId: string }>(),
  /**
   * `stop` also writes the end of an episode that was interrupted; everything else is refused with `not_possible`
   * unless it runs.
   */
  controlEpisode: command(byEpisode.extend({ command: z.enum(CONTROLS) })),
  /** In force from the end of the turn that is being played. */
  setPauseRules: command(byEpisode.extend({ rules: pauseRules })),
  /** The words that a person who plays may need: all, and those that are commands. */
  readVocabulary: command(byEpisode).gives<{
    readonly words: readonly string[]
    readonly commands: readonly string[]
  }>(),
  /**
   * An action that a person says. One who plays is waited for: refused with `not_possible` unless the episode waits.
   * Any other player is passed over for one turn: the one whose action it is choosing, which ends there, or else the
   * next. An episode that was paused is paused again after it, any other goes on. Refused with `not_possible` while
   * another such action waits to be played, or where `turn` is another than the one whose action can be said.
   * `reasoning` is kept with the action.
   */
  submitAction: command(
    byEpisode.extend({
      action: z.string().max(1000),
      reasoning: z.string().max(4000).optional(),
      turn: z.number().int().positive().optional(),
    }),
  ),
  /**
   * What a person suggests: the player reads it with its next prompt. Refused with `not_possible` where the player is
   * no model, and where it was given as many as an episode can have.
   */
  giveHint: command(byEpisode.extend({ text: z.string().trim().min(1).max(LONGEST_HINT) })),
  /**
   * A person's own note for a player with a mind; `place` is the location that it is about, null for none, and one that
   * `supersedes` another is that note with other words. This and the next three are refused with `not_possible` where
   * the player has no such part of a mind, or the episode is over; they are help as a hint is.
   */
  writeNote: command(
    byEpisode.extend({
      note: z.strictObject({
        kind: z.enum(NOTE_KINDS),
        subject: mindText,
        value: mindText,
        text: mindText.min(1),
        lasts: z.enum(['world', 'episode']),
      }),
      place: z.number().int().nullable(),
      supersedes: mindId.optional(),
    }),
  ),
  closeNote: command(byEpisode.extend({ id: mindId })),
  setObjective: command(byEpisode.extend({ text: mindText.min(1) })),
  closeObjective: command(byEpisode.extend({ id: mindId })),
  /**
   * Enough of a long log to show all of it, before all of it is there; nothing if reading it whole takes no longer.
   * `aroundTurn` null: around the end. Refused with `not_possible` if a window cannot keep all of it.
   */
  readOutline: feed(byEpisode.extend({ aroundTurn: z.number().int().nonnegative().nullable() })).gives<OutlineBatch>(),
  /**
   * From `fromSeq` on, then live. `draftLength` is how many characters of the open draft the viewer has already had.
   */
  watchEpisode: feed(
    byEpisode.extend({
      fromSeq: z.number().int().nonnegative(),
      draftLength: z.number().int().nonnegative().default(0),
      /** Give what is only on disk as lines of the log. */
      asLines: z.boolean().default(false),
    }),
  ).gives<EpisodeBatch>(),
}
export type EpisodeApi = ApiOf<typeof episodes>

export interface EpisodeBatch {
  readonly events: readonly EpisodeEvent[]
  /**
   * Instead of events, and only for a viewer that asked: whole lines of the log as they are on disk, UTF-8, each with
   * its line feed.
   */
  readonly bytes?: Uint8Array
  /** True once the viewer has caught up with what is on disk: what follows is live. */
  readonly live: boolean
  /**
   * `seq` of the last event that is on disk for good, of an episode that this host plays; left out where all that is
   * sent was read from there.
   */
  readonly savedSeq?: number
  /** What was wrong with the log and was left out, e.g. a torn last line. */
  readonly warning: string | null
}

/** Some events of a log, in order, as whole lines of it. */
export interface OutlineBatch {
  readonly bytes: Uint8Array
}
