import type { MindNote, Objective } from '../log/mind-state'
import type { EpisodeState, Turn } from '../state/episode'

interface MindOfTurn {
  readonly notes: readonly MindNote[]
  readonly objectives: readonly Objective[]
}

type Minded = Pick<EpisodeState, 'mind' | 'objectives'>

export function mindOfTurn({ mind: { notes }, objectives }: Minded, turn: number): MindOfTurn {
  const known = byTurn.get(notes)
  if (known?.objectives === objectives) return known.turns.get(turn) ?? NOTHING
  const turns = new Map<number, { notes: MindNote[]; objectives: Objective[] }>()
  const of = (at: number) => {
    const found = turns.get(at) ?? { notes: [], objectives: [] }
    turns.set(at, found)
    return found
  }
  for (const note of notes) of(note.turn).notes.push(note)
  for (const objective of objectives) of(objective.turn).objectives.push(objective)
  byTurn.set(notes, { objectives, turns })
  return turns.get(turn) ?? NOTHING
}

const NOTHING: MindOfTurn = { notes: [], objectives: [] }

/** Indexed by turn, because a search reads the texts of thousands of turns. */
const byTurn = new WeakMap<
  readonly MindNote[],
  { readonly objectives: readonly Objective[]; readonly turns: ReadonlyMap<number, MindOfTurn> }
>()

/** A text of the mind in a turn. Texts with the same part are in the same element, in this order. */
export interface MindText {
  readonly part: string
  readonly text: string
}

export const notePart = ({ id }: Pick<MindNote, 'id'>): string => `note ${id}`
export const objectivePart = ({ id }: Pick<Objective, 'id'>): string => `objective ${id}`
export const proposalPart = ({ attempt }: { readonly attempt: number }): string => `proposal ${attempt}`

export function mindTextsOf(state: Minded, { number, proposals = [] }: Turn): readonly MindText[] {
  const { notes, objectives } = mindOfTurn(state, number)
  return [
    ...notes.map((note) => ({ part: notePart(note), text: note.text })),
    ...objectives.map((objective) => ({ part: objectivePart(objective), text: objective.text })),
    ...proposals.flatMap((proposal) => {
      const part = proposalPart(proposal)
      const said = proposal.verdicts.flatMap(({ reason, predicted }) => [reason, predicted ?? ''])
      return [proposal.action, proposal.reasoning, ...said]
        .filter((text) => text !== '')
        .map((text) => ({ part, text }))
    }),
  ]
}
