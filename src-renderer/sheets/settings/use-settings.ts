import type { HostApi } from '@shared/contract/contract'
import type { SettingsFile } from '@shared/contract/settings'
import type { SettingField, SettingValue } from '@shared/settings/describe-settings'
import { isExpected } from '@shared/base/expected-error'
import { useEffect } from 'react'
import { create } from 'zustand'
import { hostApi, reachHost, useConnection } from '../../session/connection/connection-store'
import { refusalOf } from '../../session/connection/refusal'

/** What the reader has changed and not saved; null takes a setting out of the file. */
export type Draft = Readonly<Record<string, SettingValue | null>>

export interface SettingsDraft {
  /** Null until the host has read it. */
  readonly file: SettingsFile | null
  readonly draft: Draft
  /** What is wrong with a changed value, by path. */
  readonly faults: Readonly<Record<string, string>>
  readonly failure: { readonly message: string; readonly isStale: boolean } | null
  readonly wasSaved: boolean
  valueOf(field: SettingField): SettingValue
  /** `fault` is what the window itself finds wrong; else the host is asked. */
  change(path: string, value: SettingValue | null, fault?: string): void
  save(): Promise<void>
  discard(): void
  /** Reads the file again and keeps the draft. */
  reload(): Promise<void>
}

/** Outlives the sheet and a lost host: what the reader typed is only ever dropped by the reader. */
export const useSettingsDraft = create<Pick<SettingsDraft, 'file' | 'draft' | 'faults' | 'failure' | 'wasSaved'>>()(
  () => ({ file: null, draft: {}, faults: {}, failure: null, wasSaved: false }),
)

const { getState, setState } = useSettingsDraft

/** The latest change of each setting: what the host says of one before is about a value that stands there no more. */
const latest = new Map<string, symbol>()

/** The settings file, with the reader's changes on top of it. */
export function useSettings(): SettingsDraft {
  const state = useSettingsDraft()
  const isConnected = useConnection(({ connection }) => connection.phase === 'open')
  useEffect(() => setState({ wasSaved: false }), [])
  useEffect(() => {
    if (isConnected) void reload()
  }, [isConnected])
  return {
    ...state,
    valueOf: ({ path, default: byDefault }) =>
      path in state.draft ? (state.draft[path] ?? byDefault) : (state.file?.given[path] ?? byDefault),
    change,
    save,
    discard,
    reload,
  }
}

async function attempt(ask: (api: HostApi) => Promise<SettingsFile>): Promise<boolean> {
  try {
    setState({ file: await ask(reachHost()), failure: null })
    return true
  } catch (error) {
    setState({
      failure: { message: refusalOf(error), isStale: isExpected(error, 'changed_on_disk') },
    })
    return false
  }
}

/** The file is being read: what is saved meanwhile goes on top of what comes, and not of what was there. */
let reading: Promise<unknown> | null = null

async function reload(): Promise<void> {
  const mine = attempt((api) => api.readSettings({}))
  reading = mine
  await mine
  if (reading === mine) reading = null
}

function change(path: string, value: SettingValue | null, fault?: string): void {
  setState(({ draft }) => ({ wasSaved: false, draft: { ...draft, [path]: value } }))
  setFault(path, fault ?? null)
  const change = Symbol(path)
  latest.set(path, change)
  if (fault === undefined && value !== null)
    void hostApi()
      ?.checkSetting({ path, value: value as never })
      .then(
        (found) => latest.get(path) === change && setFault(path, found),
        () => undefined,
      )
}

function setFault(path: string, fault: string | null): void {
  setState(({ faults: { [path]: _before, ...others } }) => ({
    faults: fault === null ? others : { ...others, [path]: fault },
  }))
}

async function save(): Promise<void> {
  if (reading !== null) await reading
  const { file, draft } = getState()
  const changes = Object.entries(draft).map(([path, value]) => ({ path, value: value as never }))
  if (!(await attempt((api) => api.saveSettings({ version: file?.version ?? '', changes })))) return
  // What was typed meanwhile is a change still.
  setState((now) => ({
    wasSaved: true,
    draft: Object.fromEntries(Object.entries(now.draft).filter(([path, value]) => value !== draft[path])),
  }))
}

function discard(): void {
  latest.clear()
  setState({ draft: {}, faults: {}, failure: null })
}
