import { expect, it } from 'vitest'
import { linkTo } from './copy-link'

const at = (turn: number) => ({ episodeId: 'a-1', playhead: { turn, event: null } })

it('links to a web page by its own address', () => {
  expect(linkTo(at(7), 'http://127.0.0.1:5000/#/episode/a-1/trunk')).toBe('http://127.0.0.1:5000/#/episode/a-1/trunk/7')
})

it('links to the desktop app by its URL scheme', () => {
  expect(linkTo(at(7), 'app://zorkgpt/')).toBe('zorkgpt://episode/a-1/7')
  expect(linkTo({ episodeId: 'a-1', playhead: 'live' }, 'app://zorkgpt/')).toBe('zorkgpt://episode/a-1')
})
