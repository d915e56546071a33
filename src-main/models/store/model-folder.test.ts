import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { tinyModel } from '../tiny-model.testkit'
import { ModelFolder } from './model-folder'
import { Uploads } from './uploads'

const model = tinyModel({ answer: ['look'] })
const sha256 = createHash('sha256').update(model).digest('hex')
const never = new AbortController().signal

let home: string
let folder: ModelFolder
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'zorkgpt-models-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  folder = new ModelFolder(join(home, 'models'))
})
const put = async (name: string, bytes = model) => {
  await folder.make()
  writeFileSync(join(folder.path, name), bytes)
}
const names = async () => (await folder.list()).models.map(({ name }) => name)

describe('the folder of models', () => {
  it('is empty before it exists', async () => {
    expect(await folder.list()).toEqual({ models: [], unusable: [] })
    expect(existsSync(folder.path)).toBe(false)
  })

  it('lists the files that a person put there, and why one cannot be used', async () => {
    await put('one.gguf')
    await put('cut.gguf', model.subarray(0, 2000))
    await put('notes.txt', Buffer.from('x'))
    const { models, unusable } = await folder.list()
    expect(models).toMatchObject([{ name: 'one', sizeBytes: model.length, sha256: null, isInPlace: false }])
    expect(unusable).toEqual([{ name: 'cut', reason: expect.stringContaining('incomplete') as string }])
  })

  it('never follows a link in it', async () => {
    writeFileSync(join(home, 'elsewhere.gguf'), model)
    await folder.make()
    symlinkSync(join(home, 'elsewhere.gguf'), join(folder.path, 'link.gguf'))
    expect((await folder.list()).unusable).toMatchObject([{ name: 'link' }])
  })

  it('computes a hash once, and again after the file changed', async () => {
    await put('one.gguf')
    expect(await folder.hashOf('one', never)).toBe(sha256)
    expect((await folder.find('one')).sha256).toBe(sha256)
    utimesSync(join(folder.path, 'one.gguf'), 1, 1)
    expect((await folder.find('one')).sha256).toBe(null)
  })

  it.skipIf(process.platform === 'win32')('does not wait for a pipe', async () => {
    execFileSync('mkfifo', [join(home, 'pipe.gguf')])
    await expect(folder.addInPlace(join(home, 'pipe.gguf'))).rejects.toMatchObject({ kind: 'not_plain' })
  })

  it('uses a file where it is, and forgets it without deleting it', async () => {
    const file = join(home, 'My Model (Q4).gguf')
    writeFileSync(file, model)
    expect(await folder.addInPlace(file)).toMatchObject({ name: 'My-Model-Q4-', path: file, isInPlace: true })
    expect(await folder.hashOf('My-Model-Q4-', never)).toBe(sha256)
    expect((await folder.find('My-Model-Q4-')).path).toBe(file)
    await folder.remove('My-Model-Q4-')
    expect(await names()).toEqual([])
    expect(existsSync(file)).toBe(true)
  })

  it('reports a file elsewhere that is gone', async () => {
    const file = join(home, 'gone.gguf')
    writeFileSync(file, model)
    await folder.addInPlace(file)
    rmSync(file)
    expect((await folder.list()).unusable).toEqual([
      { name: 'gone', reason: expect.stringContaining(`${file} is gone`) as string },
    ])
  })

  it('refuses a file that is not a model, and stores nothing', async () => {
    const file = join(home, 'story.z5')
    writeFileSync(file, 'no model')
    await expect(folder.addInPlace(file)).rejects.toMatchObject({ kind: 'bad_file' })
    await expect(folder.addInPlace(join(home, 'none.gguf'))).rejects.toMatchObject({ kind: 'bad_file' })
    expect(existsSync(folder.path)).toBe(false)
  })

  it('finds no model by a path or an unknown name', async () => {
    await expect(folder.find('none')).rejects.toMatchObject({ kind: 'not_found' })
    await expect(folder.find('../one')).rejects.toMatchObject({ kind: 'not_found' })
    await expect(folder.remove('../one')).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('gives a second file with the same name another name', async () => {
    await put('one.gguf')
    writeFileSync(join(home, 'One.gguf'), model)
    expect((await folder.addInPlace(join(home, 'One.gguf'))).name).toBe('One-2')
  })
})

describe('a file that a page sends', () => {
  const id = 'b2f9f3f0-0000-4000-8000-000000000001'
  const part = (at: number, bytes: Buffer, totalBytes = model.length) => ({
    upload: id,
    fileName: 'dropped.gguf',
    at,
    totalBytes,
    bytes,
  })

  it('becomes a model with its last part', async () => {
    const uploads = new Uploads(folder)
    expect(await uploads.add(part(0, model.subarray(0, 1000)))).toBe(null)
    expect(await names()).toEqual([])
    expect(await uploads.add(part(1000, model.subarray(1000)))).toMatchObject({ name: 'dropped', sha256 })
    expect(readdirSync(folder.path).toSorted()).toEqual(['dropped.gguf', 'dropped.model.json'])
  })

  it.each([
    ['with a part missing', [part(0, model.subarray(0, 10)), part(20, model.subarray(20))]],
    ['that does not begin', [part(10, model.subarray(10))]],
    ['longer than announced', [part(0, model, 100)]],
    ['that is no model', [part(0, Buffer.from('no model'), 8)]],
    ['larger than the disk', [part(0, model, 2 ** 52)]],
  ])('%s is refused, and deleted', async (_what, parts) => {
    const uploads = new Uploads(folder)
    const last = parts.at(-1)
    for (const one of parts.slice(0, -1)) await uploads.add(one)
    await expect(last && uploads.add(last)).rejects.toMatchObject({ name: 'ExpectedError' })
    expect(existsSync(folder.path) ? readdirSync(folder.path) : []).toEqual([])
  })

  it('is deleted when the page gives up, and when the host closes', async () => {
    const uploads = new Uploads(folder)
    await uploads.add(part(0, model.subarray(0, 10)))
    await uploads.cancel(id)
    await uploads.add(part(0, model.subarray(0, 10)))
    await uploads.close()
    expect(readdirSync(folder.path)).toEqual([])
  })

  it('is refused if its parts arrive at the same time, because their order is unknown', async () => {
    const uploads = new Uploads(folder)
    await uploads.add(part(0, model.subarray(0, 10)))
    const parts = [uploads.add(part(10, model.subarray(10, 20))), uploads.add(part(20, model.subarray(20, 30)))]
    expect(await Promise.allSettled(parts)).toContainEqual(expect.objectContaining({ status: 'rejected' }))
    expect(readdirSync(folder.path)).toEqual([])
  })

  it('is deleted by the next one if its host was killed', async () => {
    const left = '.b2f9f3f0-0000-4000-8000-000000000002.upload'
    await put(left)
    utimesSync(join(folder.path, left), 1, 1)
    await new Uploads(folder).add(part(0, model))
    expect(readdirSync(folder.path).toSorted()).toEqual(['dropped.gguf', 'dropped.model.json'])
  })
})
