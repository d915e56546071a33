import type { ConfigProblem, McpConfigFile } from '@shared/contract/contract'
import { describe, expect, it } from 'vitest'
import { createConfigEditor, hasErrors, isDirty } from './config-draft'

/** A host with one file on its disk. It refuses to write over a version that the caller has not seen, as the real one does. */
function hostWith(text: string) {
  const disk = { text, version: '1', failure: null as string | null }
  const file = (): McpConfigFile => ({ path: '/config/mcp_config.json', text: disk.text, version: disk.version, problems: [] })
  const write = (next: string) => Object.assign(disk, { text: next, version: String(Number(disk.version) + 1) })
  const api = {
    readMcpConfig: async () => {
      if (disk.failure !== null) throw Object.assign(new Error(disk.failure), { code: 'io' })
      return file()
    },
    checkMcpConfig: async (params: { text: string }): Promise<readonly ConfigProblem[]> =>
      params.text.includes('{') ? [] : [{ line: 1, column: 1, server: null, message: 'A { is expected.', severity: 'error' }],
    saveMcpConfig: async (params: { text: string; version: string }) => {
      if (disk.failure !== null) throw Object.assign(new Error(disk.failure), { code: 'io' })
      if (params.version !== disk.version) throw { code: 'changed_on_disk', message: 'The file changed.' }
      write(params.text)
      return file()
    },
  }
  return { disk, write, editor: createConfigEditor(api) }
}

async function opened(text = '{}') {
  const host = hostWith(text)
  await host.editor.refresh()
  return { ...host, state: () => host.editor.draft.getState() }
}

describe('a draft of the configuration', () => {
  it('starts as what is on disk', async () => {
    const { state } = await opened('{ "a": 1 }')
    expect(state()).toMatchObject({ text: '{ "a": 1 }', phase: 'editing', failure: null })
    expect(isDirty(state())).toBe(false)
  })

  it('is saved, and is then what is on disk', async () => {
    const { editor, disk, state } = await opened()
    editor.edit('{ "b": 2 }')
    expect(isDirty(state())).toBe(true)
    await editor.save()
    expect(disk.text).toBe('{ "b": 2 }')
    expect([isDirty(state()), state().phase]).toEqual([false, 'saved'])
  })

  it('is not saved while it has an error, even if the check had not run yet', async () => {
    const { editor, disk, state } = await opened()
    editor.edit('broken')
    await editor.save()
    expect(disk.text).toBe('{}')
    expect(hasErrors(state())).toBe(true)
    expect(state().text).toBe('broken')
  })

  it('survives a save that failed, with the reason', async () => {
    const { editor, disk, state } = await opened()
    editor.edit('{ "c": 3 }')
    disk.failure = 'The disk is full.'
    await editor.save()
    expect(state()).toMatchObject({ text: '{ "c": 3 }', phase: 'editing', failure: 'Nothing was saved: The disk is full.' })
  })

  it('goes back to the file on revert', async () => {
    const { editor, state } = await opened()
    editor.edit('{ "d": 4 }')
    editor.revert()
    expect(state().text).toBe('{}')
  })

  it('follows the file while nothing was typed', async () => {
    const { editor, write, state } = await opened()
    write('{ "theirs": true }')
    await editor.refresh()
    expect(state()).toMatchObject({ text: '{ "theirs": true }', theirs: null })
  })

  it('forgets a check of text that is no longer there', async () => {
    const { editor, state } = await opened()
    editor.edit('broken')
    const checking = editor.check()
    editor.edit('{ "mended": true }')
    await checking
    expect(state().problems).toEqual([])
  })

  it('says why the file could not be read, and reads it when asked again', async () => {
    const host = hostWith('{}')
    host.disk.failure = 'EACCES'
    await host.editor.refresh()
    expect(host.editor.draft.getState()).toMatchObject({ file: null, failure: 'mcp_config.json could not be read: EACCES' })
    host.disk.failure = null
    await host.editor.refresh()
    expect(host.editor.draft.getState()).toMatchObject({ text: '{}', failure: null })
  })
})

describe('a file that another program changed while it was edited', () => {
  async function conflict() {
    const host = await opened()
    host.editor.edit('{ "mine": true }')
    host.write('{ "theirs": true }')
    await host.editor.save()
    return host
  }

  it('is offered and not written over', async () => {
    const { disk, state } = await conflict()
    expect(disk.text).toBe('{ "theirs": true }')
    expect(state()).toMatchObject({ text: '{ "mine": true }', theirs: { text: '{ "theirs": true }' } })
  })

  it('replaces the draft if the reader wants theirs', async () => {
    const { editor, state } = await conflict()
    editor.reloadTheirs()
    expect(state()).toMatchObject({ text: '{ "theirs": true }', theirs: null })
  })

  it('is written over if the reader wants mine', async () => {
    const { editor, disk, state } = await conflict()
    await editor.saveMine()
    expect(disk.text).toBe('{ "mine": true }')
    expect(state()).toMatchObject({ theirs: null, phase: 'saved' })
  })

  it('is offered again if it changed once more', async () => {
    const { editor, write, state } = await conflict()
    write('{ "theirs": 2 }')
    await editor.saveMine()
    expect(state()).toMatchObject({ text: '{ "mine": true }', theirs: { text: '{ "theirs": 2 }' } })
  })

  it('is no conflict if it says the same', async () => {
    const { editor, write, state } = await opened()
    editor.edit('{ "same": true }')
    write('{ "same": true }')
    await editor.refresh()
    expect(state().theirs).toBeNull()
  })
})
