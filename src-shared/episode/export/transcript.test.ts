import { expect, it } from 'vitest'
import { foldEvents, sampleEpisode } from '../state/sample-episode.testkit'
import { formatTranscript } from './transcript'

const state = foldEvents(sampleEpisode({ turns: 12 }))

it('a transcript contains all input and output in order, and nothing else', () => {
  const text = formatTranscript(state, { from: 0, to: 2 })
  const [first, second] = state.turns
  expect(text).toBe(
    [
      'THE SAMPLE\nA made-up story.\n\nGallery 1\nYou stand at the corner of a large grid of rooms.',
      `>${first?.action?.action}`,
      first?.observation?.text,
      `>${second?.action?.action}`,
      second?.observation?.text,
    ].join('\n\n') + '\n',
  )
})

it('a transcript contains only the turns of the range', () => {
  const commands = (from: number, to: number) => formatTranscript(state, { from, to }).match(/^>/gm)?.length ?? 0
  expect([commands(0, 12), commands(3, 5), commands(12, 12), commands(13, 20), commands(0, 0)]).toEqual([
    12, 3, 1, 0, 0,
  ])
})

it('a transcript contains the known part of the current turn', () => {
  const open = foldEvents(sampleEpisode({ turns: 3, openTurn: true }))
  expect(formatTranscript(open, { from: 3, to: 3 })).toBe('')
  const chosen = {
    ...open,
    openTurn: open.openTurn && {
      ...open.openTurn,
      action: { action: 'wait', reasoning: '', new_objective: null, source: 'model' as const },
    },
  }
  expect(formatTranscript(chosen, { from: 3, to: 3 })).toBe('>wait\n')
})

it('marks the actions that a person typed for an agent, but none if a person plays', () => {
  const [first] = state.turns
  const said = {
    ...state,
    turns: first?.action ? [{ ...first, action: { ...first.action, source: 'human' as const } }] : [],
  }
  expect(formatTranscript(said, { from: 1, to: 1 })).toContain(`>${first?.action?.action}\n\n[Entered by a person.]\n`)
  const { manifest } = state
  const ofPerson = {
    ...said,
    manifest: manifest && { ...manifest, player: { ...manifest.player, kind: 'human' as const } },
  }
  expect(formatTranscript(ofPerson, { from: 1, to: 1 })).not.toContain('[Entered')
})
