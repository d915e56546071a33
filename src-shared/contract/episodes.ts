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
 * Omitted fields stay as they were: rules, seed, knowledge and turn limit always, the rest if the kind of player stays
 * the same.
 */
export const forkParams = startParams
  .omit({ game: true, onDeath: true, handicap: true, disguise: true, knowledge: true })
  .partial({ player: true })
  .extend({
    ...byEpisode.shape,
    /** The last turn that both have in common; 0 for the opening. */
    turn: z.number().int().nonnegative(),
    title: annotations.shape.title.unwrap().optional(),
    /** The system prompt, instead of the app's own. */
    prompt: z.string().trim().min(1, 'A prompt has at least one word').max(LONGEST_PROMPT).optional(),
    /** True to discard the player's choice after `turn`, so that it answers again in the fork. */
    answersAgain: z.boolean().optional(),
    /** With `answersAgain`: the number of the new answer among those to the same turn, for the name of the fork. */
    answer: z.number().int().min(2).optional(),
    /** False to leave out the hints for the turn after `turn`, and with `answersAgain` those that still wait. */
    hints: z.boolean().optional(),
  })
export type ForkParams = Readonly<z.infer<typeof forkParams>>

const CONTROLS = ['pause', 'resume', 'step_turn', 'step_iteration', 'retry_now', 'cancel_call', 'stop'] as const
export type ControlCommand = (typeof CONTROLS)[number]

export const episodes = {
  /** From the last complete turn. Refused with `damaged_log`, unless `fromLastGood`: then the damaged log is cut. */
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
  /** Refused with `not_found` if the turn was not completed, with `bad_input` if the player takes no prompt. */
  forkEpisode: command(forkParams.extend({ newPrograms, keysFor })).gives<{ readonly episodeId: string }>(),
  /**
   * `stop` also ends an interrupted episode; the rest is refused with `not_possible` unless it runs. `retry_now` ends
   * the wait for the next attempt at a model call, and changes nothing at any other time.
   */
  controlEpisode: command(byEpisode.extend({ command: z.enum(CONTROLS) })),
  setPauseRules: command(byEpisode.extend({ rules: pauseRules })),
  /** The words that a person who plays may need: all, those that are commands, and of these the verbs. */
  readVocabulary: command(byEpisode).gives<{
    readonly words: readonly string[]
    readonly commands: readonly string[]
    readonly verbs: readonly string[]
  }>(),
  /**
   * An action entered by a person. If a person plays, refused with `not_possible` unless the episode waits. Any other
   * player is skipped for one turn: the one whose action it is choosing, else the next. A paused episode is paused
   * again after it; any other continues. Refused with `not_possible` while another such action waits to be played, or
   * if `turn` is not the turn whose action can be entered. `reasoning` is stored with the action.
   */
  submitAction: command(
    byEpisode.extend({
      action: z.string().max(1000),
      reasoning: z.string().max(4000).optional(),
      turn: z.number().int().positive().optional(),
    }),
  ),
  /**
   * The player reads it with its next prompt. Refused with `not_possible` if the player is not a model, and beyond the
   * limit. A longer text needs a source, an MCP server.
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
   * A person's note for a player with a mind. `place` is the location it is about, null for none; a note that
   * `supersedes` another replaces it. This and the next three are refused with `not_possible` if the player lacks that
   * part of a mind, or the episode is over. They count as help, as a hint does.
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
  /** `aroundTurn` null: around the end. Empty for a short log; refused with `not_possible` for one that is too long. */
  readOutline: feed(byEpisode.extend({ aroundTurn: z.number().int().nonnegative().nullable() })).gives<OutlineBatch>(),
  /** Events from `fromSeq` on, then live. `draftLength`: characters of the open draft that the viewer has. */
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
  /** If `asLines`: whole lines of the log as on disk, UTF-8, each with its line feed. */
  readonly bytes?: Uint8Array
  /** True once the viewer has everything on disk: later batches are live. */
  readonly live: boolean
  /** `seq` of the last event on disk; absent if everything in the batch was read from disk. */
  readonly savedSeq?: number
  readonly warning: string | null
}

/** Some events of a log, in order, as whole lines of it. */
export interface OutlineBatch {
  readonly bytes: Uint8Array
}
