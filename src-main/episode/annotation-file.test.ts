import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { annotate, annotationOf } from '@shared/episode/log/annotate'
import { AnnotationWriter, readAnnotations } from './annotation-file'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'annotations-')), 'episode')
})
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

/** Three hosts, each with a separate writer, begin at the same instant. */
const change = fc.record({ host: fc.nat(2), turn: fc.nat(5), mark: fc.constantFrom('bookmarked', 'isBreakpoint') })
const changes = fc.array(change, { maxLength: 20 })

it('concurrent changes by several hosts are all saved', async () => {
  await fc.assert(
    fc.asyncProperty(changes, async (wanted) => {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder)
      const writers = new Map([0, 1, 2].map((host) => [host, new AnnotationWriter()]))
      const write = async ({ host, turn, mark }: (typeof wanted)[number]) =>
        writers.get(host)?.change(folder, (before) => annotate(before, { ...annotationOf(before, turn), [mark]: true }))
      await Promise.all(wanted.map(write))
      const kept = await readAnnotations(folder)
      for (const { turn, mark } of wanted) expect(annotationOf(kept, turn)).toMatchObject({ [mark]: true })
      expect(kept.turns).toHaveLength(new Set(wanted.map(({ turn }) => turn)).size)
      expect((await readdir(folder)).filter((name) => name !== 'annotations.json')).toEqual([])
    }),
    { numRuns: 25 },
  )
})

it('the draft of a killed process is removed by the next change', async () => {
  await mkdir(folder)
  await writeFile(join(folder, 'annotations.json.0123456789ab.tmp'), '{')
  await new AnnotationWriter().change(folder, (before) =>
    annotate(before, { ...annotationOf(before, 1), note: 'Here' }),
  )
  expect(await readdir(folder)).toEqual(['annotations.json'])
})

it('a change beyond the size limit is refused', async () => {
  await mkdir(folder)
  const writer = new AnnotationWriter()
  await writer.change(folder, (before) => ({ ...before, title: 'Mine' }))
  const turns = Array.from({ length: 60_000 }, (_, turn) => ({ turn, bookmarked: true, isBreakpoint: false, note: '' }))
  await expect(writer.change(folder, (before) => ({ ...before, turns }))).rejects.toMatchObject({
    kind: 'not_possible',
  })
  expect((await readAnnotations(folder)).title).toBe('Mine')
})
