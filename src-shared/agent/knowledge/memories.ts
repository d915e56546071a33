import { cleanEntry } from './check-entry'
import type { GivenEntry } from './exchange'
import { LONGEST_PLACE } from './knowledge-event'

const PLACE = /^## Location (\d{1,9}): (.+)$/
/** `**[DANGER - PERMANENT - TENTATIVE] Title** *(Ep2, T14, +5)*` */
const HEAD = /^\*\*\[([A-Z]+) - ([A-Z]+)(?: - ([A-Z]+))?\] (.+?)\*\*/
const MARK = /^\[(?:Superseded|Invalidated)\b/

interface Memory {
  readonly category: string
  readonly persistence: string
  readonly title: string
  readonly place: GivenEntry['place']
  isOver: boolean
  readonly lines: string[]
}

/**
 * The memories in a `Memories.md` of the public ZorkGPT, without superseded and ephemeral ones. Its location numbers
 * are those of the story file, like ours. Empty for any other text.
 */
export function readMemories(text: string): readonly GivenEntry[] {
  const memories: Memory[] = []
  let place: GivenEntry['place'] = null
  let open: Memory | null = null
  for (const line of text.split(/\r?\n/).map((raw) => raw.trim())) {
    const [, number, name] = PLACE.exec(line) ?? []
    const [, category = '', persistence = '', status = '', title = ''] = HEAD.exec(line) ?? []
    if (number !== undefined && name !== undefined) {
      place = { id: Number(number), name: cleanEntry(name, LONGEST_PLACE) }
      open = null
    } else if (title !== '') {
      open = { category, persistence, title, place, isOver: status === 'SUPERSEDED', lines: [] }
      memories.push(open)
    } else if (line === '---') open = null
    else if (open && MARK.test(line)) open.isOver = true
    else if (open && line !== '') open.lines.push(line)
  }
  return memories
    .filter(({ isOver, persistence }) => !isOver && persistence !== 'EPHEMERAL')
    .map(({ category, title, lines, place: at }) => ({
      kind: category === 'DANGER' ? 'danger' : 'note',
      place: at,
      subject: cleanEntry(title),
      value: '',
      text: cleanEntry([title, lines.join(' ')].filter((part) => part !== '').join(': ')),
    }))
}
