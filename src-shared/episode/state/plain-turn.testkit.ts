import type { Observation, Turn } from './episode'

/** An observation in an empty field, with some facts replaced. */
export const plainObservation = (text: string, facts: Partial<Observation> = {}): Observation => ({
  text,
  prompt: '>',
  input: 'line',
  notices: [],
  fault: false,
  location: { id: 1, name: 'Field' },
  score: 0,
  max_score: null,
  moves: 0,
  inventory: [],
  visible: [],
  victory: null,
  game_over: null,
  ...facts,
})

/** A turn in which a model played `action` and did nothing else. */
export const plainTurn = (number: number, action: string, observation: Observation, reasoning = ''): Turn => ({
  number,
  startedAt: '',
  firstSeq: 0,
  lastSeq: 0,
  session: null,
  iterations: [],
  action: { action, reasoning, new_objective: null, source: 'model' },
  observation,
  problems: [],
  completed: null,
})
