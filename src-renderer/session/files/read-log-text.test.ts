import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { describe, expect, it } from 'vitest'
import { readLogText } from './read-log-text'

const log = sampleEpisode({ turns: 2 })
const lines = log.map((event) => `${JSON.stringify(event)}\n`)

describe('a log that came as a file', () => {
  it('gives its events', () => {
    expect(readLogText(lines.join(''), 'events.jsonl')).toEqual({ events: log, warning: null })
  })

  it('whose last line is torn is read without it', () => {
    const { events, warning } = readLogText(lines.join('').slice(0, -20), 'events.jsonl')
    expect(events).toEqual(log.slice(0, -1))
    expect(warning).toMatch(/cut off/)
  })

  it.each([
    ['that is no log', '{"name": "package"}\n', /line 1 is no event/],
    ['that is no JSON', 'Once upon a time\n', /line 1 is not JSON/],
    ['with a line missing', [...lines.slice(0, 3), ...lines.slice(4)].join(''), /line 4 is missing/],
    [
      'of a newer version',
      lines.join('').replace('"format":2,"app_version":"', '"format":3,"app_version":"9'),
      /line 1 seems to be of a newer version of the app: open it with that \(the log has format 3, /,
    ],
    [
      'with an event that nobody knows',
      lines.join('').replace('"turn_completed"', '"turn_compleued"'),
      /line \d+ is no event of an episode \(event_type\)/,
    ],
    [
      'with an event of a newer version',
      lines.join('').replace('"turn_completed"', '"turn_dreamt"').replace('"app_version":"', '"app_version":"9'),
      /of a newer version of the app: open it with that \(version 9.* wrote it, and this one, .*, knows no event "turn_dreamt"\)/,
    ],
    ['that is empty', '', /holds no episode/],
  ])('%s is refused by name and line', (_what, text, reason) => {
    expect(() => readLogText(text, 'letter.jsonl')).toThrow(reason)
    expect(() => readLogText(text, 'letter.jsonl')).toThrow(/letter\.jsonl/)
  })
})
