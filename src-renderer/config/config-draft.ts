import type { ConfigProblem, HostApi, McpConfigFile } from '@shared/contract/contract'
import { isContractError } from '@shared/contract/channels'
import { createStore, type StoreApi } from 'zustand'
import { configStrings } from './strings'

/**
 * The text of `mcp_config.json` while it is edited. What must hold: what the reader typed is only ever replaced when the reader asks
 * for it, so the draft outlives the panel and a failed save, and a file that changed on disk is offered, not taken.
 */
export interface ConfigDraft {
  /** As last read or written; null until it was read. */
  readonly file: McpConfigFile | null
  readonly text: string
  readonly problems: readonly ConfigProblem[]
  /** What is on disk now, if that is neither what the draft started from nor the draft. */
  readonly theirs: McpConfigFile | null
  readonly phase: 'loading' | 'editing' | 'saving' | 'saved'
  readonly failure: string | null
}

export interface ConfigEditor {
  readonly draft: StoreApi<ConfigDraft>
  /** Reads the file: the first time for the text, later to see whether another program changed it. */
  readonly refresh: () => Promise<void>
  readonly edit: (text: string) => void
  readonly check: () => Promise<void>
  readonly save: () => Promise<void>
  readonly revert: () => void
  readonly reloadTheirs: () => void
  readonly saveMine: () => Promise<void>
}

export const isDirty = ({ file, text }: ConfigDraft): boolean => file !== null && text !== file.text
export const hasErrors = ({ problems }: ConfigDraft): boolean => problems.some(({ severity }) => severity === 'error')

const editors = new WeakMap<HostApi, ConfigEditor>()

/** One draft for each host, so that closing the panel loses nothing. */
export function configEditorOf(api: HostApi): ConfigEditor {
  const known = editors.get(api)
  if (known) return known
  const editor = createConfigEditor(api)
  editors.set(api, editor)
  return editor
}

export function createConfigEditor(api: Pick<HostApi, 'readMcpConfig' | 'checkMcpConfig' | 'saveMcpConfig'>): ConfigEditor {
  const draft = createStore<ConfigDraft>(() => ({ file: null, text: '', problems: [], theirs: null, phase: 'loading', failure: null }))
  const { getState, setState } = draft
  const adopt = (file: McpConfigFile, phase: ConfigDraft['phase']) => setState({ file, text: file.text, problems: file.problems, theirs: null, phase, failure: null })

  async function refresh() {
    try {
      const found = await api.readMcpConfig({})
      const state = getState()
      if (state.phase === 'saving' || found.version === state.file?.version) return
      if (!isDirty(state)) adopt(found, 'editing')
      else setState({ theirs: found.text === state.text ? null : found })
    } catch (error) {
      setState({ failure: configStrings.loadFailed(reasonOf(error)) })
    }
  }

  async function check() {
    const { text } = getState()
    try {
      const problems = await api.checkMcpConfig({ text })
      if (getState().text === text) setState({ problems })
    } catch (error) {
      setState({ failure: configStrings.checkFailed(reasonOf(error)) })
    }
  }

  async function saveOver(version: string) {
    await check()
    const { text, ...state } = getState()
    if (hasErrors({ text, ...state })) return
    setState({ phase: 'saving', failure: null })
    try {
      const file = await api.saveMcpConfig({ text, version })
      if (getState().text === text) adopt(file, 'saved')
      else setState({ file, theirs: null, phase: 'editing' })
    } catch (error) {
      setState({ phase: 'editing' })
      if (isContractError(error) && error.code === 'changed_on_disk') await refresh()
      else setState({ failure: configStrings.saveFailed(reasonOf(error)) })
    }
  }

  return {
    draft,
    refresh,
    check,
    edit: (text) => setState({ text, phase: 'editing', failure: null }),
    save: () => saveOver(getState().file?.version ?? ''),
    revert() {
      const { file } = getState()
      if (file) adopt(file, 'editing')
    },
    reloadTheirs() {
      const { theirs } = getState()
      if (theirs) adopt(theirs, 'editing')
    },
    saveMine: () => saveOver(getState().theirs?.version ?? ''),
  }
}

function reasonOf(error: unknown): string {
  return isContractError(error) || error instanceof Error ? error.message : configStrings.unknownReason
}
