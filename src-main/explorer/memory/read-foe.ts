import { HOSTILE, headOf, isKnownNoun, isPrecious, wordsOf } from './lexicon'
import type { Foe, Memory } from './memory'
import type { TurnFacts } from './read-facts'
import { saysFoeIsGone, saysHurt } from './read-reply'
import { sentencesOf } from './location-text'

/** A foe is a visible thing of no known kind that is the subject of a hostile verb, or has just hurt the player. */
export function readFoe(memory: Memory, facts: TurnFacts): Foe | null {
  const { text, visible, action, outcome, moved } = facts
  if (outcome === 'died' || saysFoeIsGone(text)) return null
  const rounds = memory.foe && action?.startsWith('attack ') ? memory.foe.rounds + 1 : (memory.foe?.rounds ?? 0)
  const hasHurt = saysHurt(text)
  const creatures = visible.filter(({ name }) => !isKnownNoun(headOf(name)) && !isPrecious(name))
  for (const sentence of sentencesOf(text)) {
    const verb = HOSTILE.exec(sentence)
    if (!verb) continue
    const subject = wordsOf(sentence.slice(0, verb.index))
    const found = creatures.find(({ name }) => subject.includes(headOf(name)))
    if (found)
      return {
        name: found.name,
        rounds,
        hasHurt,
        blocks: /\bblocks?\b/i.test(sentence) || (memory.foe?.blocks ?? false),
      }
  }
  const stillHere = memory.foe && !moved && visible.some(({ name }) => name === memory.foe?.name)
  if (memory.foe && stillHere) return { ...memory.foe, rounds, hasHurt }
  const attacker = creatures[0]?.name
  return hasHurt && attacker !== undefined ? { name: attacker, rounds, hasHurt, blocks: false } : null
}
