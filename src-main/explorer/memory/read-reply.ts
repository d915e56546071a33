import { headOf } from './lexicon'
import type { Memory } from './memory'

/** An action (null at the opening) and the text of its reply. */
interface PlayedAction {
  readonly action: string | null
  readonly text: string
}

/** Functions that read details from a reply, by phrases of Infocom's and Inform's parsers. */
export const saysLoadTooHeavy = (text: string): boolean =>
  /load is too|too (?:heavy|much|many)[^.]{0,40}(?:carry|hold|load|things)|(?:carrying|holding) too (?:many|much)|can(?:'t|not) carry any ?more|hands are full|load is already|over-?burdened/i.test(
    text,
  )
export const saysExitTooTight = (text: string): boolean =>
  /(?:with|because of|carrying) (?:what|all|that|so much)[^.]{0,30}(?:carry|baggage|load|holding|stuff)|(?:fit|squeeze|get|climb|pass)[^.]{0,40}(?:with (?:what|all|your|that)|carrying)|too (?:bulky|laden)/i.test(
    text,
  )
/** Refusals in the words of single authors, which `classifyOutcome` does not recognize. */
export const saysRefusal = (text: string): boolean =>
  /^[^.!?]{0,80}\b(?:hardly (?:portable|seems?)|not something|securely|firmly|fastened|bolted|anchored|attached|cannot be|can't be|won't|unable to|not (?:open|budge|possible)|too (?:heavy|big|large)|fixed)\b/i.test(
    text.trim(),
  )
/** A refusal that says what is missing. */
export const saysNeed = (text: string): boolean =>
  /\b(?:need|needs|requires?|without|unless|until|not yet|wants? is|something (?:to|thick|long|sharp|strong|with)|bare hands?)\b/i.test(
    text,
  )
export const saysDeadEnd = (text: string): boolean => /\bonly (?:way|exit|direction)\b/i.test(text)
export const saysLocked = (text: string): boolean =>
  /\blocked\b|\bkeyhole\b|need (?:a|the) key/i.test(text) && !/unlock(?:ed|s)\b/i.test(text)
export const saysLightFailed = (text: string): boolean =>
  /(?:lamp|lantern|torch|candles?|light|flashlight)[^.]{0,30}(?:has run out|goes out|gone out|is (?:now )?(?:off|out|dead)|flickers out|dies|burn(?:s|ed) (?:out|itself))|better have more light|light source is gone/i.test(
    text,
  )
export const saysFoeIsGone = (text: string): boolean =>
  /\b(?:is|are|lies|falls|drops|now) dead\b|\bdies\b|slain|breathes (?:his|her|its) last|disappear|vanish|flees|killed|sinister black fog|collapses? (?:in|to) /i.test(
    text,
  )
export const saysHurt = (text: string): boolean =>
  /\bblood (?:wells|starts|trickles|flows)|\bknocks? you\b|into your (?:ribs|heart|side|arm|leg|back|chest)|\byou (?:are|have been) (?:wounded|stabbed|struck)|\byou (?:stagger|dodge|parry|fall back)|\b(?:pinks|slashes|cuts|bites|stabs) (?:you|your)\b/i.test(
    text,
  )
export const saysOpen = (text: string): boolean =>
  /\bopens?\b|\bopened\b|\breveal|swings? aside|slides? (?:open|aside)/i.test(text) &&
  !/can(?:'t|not| only)|couldn't|won't|doesn't|isn't|locked|nailed|how to open/i.test(text)
export const saysAlreadyOpen = (text: string): boolean => /\balready open\b/i.test(text)
/** The door in "The trap door is closed."; null if there is none. */
export const readClosedDoor = (text: string): string | null =>
  /\bthe ([a-z]+(?: [a-z]+)?) (?:is|are) (?:closed|shut)\b/i.exec(text)?.[1]?.toLowerCase() ?? null

/** Head nouns of things said to be shut: "a tin (which is closed)". "It" and "the lid" mean the action's object. */
export function readShutThings(text: string, action: string | null): readonly string[] {
  const named = [
    ...text.matchAll(
      /\b([a-z]+) \((?:which (?:is|are) )?(?:closed|shut)\b|\b([a-z]+)(?:,? which)? (?:is|are) (?:currently )?(?:closed|shut)\b/gi,
    ),
  ].map(([, listed, described]) => (listed ?? described ?? '').toLowerCase())
  return named.flatMap((head) =>
    action === null || !/^(?:it|they|door|doors|lid|cover|top)$/.test(head)
      ? [head]
      : [headOf(action), ...(action.startsWith('examine ') ? [] : [head])],
  )
}

/** The subject of a reply about the command's object ("The barometers are not something you can open."), or null. */
export const readSubject = (text: string): string | null =>
  headOfPhrase(
    /^(?:the|that|your) ([a-z' -]+?) (?:is|are|isn't|aren't|can't|cannot|doesn't|don't|won't|seems?|looks?)\b/i.exec(
      text.trim(),
    ) ??
      /^you (?:open|close|take|move|push|pull|turn|climb|enter|lift|can't [a-z]+) the ([a-z' -]+?)(?:[.,;]| (?:in|into|on|with|but|and)\b)/i.exec(
        text.trim(),
      ),
  )
const headOfPhrase = (match: RegExpExecArray | null) => (match?.[1] === undefined ? null : headOf(match[1]))

/** Head nouns of things that are said to be open now, here or elsewhere. */
export const readOpenedThings = (text: string): readonly string[] =>
  [...text.matchAll(/\bthe ([a-z]+(?: [a-z]+)?) (?:is now|is|stands|swings|slides|springs|falls) open\b/gi)].map(
    ([, name = '']) => headOf(name.toLowerCase()),
  )

/** The stock reply to a direction without an exit, which no action changes. */
export const saysNoWay = (text: string): boolean =>
  /\b(?:can't|cannot|can not|couldn't) (?:go|see a way|get)\b[^.!?]{0,20}\b(?:that|there|any)|\bno (?:way|exit|path|road)\b|\bnothing (?:lies |of interest )?(?:in that direction|that way)\b|\bonly (?:exits?|ways?)\b|\bthere is a wall\b/i.test(
    text,
  )
/** Replies of parsers when a person is treated as an object. */
export const saysIsSomebody = (text: string): boolean =>
  /less than courteous|would(?:n't| not)? (?:care for|like|appreciate|approve|enjoy|be happy|let you)|\b(?:he|she) (?:says?|seems?|doesn't|does not|looks? at you|isn't)\b/i.test(
    text,
  )
/** The command that a refusal requires first ("You'll have to get up first."); null if it names none. */
export function readAdvice(text: string): string | null {
  if (SEATED.test(text)) return 'stand up'
  const inside =
    /\bwhile (?:you are|you're|you remain|still)?(?: still)? ?(in|inside|on|aboard) (?:the|your|that) /i.exec(text)
  if (inside) return inside[1] === 'on' ? 'stand up' : 'out'
  const said =
    /\b(?:you(?:'ll| will)? (?:first )?(?:have|need|ought) to|you (?:must|should|had better)|you'd better|(?:how|what) about|why not|try(?:ing)? to|perhaps you (?:should|could))(?: first)? ([a-z]+(?: [a-z]+){0,5}?)(?: first\b| before\b| if\b|[.,;!?"'])/i.exec(
      text,
    )?.[1]
  const command = said?.toLowerCase().replace(/\b(?:the|a|an|your|some) /g, '') ?? null
  return command !== null && ADVISED.test(command) ? command : null
}
/** The player must stand up first. */
const SEATED =
  /\b(?:need|have|want|ought) to (?:be standing|stand|get up)\b|\bstand(?:ing)? up first\b|\b(?:while|when|since) (?:you are |you're )?(?:still )?(?:sitting|seated|lying|in bed)\b|\bnot standing\b/i
/** Commands that begin with a verb that parsers know. */
const ADVISED =
  /^(?:get (?:up|out|off|down|in)|stand(?: up)?|wake(?: up)?|take|take off|remove|wear|put on|open|close|unlock|turn|push|pull|light|climb|enter|leave|exit|wait|drop|read|examine|look|search|ask|tell|talk|give|show|untie|sit|lie|knock|ring|eat|drink)\b/

/**
 * Lines of a reply, without its first, that were never printed before: they report events that the action did not
 * cause.
 */
export function readNews(
  { heard }: Memory,
  { action, text, moved }: PlayedAction & { readonly moved: boolean },
): readonly string[] {
  if (action === null || moved || /^(?:l|look|i|inventory)$/.test(action)) return []
  const lines = text.split('\n').map((line) => line.trim())
  const [, ...added] = lines.filter(Boolean)
  return added.filter((line) => !heard.has(line))
}

/** The earlier text at the end of the reply, if the game continues from there after a death; else null. */
export function readBegunAgain({ beginnings }: Memory, { action, text }: PlayedAction): string | null {
  const said = text.trim()
  const isAgain = (earlier: string) => said.length > earlier.length && said.endsWith(`\n\n${earlier}`)
  return action === null ? null : ([...beginnings].find(isAgain) ?? null)
}

export const asksToRestart = (text: string): boolean => /\brestart\b[^.]*\brestore\b/i.test(text)

/** The choices of "Which door do you mean, the wooden door or the trap door?". */
export function readOptions(text: string): readonly string[] {
  const list = /do you mean,? ([^?]+)\?/i.exec(text)?.[1] ?? ''
  return list
    .split(/,| or /)
    .map((option) =>
      option
        .trim()
        .replace(/^(?:the|a|an|your) /i, '')
        .toLowerCase(),
    )
    .filter(Boolean)
}

/** The word that the parser does not know; null if the reply names none. */
export const readUnknownWord = (text: string): string | null =>
  /(?:know|recogni[sz]e) the word ["'“‘]?([a-z](?:[a-z'-]*[a-z])?)["'”’.]/i.exec(text)?.[1]?.toLowerCase() ?? null

/** The printed change of score; null if none is printed. */
export function readScoreChange(text: string): number | null {
  const match = /score has (?:just )?gone (up|down) by (\w+)/i.exec(text)
  if (!match) return null
  const size = Number.parseInt(match[2] ?? '', 10) || NUMBER_WORDS.indexOf(match[2]?.toLowerCase() ?? '')
  return match[1]?.toLowerCase() === 'down' ? -size : size
}
const NUMBER_WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )
