import { directionOf } from '../../map/direction'
import type { Observation } from './episode'
import type { Outcome } from './state-block'

/** The part of an observation that the outcome is read from. In a state block the prompt is part of the text. */
export type OutcomeEvidence = Partial<Pick<Observation, 'prompt'>> &
  Pick<Observation, 'text' | 'location' | 'inventory' | 'input' | 'game_over'>

/**
 * The machine's facts decide if it has them. Otherwise, the outcome is read from stock replies of the parsers of
 * Infocom and Inform.
 */
export function classifyOutcome(action: string, before: OutcomeEvidence, after: OutcomeEvidence): Outcome {
  if (after.game_over === true || after.input === 'ended') return 'game_over'
  const text = printedText(after)
  if (reportsDeath(after)) return 'died'
  if (DARK.test(text)) return 'dark'
  const knowsPlaces = before.location !== null && after.location !== null
  if (knowsPlaces && before.location.id !== after.location.id) return 'moved'
  if (LOOKING_AROUND.test(action.trim())) return 'other'
  const reply = text.trim().slice(0, REPLY_LENGTH)
  const tried = knowsPlaces && directionOf(action) !== null
  // Either the way leads back to where it began, or the story implements several places as one room.
  if (tried && reply.split('\n', 1)[0]?.trim() === after.location?.name) return 'moved'
  const parserReply = PARSER_REPLIES.find(([, pattern]) => pattern.test(reply))
  if (parserReply) return parserReply[0]
  if (after.input === 'char' || endsWithQuestion(text.trim())) return 'question'
  if (carriedMore(before, after)) return 'took'
  if (FIGHT_VERB.test(action.trim()) || ATTACKED.test(text)) return REFUSED.test(reply) ? 'refused' : 'attacked'
  const byReply = REPLIES.find(([, pattern]) => pattern.test(reply))?.[0]
  // The reply lists several things, and the game refused only some of them.
  if (byReply === 'refused' && !tried && carriedMore(after, before)) return 'other'
  return byReply ?? (tried ? 'refused' : 'other')
}

/** Whether the text reports the death of the player. No fact reports a death after which the story continues. */
export const reportsDeath = (after: Pick<OutcomeEvidence, 'text' | 'prompt'>): boolean => DIED.test(printedText(after))

/** Everything printed since the last command, because the prompt, which is usually only ">", may contain a question. */
export function printedText({ text, prompt = '' }: Pick<OutcomeEvidence, 'text' | 'prompt'>): string {
  const said = prompt.trimEnd()
  return `${text}${said.endsWith('>') ? said.slice(0, -1).trimEnd() : prompt}`
}

/** Looks for a question in the last line, close to its end. */
const endsWithQuestion = (text: string): boolean =>
  ANSWER.test(text) || QUESTION.test(text.slice(Math.max(text.lastIndexOf('\n') + 1, text.length - REPLY_LENGTH)))

/** Number of characters in which a parser's reply is sought. Text after them is the story's own prose. */
const REPLY_LENGTH = 240

/** These commands print descriptions, in which "There is no door here" is not a refusal. */
const LOOKING_AROUND = /^(?:l|look|i|inv|inventory)$/i
const DIED = /\byou have died\b|\byou are dead\b|\byou have been killed\b|^[ \t]*you die\b/im
const DARK = /\bpitch[ -](?:black|dark)\b|\btoo dark to see\b|^darkness$|\bit is now (?:completely )?dark\b/im
const ANSWER = /\bplease answer yes or no\b/i
const QUESTION =
  /\((?:y(?:es)?\s*(?:\/|or)\s*no?|y is affirmative)\)[^\n]*$|\bare you sure\b[^\n]*\?[^\n]*$|\bwhat do you want to\b[^\n]*\?[^\n]*$|\bdo you (?:really )?(?:want|wish) to\b[^\n]*\?[^\n]*$/i
const FIGHT_VERB = /^(?:attack|kill|fight|stab|slay|strike|hit)\b/i
const ATTACKED =
  /\b(?:attacks?|swings?|slash(?:es)?|lunges?|stabs?|charges?|strikes?|hits?|bites?|claws?|wounds?)\b[^.!?]{0,60}\b(?:you|your)\b(?! as\b)/i
const REFUSED =
  /\b(?:you|i) (?:can't|cannot|can not|couldn't|aren't|don't have|haven't got|won't be able)\b|\byou(?:'re| are) not (?:able|holding|carrying)\b|\b(?:is|are|it's|seems? to be) (?:locked|fixed in place|closed|too (?:heavy|big|small|narrow|high|far)|firmly)\b|\b(?:won't|doesn't|don't|will not) (?:budge|fit|work|open|move|let you)\b|\bload is too heavy\b|\b(?:blocks?|bars?) (?:your|the) way\b|\bthere is (?:a wall|no way)\b|\bthat(?:'s| is) (?:hardly|not) (?:portable|something|possible)\b|\bnot (?:something|possible|that kind)\b|\bimpossible\b|\bnothing (?:here )?(?:to|you can)\b|\byou'll have to\b|\bi don't think\b|\bmust tell me how to do that\b|\bvaliant attempt\b|^an interesting idea\b|^what a concept\b/i

const PARSER_REPLIES: readonly (readonly [Outcome, RegExp])[] = [
  ['ambiguous', /\b(?:which|who|whom)\b[^.?\n]{0,40}\bdo you mean\b|\bbe more specific\b/i],
  [
    'unknown_word',
    /\b(?:don't|do not|didn't) (?:know|recogni[sz]e|understand)\b|\bnot a verb i recogni[sz]e\b|\bi beg your pardon\b|\b(?:can't|cannot) use multiple\b|\bonly understood you as far as\b|\bsentence (?:isn't|is not) one i\b|\bthere (?:was no verb|were too many nouns)\b|\bin a way that i don't\b|\bverb in that sentence\b/i,
  ],
  [
    'not_visible',
    /\b(?:you|i) (?:can't|cannot|don't|do not) (?:see|find) (?:any|the|that|it|him|her|them|such|what|no)\b|\bthere (?:is|are|isn't|aren't) (?:no|none|any) [^.!?]{1,40}\b(?:here|available)\b|\b(?:isn't|aren't|is not|are not) here\b|\bnot available\b|\bnothing (?:here )?(?:by that name|like that)\b/i,
  ],
]

const REPLIES: readonly (readonly [Outcome, RegExp])[] = [
  // Also matches a list of several things of which some were refused, for games without a known inventory.
  ['other', /^[^\n]{0,60}:\s*(?:dropped|done)[.!]/im],
  [
    'no_op',
    /\balready\b|\bnothing (?:happens|special|unusual|obvious|appears|behind|but dust)\b|\b(?:find|see|discover) nothing\b|\btime passes\b|\bno effect\b|\bhas no effect\b|\bachieve nothing\b|\bnothing (?:is )?to be gained\b|\b(?:doesn't|don't) seem to work\b|\bisn't notably helpful\b/i,
  ],
  ['took', /^(?:[^\n]{0,60}:\s*)?taken\b|\byou (?:now have|take|pick up)\b/im],
  [
    'opened_or_revealed',
    /\breveal(?:s|ed|ing)?\b|\b(?:opens|swings open|is now open|unlocked|now unlocked)\b|^opened\b|\byou (?:open|unlock|find|discover)\b/im,
  ],
  ['refused', REFUSED],
]

function carriedMore(before: OutcomeEvidence, after: OutcomeEvidence): boolean {
  if (before.inventory === null || after.inventory === null) return false
  const had = new Set(before.inventory.map(({ id }) => id))
  return after.inventory.some(({ id }) => !had.has(id))
}
