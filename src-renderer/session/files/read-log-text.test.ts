import { describe, expect, it } from 'vitest'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { readLogText } from './read-log-text'

const log = sampleEpisode({ turns: 2 })
const lines = log.map((event) => `${JSON.stringify(event)}\n`)

describe('a log from a file', () => {
  it('returns its events', () => {
    expect(readLogText(lines.join(''), 'events.jsonl')).toEqual({ events: log, warning: null })
  })

  it('is read without a torn last line', () => {
    const { events, warning } = readLogText(lines.join('').slice(0, -20), 'events.jsonl')
    expect(events).toEqual(log.slice(0, -1))
    expect(warning).toMatch(/cut off/)
  })

  it.each([
    ['that is not a log', '{"name": "package"}\n', /line 1 is not an event/],
    ['that is not JSON', 'Once upon a time\n', /line 1 is not JSON/],
    ['with a line missing', [...lines.slice(0, 3), ...lines.slice(4)].join(''), /line 4 is missing/],
    [
      'of a newer version',
      lines.join('').replace('"format":2,"app_version":"', '"format":3,"app_version":"9'),
      /line 1 seems to come from a newer version of the app: open it with that version \(the log has format 3, /,
    ],
    [
      'with an unknown event',
      lines.join('').replace('"turn_completed"', '"turn_compleued"'),
      /line \d+ is not an event of an episode \(event_type\)/,
    ],
    [
      'with an event of a newer version',
      lines.join('').replace('"turn_completed"', '"turn_dreamt"').replace('"app_version":"', '"app_version":"9'),
      /from a newer version of the app: open it with that version \(version 9.* wrote it, and this one, .*, knows no event "turn_dreamt"\)/,
    ],
    ['that is empty', '', /contains no episode/],
  ])('%s is refused by name and line', (_what, text, reason) => {
    expect(() => readLogText(text, 'letter.jsonl')).toThrow(reason)
    expect(() => readLogText(text, 'letter.jsonl')).toThrow(/letter\.jsonl/)
  })
})
