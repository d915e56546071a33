import { describe, expect, it } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { McpConfigFile } from '@shared/contract/mcp'
import type { ConfigProblem } from '@shared/mcp/mcp-config'
import { readDocument } from '@shared/mcp/mcp-document'
import { createConfigEditor, isDirty, isUnusable } from './config-draft'

/** A host with one file. Like the real one it refuses to overwrite a version that the caller has not read. */
function hostWith(text: string) {
  const disk = { text, version: '1', failure: null as string | null, agreed: [] as string[], secrets: ['OLD_KEY'] }
  const file = (): McpConfigFile => ({
    path: '/config/mcp_config.json',
    text: disk.text,
    version: disk.version,
    problems: [],
  })
  const write = (next: string) => Object.assign(disk, { text: next, version: String(Number(disk.version) + 1) })
  const api = {
    readMcpConfig: async () => {
      if (disk.failure !== null) throw new Error(disk.failure)
      return file()
    },
    checkMcpConfig: async (params: { text: string }): Promise<readonly ConfigProblem[]> =>
      params.text.includes('{')
        ? []
        : [{ line: 1, column: 1, server: null, message: 'A { is expected.', severity: 'error' }],
    saveMcpConfig: async (params: { text: string; version: string }) => {
      if (disk.failure !== null) throw new Error(disk.failure)
      if (params.version !== disk.version) throw new ExpectedError('changed_on_disk', 'The file changed.')
      write(params.text)
      return file()
    },
    agreeToPrograms: async (params: { fingerprints: string[] }) => {
      if (disk.failure !== null) throw new ExpectedError('cannot_write', disk.failure)
      disk.agreed.push(...params.fingerprints)
      return {}
    },
    listSecrets: async () => ({
      names: disk.secrets,
      backend: { kind: 'memory' as const, persistent: false, sentence: 'In memory.' },
    }),
    deleteSecret: async ({ name }: { name: string }) => {
      disk.secrets = disk.secrets.filter((each) => each !== name)
      return {}
    },
    withdrawAgreement: async (params: { fingerprints: string[] }) => {
      disk.agreed = disk.agreed.filter((each) => !params.fingerprints.includes(each))
      return {}
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
  it('starts with the file on disk', async () => {
    const { state } = await opened('{ "a": 1 }')
    expect(state()).toMatchObject({ text: '{ "a": 1 }', phase: 'editing', failure: null })
    expect(isDirty(state())).toBe(false)
  })

  it('is equal to the file after saving', async () => {
    const { editor, disk, state } = await opened()
    editor.edit('{ "b": 2 }')
    expect(isDirty(state())).toBe(true)
    await editor.save()
    expect(disk.text).toBe('{ "b": 2 }')
    expect([isDirty(state()), state().phase]).toEqual([false, 'saved'])
  })

  it('is not saved while it has an error, even before the check has run', async () => {
    const { editor, disk, state } = await opened()
    editor.edit('broken')
    await editor.save()
    expect(disk.text).toBe('{}')
    expect(isUnusable(state())).toBe(true)
    expect(state().text).toBe('broken')
  })

  it('survives a failed save, with the reason', async () => {
    const { editor, disk, state } = await opened()
    editor.edit('{ "c": 3 }')
    disk.failure = 'The disk is full.'
    await editor.save()
    expect(state()).toMatchObject({
      text: '{ "c": 3 }',
      phase: 'editing',
      failure: 'The file was not saved: The disk is full.',
    })
  })

  it('returns to the file on revert', async () => {
    const { editor, state } = await opened()
    editor.edit('{ "d": 4 }')
    editor.revert()
    expect(state().text).toBe('{}')
  })

  it('deletes secrets that were stored only for it', async () => {
    const { editor, disk } = await opened()
    const store = async () => disk.secrets.push('NEW_KEY')
    await editor.storeSecrets(['NEW_KEY', 'OLD_KEY'], store)
    editor.edit('{ "env": "${NEW_KEY} ${OLD_KEY}" }')
    expect(disk.secrets).toEqual(['OLD_KEY', 'NEW_KEY'])
    editor.revert()
    await expect.poll(() => disk.secrets, { message: 'reverted' }).toEqual(['OLD_KEY'])
    await editor.storeSecrets(['NEW_KEY'], store)
    editor.edit('{ "b": 2 }')
    await editor.save()
    expect(disk.secrets, 'saved without the entry').toEqual(['OLD_KEY'])
    await editor.storeSecrets(['NEW_KEY'], store)
    editor.edit('{ "env": "${NEW_KEY}" }')
    await editor.save()
    editor.edit('{}')
    editor.revert()
    expect(disk.secrets, 'saved with it').toEqual(['OLD_KEY', 'NEW_KEY'])
  })

  it('reverts to the current file after a conflict', async () => {
    const { editor, write, state } = await opened('{ "a": 1 }')
    editor.edit('{ "a": 2 }')
    write('{ "a": 3 }')
    await editor.refresh()
    editor.revert()
    expect(state()).toMatchObject({ text: '{ "a": 3 }', theirs: null })
    expect(isDirty(state())).toBe(false)
  })

  it('is written once if save is called twice', async () => {
    const { editor, disk, state } = await opened()
    editor.edit('{ "b": 2 }')
    await Promise.all([editor.save(), editor.save()])
    expect(disk).toMatchObject({ text: '{ "b": 2 }', version: '2' })
    expect(state()).toMatchObject({ phase: 'saved', failure: null })
  })

  it('counts agreements, and reports why one could not be stored', async () => {
    const { editor, disk, state } = await opened()
    expect(await editor.agree(['f'])).toBe(true)
    expect([disk.agreed, state().agreements]).toEqual([['f'], 1])
    disk.failure = 'Your agreement was not kept.'
    expect(await editor.agree(['g'])).toBe(false)
    expect(state()).toMatchObject({ agreements: 1, failure: 'Your agreement was not kept.' })
  })

  it('follows the file while it has no changes', async () => {
    const { editor, write, state } = await opened()
    write('{ "theirs": true }')
    await editor.refresh()
    expect(state()).toMatchObject({ text: '{ "theirs": true }', theirs: null })
  })

  it('has the problems of the file again once its changes are undone', async () => {
    const { editor, state } = await opened()
    editor.edit('broken')
    await editor.check()
    expect(isUnusable(state())).toBe(true)
    editor.edit('{}')
    expect(state().problems).toEqual([])
  })

  it('ignores the check of an older text', async () => {
    const { editor, state } = await opened()
    editor.edit('broken')
    const checking = editor.check()
    editor.edit('{ "mended": true }')
    await checking
    expect(state().problems).toEqual([])
  })

  it('clears the read error once the file could be read, even if unchanged', async () => {
    const { editor, disk, state } = await opened()
    disk.failure = 'No permission.'
    await editor.refresh()
    expect(state().failure).toContain('No permission.')
    disk.failure = null
    await editor.refresh()
    expect(state().failure).toBeNull()
  })

  it('reports why the file could not be read, and reads it on retry', async () => {
    const host = hostWith('{}')
    host.disk.failure = 'EACCES'
    await host.editor.refresh()
    expect(host.editor.draft.getState()).toMatchObject({
      file: null,
      failure: 'mcp_config.json could not be read: EACCES',
    })
    host.disk.failure = null
    await host.editor.refresh()
    expect(host.editor.draft.getState()).toMatchObject({ text: '{}', failure: null })
  })
})

describe('a file changed by another program during editing', () => {
  const config = (servers: object) => JSON.stringify({ mcpServers: servers }, null, 2)
  const base = config({ a: { command: 'a' }, b: { command: 'b' } })

  it('is merged if other servers changed, and names them', async () => {
    const { editor, write, state, disk } = await opened(base)
    editor.edit(base.replace('"a"', '"renamed"'))
    write(config({ a: { command: 'a' }, b: { command: 'b', args: ['1'] } }))
    await editor.refresh()
    expect(JSON.parse(state().text)).toEqual({
      mcpServers: { renamed: { command: 'a' }, b: { command: 'b', args: ['1'] } },
    })
    expect(state()).toMatchObject({ theirs: null, merged: ['b'] })
    await editor.save()
    expect(disk.text).toBe(state().text)
  })

  async function conflict() {
    const host = await opened(base)
    host.editor.edit(config({ a: { command: 'mine' }, b: { command: 'b' } }))
    host.write(config({ a: { command: 'theirs' }, b: { command: 'b2' } }))
    await host.editor.save()
    return {
      ...host,
      commands: () =>
        Object.values(
          (JSON.parse(host.state().text) as { mcpServers: Record<string, { command: string }> }).mcpServers,
        ).map(({ command }) => command),
    }
  }

  it('is a conflict if both changed the same server', async () => {
    const { disk, state, commands } = await conflict()
    expect(disk.text).toContain('theirs')
    expect(commands()).toEqual(['mine', 'b'])
    expect(state()).toMatchObject({ theirs: { text: disk.text }, conflicts: ['a'] })
  })

  it('resolves to either version of that server, and merges the rest', async () => {
    const taken = await conflict()
    taken.editor.resolve('theirs')
    expect(taken.commands()).toEqual(['theirs', 'b2'])
    const kept = await conflict()
    kept.editor.resolve('mine')
    expect(kept.commands()).toEqual(['mine', 'b2'])
    await kept.editor.save()
    expect(kept.disk.text).toBe(kept.state().text)
  })

  it('is a conflict of the whole file if one text is broken', async () => {
    const { editor, write, state } = await opened(base)
    editor.edit('{ "mine": ')
    write('{ "theirs": ')
    await editor.refresh()
    expect(state()).toMatchObject({ text: '{ "mine": ', conflicts: [null] })
    editor.resolve('theirs')
    expect(state().text).toBe('{ "theirs": ')
  })

  it('is no conflict if both changes are equal', async () => {
    const { editor, write, state } = await opened()
    editor.edit('{ "same": true }')
    write('{ "same": true }')
    await editor.refresh()
    expect(state().theirs).toBeNull()
    expect(isDirty(state())).toBe(false)
  })
})

describe('a server of the draft', () => {
  const config =
    '{\n  "mcpServers": {\n    // kept\n    "a": { "command": "a" /* inside */ },\n    "b": { "command": "b" }\n  }\n}\n'

  it('is restored by undo, with its comments', async () => {
    const { editor, state } = await opened(config)
    editor.remove('a')
    expect(readDocument(state().text)?.map(({ name }) => name)).toEqual(['b'])
    editor.undoRemove()
    expect(readDocument(state().text)?.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(state().text).toContain('/* inside */')
    expect(state().removed).toBeNull()
  })
})
