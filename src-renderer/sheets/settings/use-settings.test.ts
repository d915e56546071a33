import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import type { SettingsFile } from '@shared/contract/settings'
import type { SettingValue } from '@shared/settings/describe-settings'
import { useConnection } from '../../session/connection/connection-store'
import { useSettings, useSettingsDraft } from './use-settings'

afterEach(() => {
  cleanup()
  useConnection.setState({ connection: { phase: 'connecting' } })
  useSettingsDraft.setState(useSettingsDraft.getInitialState(), true)
})

/** A host that answers on command. */
async function open() {
  const file: SettingsFile = { file: '/zorkgpt.toml', version: '1', groups: [], given: {}, problems: [] }
  const checks: ((fault: string | null) => void)[] = []
  const saves: (() => void)[] = []
  const api = {
    readSettings: async () => file,
    checkSetting: () => new Promise<string | null>((resolve) => void checks.push(resolve)),
    saveSettings: ({ changes }: { changes: readonly { path: string; value: SettingValue }[] }) =>
      new Promise<SettingsFile>(
        (resolve) =>
          void saves.push(() =>
            resolve({
              ...file,
              version: '2',
              given: Object.fromEntries(changes.map(({ path, value }) => [path, value])),
            }),
          ),
      ),
  } as unknown as HostApi
  useConnection.setState({ connection: { phase: 'open', api } })
  const { result } = renderHook(useSettings)
  await waitFor(() => expect(result.current.file).toBe(file))
  const settle = (answer: (() => void) | undefined) => act(async () => answer?.())
  return {
    settings: () => result.current,
    change: (path: string, value: SettingValue, fault?: string) => act(() => result.current.change(path, value, fault)),
    /** Answers the check with this index. */
    answer: (index: number, fault: string | null) => settle(() => checks[index]?.(fault)),
    save: () => act(() => void result.current.save()),
    finishSave: () => settle(saves[0]),
    discard: () => act(() => result.current.discard()),
  }
}

describe('changed settings', () => {
  it('keep text typed during saving', async () => {
    const { settings, change, save, finishSave } = await open()
    change('llm.agent_model', 'first')
    change('mcp.enabled', true)
    save()
    change('llm.agent_model', 'second')
    await finishSave()
    expect(settings().draft).toEqual({ 'llm.agent_model': 'second' })
    expect(settings().file?.given).toEqual({ 'llm.agent_model': 'first', 'mcp.enabled': true })
  })

  it('are saved to the file version that is being read', async () => {
    const { settings, change } = await open()
    change('mcp.enabled', true)
    const versions: string[] = []
    const read: ((file: SettingsFile) => void)[] = []
    const { file } = settings()
    const api = {
      readSettings: () => new Promise<SettingsFile>((resolve) => void read.push(resolve)),
      saveSettings: async ({ version }: { version: string }) => {
        versions.push(version)
        return { ...file, version: '3' }
      },
    } as unknown as HostApi
    useConnection.setState({ connection: { phase: 'open', api } })
    act(() => void settings().reload())
    act(() => void settings().save())
    await act(async () => read.at(-1)?.({ ...file, version: '2' } as SettingsFile))
    await waitFor(() => expect(settings().wasSaved).toBe(true))
    expect(versions).toEqual(['2'])
  })

  it('ignore the check of an older value', async () => {
    const { settings, change, answer, discard } = await open()
    change('limits.turn_limit', 0)
    change('limits.turn_limit', 'x', 'Must be a number')
    await answer(0, null)
    expect(settings().faults).toEqual({ 'limits.turn_limit': 'Must be a number' })
    change('limits.turn_limit', -1)
    discard()
    await answer(1, 'is too small')
    expect(settings().faults).toEqual({})
  })
})
