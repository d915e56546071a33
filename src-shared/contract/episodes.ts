import { z } from 'zod'
import { annotations } from '../episode/log/annotations'
import { type EpisodeEvent, hintSource, LONGEST_ATTACHMENT, LONGEST_HINT } from '../episode/log/event'
import { LONGEST_NOTE, NOTE_KINDS } from '../episode/log/mind-events'
import { LONGEST_PROMPT } from '../episode/log/prompt-limit'
import { type ApiOf, command, feed } from './define'
import { byEpisode } from './episode-id'
import { newPrograms } from './mcp'
import { keysFor } from './models'
import { pauseRules, startParams } from './start'

const mindText = z.string().trim().max(LONGEST_NOTE)
const mindId = z.string().min(1).max(40)

/**
 * Rules, seed, knowledge and turn limit are the parent's if they are omitted. So are the other fields, if the kind of
 * player stays the same.
 */
export const forkParams = startParams
  .omit({ game: true, onDeath: true, handicap: true, disguise: true, knowledge: true })
  .partial({ player: true })
  .extend({
    ...byEpisode.shape,
    /** The last turn that parent and fork have in common; 0 for the opening. */
    turn: z.number().int().nonnegative(),
    title: annotations.shape.title.unwrap().optional(),
    /** The system prompt, instead of the app's own. */
    prompt: z.string().trim().min(1, 'A prompt has at least one word').max(LONGEST_PROMPT).optional(),
    /** True to discard the player's choice after `turn`, so that it answers again in the fork. */
    answersAgain: z.boolean().optional(),
    /** With `answersAgain`: counts the answers to this turn, for the title of the fork. */
    answer: z.number().int().min(2).optional(),
    /** False to drop the hints for the turn after `turn` and, with `answersAgain`, for later turns. */
    hints: z.boolean().optional(),
  })
export type ForkParams = Readonly<z.infer<typeof forkParams>>

const CONTROLS = ['pause', 'resume', 'step_turn', 'step_iteration', 'retry_now', 'cancel_call', 'stop'] as const
export type ControlCommand = (typeof CONTROLS)[number]

export const episodes = {
  /**
   * Resumes after the last complete turn. Refused with `damaged_log` unless `fromLastGood`, which cuts off the damaged
   * part.
   */
  resumeEpisode: command(
    byEpisode.extend({
      newPrograms,
      keysFor,
      turnLimit: z.number().int().positive().optional(),
      pace: startParams.shape.pace,
      /** Replaces the rules in force. */
      pauseRules: startParams.shape.pauseRules,
      fromLastGood: z.boolean().optional(),
    }),
  ),
  /**
   * Refused with `not_found` if the turn is not complete, with `bad_input` if a prompt is given to a player without
   * one.
   */
  forkEpisode: command(forkParams.extend({ newPrograms, keysFor })).gives<{ readonly episodeId: string }>(),
  /**
   * `stop` also ends an interrupted episode; all other commands are refused with `not_possible` unless it runs.
   * `retry_now` ends the wait before the next attempt at a model call, and has no effect at other times.
   */
  controlEpisode: command(byEpisode.extend({ command: z.enum(CONTROLS) })),
  setPauseRules: command(byEpisode.extend({ rules: pauseRules })),
  /** Words for a person who plays: all words of the story, those that are commands, and the verbs among these. */
  readVocabulary: command(byEpisode).gives<{
    readonly words: readonly string[]
    readonly commands: readonly string[]
    readonly verbs: readonly string[]
  }>(),
  /**
   * Enters an action as a person. If a person plays, it is refused with `not_possible` unless the episode waits for it.
   * Any other player skips one turn: the one whose action it is choosing, or the next. A paused episode pauses again
   * after the action. Also refused with `not_possible` while another such action waits to be played, or if `turn` is
   * not the turn whose action can be entered. `reasoning` is stored with the action.
   */
  submitAction: command(
    byEpisode.extend({
      action: z.string().max(1000),
      reasoning: z.string().max(4000).optional(),
      turn: z.number().int().positive().optional(),
    }),
  ),
  /**
   * Adds a hint to the player's next prompt. Refused with `not_possible` if the player is no model, if the episode is
   * over, and beyond the limit. A text longer than `LONGEST_HINT` needs an MCP server as its source.
   */
  giveHint: command(
    byEpisode
      .extend({ text: z.string().trim().min(1).max(LONGEST_ATTACHMENT), source: hintSource.optional() })
      .refine(({ text, source }) => source !== undefined || text.length <= LONGEST_HINT, {
        path: ['text'],
        message: `has more than ${LONGEST_HINT} characters`,
      }),
  ),
  /** Withdraws a hint for `turn`. Refused with `not_possible` once the player has read it. */
  withdrawHint: command(
    byEpisode.extend({ turn: z.number().int().positive(), text: z.string().max(LONGEST_ATTACHMENT) }),
  ),
  /**
   * Writes a person's note for a player with a mind. `place` is its location, null for none; `supersedes` names a note
   * to replace. This and the next three commands are refused with `not_possible` if the player lacks that part of the
   * mind, or the episode is over. They count as help, like a hint.
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
   * Events around a turn, or around the end if `aroundTurn` is null. Empty for a short log; refused with `not_possible`
   * for one that is too long.
   */
  readOutline: feed(byEpisode.extend({ aroundTurn: z.number().int().nonnegative().nullable() })).gives<OutlineBatch>(),
  /**
   * Events from `fromSeq` on, then live ones. `draftLength`: characters of the open draft that the viewer already has.
   */
  watchEpisode: feed(
    byEpisode.extend({
      fromSeq: z.number().int().nonnegative(),
      draftLength: z.number().int().nonnegative().default(0),
      asLines: z.boolean().default(false),
    }),
  ).gives<EpisodeBatch>(),
}
export type EpisodeApi = ApiOf<typeof episodes>

export interface EpisodeBatch {
  readonly events: readonly EpisodeEvent[]
  /** With `asLines`: whole lines of the log as on disk, UTF-8, each with its line feed. */
  readonly bytes?: Uint8Array
  /** True once the viewer has everything that was on disk; later batches are live. */
  readonly live: boolean
  /** `seq` of the last event on disk; absent if everything in the batch was read from disk. */
  readonly savedSeq?: number
  readonly warning: string | null
}

/** Some events of a log in order, as the lines that record them. */
export interface OutlineBatch {
  readonly bytes: Uint8Array
}
