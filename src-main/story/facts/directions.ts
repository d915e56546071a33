import type { Machine } from '../zmachine/machine'

/** Direction words; the first of a group names the exit. */
const DIRECTION_WORDS: readonly (readonly string[])[] = (
  'north n, northeast ne, east e, southeast se, south s, southwest sw, west w, northwest nw, up u, down d, ' +
  'in inside enter, out outside exit, fore f, aft, port p, starboard sb, land, cross'
)
  .split(', ')
  .map((words) => words.split(' '))
/** Short forms, used only if a story lacks the long word. */
const ABBREVIATIONS: ReadonlySet<string> = new Set('n ne e se s sw w nw u d f p sb'.split(' '))
const INFOCOM_DIRECTION_FLAG = 0x10
const LAST_INFOCOM_DIRECTION_VERSION = 3

/** The directions in the story's dictionary, the compass first; each with its words, the most common first. */
export function findDirections(machine: Machine): string[][] {
  const found = DIRECTION_WORDS.map((words) => words.filter((word) => machine.dictionary.find(word) !== 0)).filter(
    (words) => words.length > 0,
  )
  const entries = new Set(found.flat().map((word) => machine.dictionary.find(word)))
  const spoken = found.map((words) =>
    ABBREVIATIONS.has(words[0]!) ? words : words.filter((word) => !ABBREVIATIONS.has(word)),
  )
  return [...spoken, ...findFlaggedDirections(machine, entries).map((word) => [word])]
}

/** Words for directions that are not listed above. Infocom flags direction words and gives synonyms one number. */
function findFlaggedDirections(machine: Machine, known: ReadonlySet<number>): string[] {
  const { memory, dictionary } = machine
  if (machine.header.version > LAST_INFOCOM_DIRECTION_VERSION || dictionary.dictionary.entryBytes !== 7) return []
  const flagged = dictionary.addresses().filter((entry) => (memory[entry + 4]! & INFOCOM_DIRECTION_FLAG) !== 0)
  const numberOf = (entry: number) => ((memory[entry + 4]! & 3) === 3 ? memory[entry + 5]! : memory[entry + 6]!)
  const numbers = new Set(flagged.filter((entry) => known.has(entry)).map(numberOf))
  return flagged.flatMap((entry) => {
    if (numbers.has(numberOf(entry))) return []
    numbers.add(numberOf(entry))
    return [machine.text.decode(entry).text]
  })
}
