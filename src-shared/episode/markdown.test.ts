import { expect, it } from 'vitest'
import { formatMarkdown } from './markdown'
import { foldEvents, sampleEpisode } from './sample-episode.testkit'

const state = foldEvents(sampleEpisode({ turns: 12 }))

it('has every turn with its action, in order', () => {
  const text = formatMarkdown(state, { withThoughts: false })
  expect([...text.matchAll(/^## (\d+)/gm)].map(([, number]) => Number(number))).toEqual(state.turns.map(({ number }) => number))
  for (const { action } of state.turns) expect(text).toContain(`**> ${action?.action}**`)
})

it('has thoughts only when asked for', () => {
  expect(formatMarkdown(state, { withThoughts: false })).not.toContain('may matter later')
  expect(formatMarkdown(state, { withThoughts: true })).toContain('may matter later')
})

it('takes nothing the game prints for Markdown', () => {
  const hostile = { ...state, opening: state.opening && { ...state.opening, text: '# Not a heading\n<script>alert(1)</script>' } }
  expect(formatMarkdown(hostile, { withThoughts: false })).toContain('> \\# Not a heading  \n> \\<script\\>alert(1)\\</script\\>')
})
