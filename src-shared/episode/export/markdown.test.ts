import { expect, it } from 'vitest'
import { foldEvents, sampleEpisode } from '../state/sample-episode.testkit'
import { formatMarkdown } from './markdown'

const state = foldEvents(sampleEpisode({ turns: 12 }))

it('the document has every turn with its action, in order', () => {
  const text = formatMarkdown(state, { withThoughts: false })
  expect([...text.matchAll(/^## (\d+)/gm)].map(([, number]) => Number(number))).toEqual(
    state.turns.map(({ number }) => number),
  )
  for (const { action } of state.turns) expect(text).toContain(`**> ${action?.action}**`)
})

it('the document has thoughts only if they are requested', () => {
  expect(formatMarkdown(state, { withThoughts: false })).not.toContain('may matter later')
  expect(formatMarkdown(state, { withThoughts: true })).toContain('may matter later')
})

it('escapes what the game prints', () => {
  const hostile = {
    ...state,
    opening: state.opening && { ...state.opening, text: '# Not a heading\n<script>alert(1)</script>' },
  }
  expect(formatMarkdown(hostile, { withThoughts: false })).toContain(
    '> \\# Not a heading  \n> \\<script\\>alert(1)\\</script\\>',
  )
})

it('escapes names and words of players, models and stories', () => {
  const evil = '<img src=x> [here](http://x) *one*\n# two'
  const plain = '\\<img src=x\\> \\[here\\](http://x) \\*one\\*'
  const [first] = state.turns
  if (!state.manifest || !first?.action || !first.observation) throw new Error('The sample has a turn.')
  const hostile = {
    ...state,
    manifest: {
      ...state.manifest,
      game: { ...state.manifest.game, title: evil },
      player: { ...state.manifest.player, label: evil },
    },
    turns: [
      {
        ...first,
        action: { ...first.action, action: evil, reasoning: evil },
        observation: { ...first.observation, location: { id: 1, name: evil } },
      },
    ],
    ended: { ended: 'error' as const, reason: evil },
  }
  const text = formatMarkdown(hostile, { withThoughts: true })
  expect(text).not.toMatch(/[^\\]<img/)
  expect(text).not.toMatch(/^# two/m)
  for (const line of [
    `# ${plain} \\# two`,
    `Played by ${plain} \\# two,`,
    `## 1 · ${plain} \\# two`,
    `- ${plain}\n- \\# two`,
    `**> ${plain} \\# two**`,
    `*${plain} \\# two*`,
  ])
    expect(text).toContain(line)
})

it('shows hidden characters, and escapes the start of every line', () => {
  const [first] = state.turns
  if (!first?.action || !first.observation || !state.opening) throw new Error('The sample has a turn.')
  const hostile = {
    ...state,
    opening: { ...state.opening, text: 'A\n===\n- b\n12. c\n~~d~~ | &#x202e;' },
    turns: [
      {
        ...first,
        action: { ...first.action, action: 'say \u001b[2J\u202eyb' },
        observation: { ...first.observation, text: 'one\r\ntwo\u2028three\u200b' },
      },
    ],
  }
  const text = formatMarkdown(hostile, { withThoughts: true })
  expect(text).toContain(String.raw`**> say \\u{1b}\[2J\\u{202e}yb**`)
  expect(text).toContain(`> one  \n> two${String.raw`\\u{2028}three\\u{200b}`}  `)
  expect(text).toContain(`> A  \n> \\===  \n> \\- b  \n> 12\\. c  \n> \\~\\~d\\~\\~ \\| \\&\\#x202e;  `)
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\u2028/u)
})

it('lists the help of a person, per turn and at the top', () => {
  const turns = state.turns.map((turn) =>
    turn.number === 2 && turn.action ? { ...turn, action: { ...turn.action, source: 'human' as const } } : turn,
  )
  const helped = formatMarkdown(
    { ...state, turns, hints: [{ turn: 3, text: 'Try *that*.' }], discarded: 1 },
    { withThoughts: false },
  )
  expect(helped).toContain('A person helped the player: 1 turn, 1 hint, 1 answer discarded.')
  expect(helped).toMatch(new RegExp(`\\*\\*> ${turns[1]?.action?.action}\\*\\* \\*\\(entered by the user\\)\\*`))
  expect(helped).toMatch(/^## 3[^#]*\*A person suggested:\* Try \\\*that\\\*\.$/m)
  expect(formatMarkdown(state, { withThoughts: false })).not.toContain('person')
})
