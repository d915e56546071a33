import type { SettingField, SettingsFile, SettingValue } from '@shared/contract/settings'
import { isContractError } from '@shared/contract/channels'
import { useEffect, useRef, useState } from 'react'
import { hostApi } from '../store/connection-store'
import { failureOf } from '../store/feeds'

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

/** The settings file, with the reader's changes on top of it. */
export function useSettings(): SettingsDraft {
  const [file, setFile] = useState<SettingsFile | null>(null)
  const [draft, setDraft] = useState<Draft>({})
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<SettingsDraft['failure']>(null)
  const [wasSaved, setWasSaved] = useState(false)
  /** The latest change of each setting: what the host says of one before is about a value that stands there no more. */
  const latest = useRef(new Map<string, symbol>())

  const attempt = async (ask: () => Promise<SettingsFile> | undefined): Promise<boolean> => {
    try {
      const read = await ask()
      if (read) setFile(read)
      setFailure(null)
      return read !== undefined
    } catch (error) {
      setFailure({ message: failureOf(error) ?? '', isStale: isContractError(error) && error.code === 'changed_on_disk' })
      return false
    }
  }
  const reload = async () => void (await attempt(() => hostApi()?.readSettings({})))
  useEffect(() => {
    hostApi()?.readSettings({}).then(setFile, (error: unknown) => setFailure({ message: failureOf(error) ?? '', isStale: false }))
  }, [])

  const setFault = (path: string, fault: string | null) => setFaults(({ [path]: _before, ...others }) => (fault === null ? others : { ...others, [path]: fault }))
  return {
    file,
    draft,
    faults,
    failure,
    wasSaved,
    valueOf: ({ path, default: byDefault }) => (path in draft ? (draft[path] ?? byDefault) : (file?.given[path] ?? byDefault)),
    change(path, value, fault) {
      setWasSaved(false)
      setDraft((before) => ({ ...before, [path]: value }))
      setFault(path, fault ?? null)
      const change = Symbol(path)
      latest.current.set(path, change)
      if (fault === undefined && value !== null) void hostApi()?.checkSetting({ path, value: value as never }).then((found) => latest.current.get(path) === change && setFault(path, found), () => undefined)
    },
    async save() {
      const changes = Object.entries(draft).map(([path, value]) => ({ path, value: value as never }))
      if (!(await attempt(() => hostApi()?.saveSettings({ version: file?.version ?? '', changes })))) return
      // What was typed meanwhile is a change still.
      setDraft((now) => Object.fromEntries(Object.entries(now).filter(([path, value]) => value !== draft[path])))
      setWasSaved(true)
    },
    discard() {
      latest.current.clear()
      setDraft({})
      setFaults({})
      setFailure(null)
    },
    reload,
  }
}
