import { useEffect } from 'react'
import { create } from 'zustand'
import { isExpected } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { SettingsFile } from '@shared/contract/settings'
import type { SettingField, SettingValue } from '@shared/settings/describe-settings'
import { hostApi, reachHost, useConnection, refusalOf } from '../../session/connection/connection-store'
import { setUnsaved } from '../../session/view/unsaved'

/** Unsaved changes; null removes a setting from the file. */
export type Draft = Readonly<Record<string, SettingValue | null>>

export interface SettingsDraft {
  readonly file: SettingsFile | null
  readonly draft: Draft
  readonly faults: Readonly<Record<string, string>>
  readonly failure: { readonly message: string; readonly isStale: boolean } | null
  readonly wasSaved: boolean
  valueOf(field: SettingField): SettingValue
  /** Changes a setting. `fault` is an error found by the window; without one, the host checks the value. */
  change(path: string, value: SettingValue | null, fault?: string): void
  save(): Promise<void>
  discard(): void
  /** Reads the file again and keeps the draft. */
  reload(): Promise<void>
}

/** The draft outlives the sheet and a lost host, so that only the user can discard changes. */
export const useSettingsDraft = create<Pick<SettingsDraft, 'file' | 'draft' | 'faults' | 'failure' | 'wasSaved'>>()(
  () => ({ file: null, draft: {}, faults: {}, failure: null, wasSaved: false }),
)

const { getState, setState } = useSettingsDraft

/** The latest change of each setting. A check of an older value is ignored. */
const latest = new Map<string, symbol>()

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

/** The number of settings whose value differs from the file. */
export const countUnsaved = ({ draft, file }: Pick<SettingsDraft, 'draft' | 'file'>): number => {
  const defaults = new Map(file?.groups.flatMap(({ fields }) => fields).map((field) => [field.path, field.default]))
  const textOf = (path: string, value: SettingValue | null | undefined) =>
    JSON.stringify(value ?? defaults.get(path) ?? null)
  return Object.entries(draft).filter(([path, value]) => textOf(path, value) !== textOf(path, file?.given[path])).length
}

useSettingsDraft.subscribe((state) => setUnsaved('settings', countUnsaved(state) > 0))

/**
 * Whether the user changed the setting. A setting in the file is compared with the file that the app ships, or with the
 * default if that file lacks it; another setting is compared with the default.
 */
export function isChanged(settings: SettingsDraft, field: SettingField): boolean {
  const { draft, file } = settings
  const { path, shipped, default: byDefault } = field
  const isGiven = path in draft ? draft[path] !== null : path in (file?.given ?? {})
  return JSON.stringify(settings.valueOf(field)) !== JSON.stringify(isGiven ? (shipped ?? byDefault) : byDefault)
}

/** A read in progress. Saving waits for it, to use the new version of the file. */
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
  // Values that were typed meanwhile are still unsaved.
  setState((now) => ({
    wasSaved: true,
    draft: Object.fromEntries(Object.entries(now.draft).filter(([path, value]) => value !== draft[path])),
  }))
}

function discard(): void {
  latest.clear()
  setState({ draft: {}, faults: {}, failure: null })
}
