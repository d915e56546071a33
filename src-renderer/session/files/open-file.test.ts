import { expect, it } from 'vitest'
import type { Story } from '@shared/contract/stories'
import { embedEpisode } from '@shared/episode/export/replay-page'
import { noAnnotations } from '@shared/episode/log/annotate'
import { LONGEST_OPENED_BYTES } from '@shared/episode/log/episode-file'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { writeBlorb } from '@shared/formats/blorb'
import { connectTo, forgetHost } from '../connection/connection.testkit'
import { useEpisode } from '../episode/episode-store'
import { useView } from '../view/view-store'
import { addStoryFile, openDropped, openFile } from './open-file'

it('does not read a file that is too long, and names the command that cuts it', async () => {
  const file = Object.defineProperty(new File([''], 'long.zorkgpt'), 'size', { value: LONGEST_OPENED_BYTES + 1 })
  expect(await openFile(file)).toBe(false)
  expect(useView.getState().failure).toMatch(/^long\.zorkgpt is 257 MB; .* zorkgpt export FOLDER --from TURN --to/)
})

it('names the supported kinds for a file of another kind', async () => {
  expect(await openFile(new File(['%PDF-1.7'], 'map.pdf'))).toBe(false)
  expect(useView.getState().failure).toBe(
    'map.pdf is a PDF document, neither an episode (.zorkgpt, .html, .jsonl, .eval) nor a story (.z1 to .z8, .zblorb).',
  )
})

it('uploads the story of a large Blorb without its pictures and sounds', async () => {
  const sent: string[] = []
  connectTo({
    addStory: async ({ base64 }) => {
      sent.push(base64)
      return { title: 'The Lamp' } as Story
    },
  })
  const story = Uint8Array.of(5, 1, 2, 3)
  const sound = Uint8Array.from('Snd \0\x30\0\0', (letter) => letter.charCodeAt(0))
  const blorb = writeBlorb({ story, record: null, cover: null })
  await addStoryFile(new File([blorb, sound, new Uint8Array(3 << 20)], 'lamp.zblorb'))
  expect(sent).toEqual([Buffer.from(blorb).toString('base64')])
  await expect(addStoryFile(new File([new Uint8Array(3 << 20)], 'lamp.z5'))).rejects.toThrow('too large')
  forgetHost()
})

it('opens an exported page, and says that another page has no episode', async () => {
  const page = '<html><script type="application/json" id="episode"></script></html>'
  const events = sampleEpisode({ turns: 2 })
  const html = embedEpisode(page, { fileName: 'walk.html', events, annotations: noAnnotations })
  expect(await openFile(new File([html], 'walk.html'))).toBe(true)
  expect(useEpisode.getState().history.latest.turns).toHaveLength(2)
  expect(await openFile(new File(['<html>'], 'other.html'))).toBe(false)
  expect(useView.getState().failure).toBe('other.html contains no episode.')
})

it('shows a recording of another program and lists what it lacks', async () => {
  const step = { Observation: 'West of House', Action: 'north', Feedback: 'North of House', Score: 5 }
  expect(await openFile(new File([JSON.stringify(step)], 'a0_s1_steps9.jsonl'))).toBe(true)
  const { warning } = useEpisode.getState()
  expect(warning).toMatch(/^Another program recorded this\. It lacks the file of the story, /)
})

it('shows why a dropped file was refused while other files of the drop open, until the next drop', async () => {
  connectTo({ addStory: () => Promise.reject(new Error('bad.z5 is no story.')) })
  const events = sampleEpisode({ turns: 2 })
  const log = events.map((event) => JSON.stringify(event)).join('\n')
  const drop = (...files: readonly File[]) => {
    const items = files.map((file) => ({ webkitGetAsEntry: () => null, getAsFile: () => file }))
    return openDropped({ items } as unknown as DataTransfer)
  }
  const episode = new File([log], 'walk.jsonl')
  await drop(new File(['x'], 'bad.z5'), episode, new File(['%PDF-1.7'], 'map.pdf'), new File(['x'], 'server.mcpb'))
  expect(useEpisode.getState().history.latest.turns).toHaveLength(2)
  expect(useView.getState()).toMatchObject({
    failure: expect.stringMatching(/^bad\.z5 is no story\.\nmap\.pdf is a PDF document, .*$/) as string,
    dialog: 'mcp',
  })
  await drop(...Array.from({ length: 7 }, (_, index) => new File(['x'], `${index}.z5`)))
  expect(useView.getState().failure).toBe(`${'bad.z5 is no story.\n'.repeat(5)}And 2 more.`)
  await drop(new File(['x'], 'a.mcpb'), new File(['x'], 'b.mcpb'), new File(['%PDF-1.7'], 'a\u202E\nb.pdf'))
  expect(useView.getState().failure?.split('\n')).toEqual([
    expect.stringMatching(/^a\\u\{202e\}\\u\{a\}b\.pdf is a PDF document, /),
    'a.mcpb was not opened: only one bundle can be opened at a time.',
  ])
  await Promise.all([drop(new File(['x'], '1.z5')), drop(new File(['%PDF-1.7'], 'map.pdf'))])
  expect(useView.getState().failure, 'of both drops').toMatch(/^(?=[^]*bad\.z5)(?=[^]*map\.pdf)/)
  await drop(episode)
  expect(useView.getState().failure).toBeNull()
  useView.setState({ dialog: null })
  forgetHost()
})
