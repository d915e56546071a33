import { expect, it } from 'vitest'
import { noAnnotations } from '../log/annotate'
import { sampleEpisode } from '../state/sample-episode.testkit'
import { embedEpisode, logInPage } from './replay-page'

const page = '<html><script type="application/json" id="episode"></script><script>run()</script></html>'
const data = {
  fileName: 'a.html',
  events: sampleEpisode({ turns: 1 }),
  annotations: noAnnotations,
}

it('the page reads exactly the embedded text, whatever it contains', () => {
  const hostile = { ...data, fileName: '</script><script>alert(1)</script><!-- $& ]]>' }
  const html = embedEpisode(page, hostile)
  const [, json = ''] = /id="episode">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(json)).toEqual(hostile)
  expect(html.match(/<script/g)).toHaveLength(2)
})

it('the log can be read from the page again', () => {
  const text = '</script> ,\n ,"events":[\n \n]} \u202e'
  const events = data.events.map((event) => (event.event_type === 'observation_made' ? { ...event, text } : event))
  const lines = logInPage(embedEpisode(page, { ...data, fileName: ',"events":[\n', events }))
    ?.trimEnd()
    .split('\n')
  const [shown, seen] = [JSON.stringify(events), JSON.stringify(lines?.map((line) => JSON.parse(line) as unknown))]
  expect(seen).toBe(shown.replaceAll('\u202e', String.raw`\\u{202e}`))
  expect([logInPage(page), logInPage('<html>'), logInPage('')]).toEqual([null, null, null])
})

it('a page without a place for an episode is refused', () => {
  expect(() => embedEpisode('<html></html>', data)).toThrow(/no place/)
})

it('hidden characters of an untrusted source are shown', () => {
  const html = embedEpisode(page, {
    ...data,
    events: JSON.parse(
      JSON.stringify(data.events).replaceAll('"text":"', String.raw`"\u202ekey":1,"text":"\u001b[8m\u202e`),
    ),
  })
  const [, json = ''] = /id="episode">(.*?)<\/script>/s.exec(html) ?? []
  expect(json).not.toMatch(/\p{Cf}|\\u001b/u)
  expect(
    JSON.parse(json).events.find(({ event_type }: { event_type: string }) => event_type === 'observation_made'),
  ).toMatchObject({ text: expect.stringContaining(String.raw`\u{1b}[8m\u{202e}`), [String.raw`\u{202e}key`]: 1 })
})
