import { expect, it } from 'vitest'
import { noAnnotations } from './annotate'
import { embedEpisode } from './replay-page'
import { sampleEpisode } from './sample-episode.testkit'

const page = '<html><script type="application/json" id="episode"></script><script>run()</script></html>'
const data = { fileName: 'a.html', events: sampleEpisode({ turns: 1 }), annotations: noAnnotations, opensAt: { turn: 1, event: 2 } }

it('what is put in is what is read out, whatever it says', () => {
  const hostile = { ...data, fileName: '</script><script>alert(1)</script><!-- $& ]]>' }
  const html = embedEpisode(page, hostile)
  const [, json = ''] = /id="episode">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(json)).toEqual(hostile)
  expect(html.match(/<script/g)).toHaveLength(2)
})

it('a page without a place for it is refused', () => {
  expect(() => embedEpisode('<html></html>', data)).toThrow(/no place/)
})
