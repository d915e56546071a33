import type { HostApi } from '@shared/contract/contract'
import type { McpConfigFile } from '@shared/contract/mcp'
import type { ConfigProblem } from '@shared/mcp/mcp-config'
import { readDocument, type RemovedServer, removeServer, restoreServer } from '@shared/mcp/mcp-document'
import { mergeConfigs } from '@shared/mcp/mcp-merge'
import { isExpected } from '@shared/base/expected-error'
import { createStore, type StoreApi } from 'zustand'
import { reasonOf } from './reason-of'
import { configStrings } from '../strings'

/**
 * The text of `mcp_config.json` while it is edited: the form and the text editor change the same one. What must hold:
 * what the reader typed is only ever replaced when the reader asks for it, so the draft outlives the panel, a failed
 * save and a lost host. What another program writes meanwhile is merged where it concerns other servers, else offered.
 */
export interface ConfigDraft {
  /** As last read or written, and so what the draft is compared with; null until it was read. */
  readonly file: McpConfigFile | null
  readonly text: string
  readonly problems: readonly ConfigProblem[]
  /** What is on disk now, if it cannot be merged by itself. */
  readonly theirs: McpConfigFile | null
  /** Servers that both changed; null stands for what is around them. Of no meaning unless `theirs`. */
  readonly conflicts: readonly (string | null)[]
  /** Servers whose change by another program has come into the draft. */
  readonly merged: readonly string[]
  /** The server that was removed last, until something else is done. */
  readonly removed: RemovedServer | null
  /**
   * How often the reader has agreed to programs or withdrawn that: what the host says of an entry may be another thing
   * now.
   */
  readonly agreements: number
  readonly phase: 'loading' | 'editing' | 'saving' | 'saved'
  readonly failure: string | null
}

export interface ConfigEditor {
  readonly draft: StoreApi<ConfigDraft>
  /** Reads the file: the first time for the text, later to see whether another program changed it. */
  readonly refresh: () => Promise<void>
  readonly edit: (text: string) => void
  readonly check: () => Promise<void>
  readonly save: (runningEpisodes?: 'restart' | 'keep') => Promise<void>
  readonly revert: () => void
  /**
   * Has these secrets stored, for entries of the draft to refer to. One that was not there before goes again when the
   * draft is reverted, or saved without an entry that names it. Rejects as `store` does.
   */
  readonly storeSecrets: (names: readonly string[], store: () => Promise<unknown>) => Promise<void>
  /** Takes the other program's version where both changed the same, or keeps the draft's. */
  readonly resolve: (prefer: 'mine' | 'theirs') => void
  readonly remove: (name: string) => void
  readonly undoRemove: () => void
  /** Lets the host start these programs. Resolves to whether it keeps that. */
  readonly agree: (fingerprints: readonly string[]) => Promise<boolean>
  /** Takes back that the host may start this program. */
  readonly withdraw: (fingerprint: string) => Promise<boolean>
}

export const isDirty = ({ file, text }: ConfigDraft): boolean => file !== null && text !== file.text
/** What is wrong with one server is that server's own matter; what is no config at all would take all of them away. */
export const takesAllAway = ({ severity, server }: ConfigProblem): boolean => severity === 'error' && server === null
export const isUnusable = ({ problems }: Pick<ConfigDraft, 'problems'>): boolean => problems.some(takesAllAway)
/** No server can be told from another: the form has nothing to show. */
export const isBroken = ({ text }: ConfigDraft): boolean => text.trim() !== '' && readDocument(text) === null

type ConfigApi = Pick<
  HostApi,
  | 'readMcpConfig'
  | 'checkMcpConfig'
  | 'saveMcpConfig'
  | 'agreeToPrograms'
  | 'withdrawAgreement'
  | 'listSecrets'
  | 'deleteSecret'
>

const editors = new WeakMap<ConfigApi, ConfigEditor>()

/** One draft for all panels of the window, so that closing one loses nothing. */
export function configEditorOf(api: ConfigApi): ConfigEditor {
  const known = editors.get(api)
  if (known) return known
  const editor = createConfigEditor(api)
  editors.set(api, editor)
  return editor
}

export function createConfigEditor(api: ConfigApi): ConfigEditor {
  const draft = createStore<ConfigDraft>(() => ({
    file: null,
    text: '',
    problems: [],
    theirs: null,
    conflicts: [],
    merged: [],
    removed: null,
    agreements: 0,
    phase: 'loading',
    failure: null,
  }))
  const { getState, setState } = draft
  /** Stored for this draft, and not before. */
  const newSecrets = new Set<string>()
  const adopt = (file: McpConfigFile, phase: ConfigDraft['phase']) =>
    setState({
      file,
      text: file.text,
      problems: file.problems,
      theirs: null,
      merged: [],
      removed: null,
      phase,
      failure: null,
    })

  /** The draft is what is on disk: nothing else can come to need them. */
  async function deleteUnused(text: string) {
    const unused = [...newSecrets].filter((name) => !text.includes(name))
    newSecrets.clear()
    try {
      for (const name of unused) await api.deleteSecret({ name })
    } catch (error) {
      setState({ failure: configStrings.secretNotDeleted(reasonOf(error)) })
    }
  }

  async function refresh() {
    try {
      const found = await api.readMcpConfig({})
      const state = getState()
      if (state.phase === 'saving') return
      setState({ failure: null })
      if (found.version === state.file?.version) return
      if (!isDirty(state) || found.text === state.text) adopt(found, 'editing')
      else await mergeIn(found, state)
    } catch (error) {
      setState({ failure: configStrings.loadFailed(reasonOf(error)) })
    }
  }

  async function mergeIn(found: McpConfigFile, { file, text }: ConfigDraft) {
    const merge = mergeConfigs(file?.text ?? '', text, found.text, 'mine')
    if (!merge || merge.conflicts.length > 0) return setState({ theirs: found, conflicts: merge?.conflicts ?? [null] })
    setState({ file: found, text: merge.text, merged: merge.taken, theirs: null, phase: 'editing' })
    await check()
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

  async function changeAgreements(command: () => Promise<unknown>): Promise<boolean> {
    try {
      await command()
      setState(({ agreements }) => ({ agreements: agreements + 1, failure: null }))
      return true
    } catch (error) {
      setState({ failure: reasonOf(error) })
      return false
    }
  }

  return {
    draft,
    refresh,
    check,
    edit: (text) => setState({ text, phase: 'editing', failure: null, removed: null }),
    async save(runningEpisodes = 'restart') {
      if (getState().phase === 'saving') return
      setState({ phase: 'saving', failure: null })
      await check()
      const { text, file, problems } = getState()
      if (isUnusable({ problems })) return setState({ phase: 'editing' })
      try {
        const saved = await api.saveMcpConfig({ text, version: file?.version ?? '', runningEpisodes })
        if (getState().text === text) {
          adopt(saved, 'saved')
          await deleteUnused(text)
        } else setState({ file: saved, theirs: null, phase: 'editing' })
      } catch (error) {
        setState({ phase: 'editing' })
        if (isExpected(error, 'changed_on_disk')) await refresh()
        else setState({ failure: configStrings.saveFailed(reasonOf(error)) })
      }
    },
    revert() {
      const { file, theirs } = getState()
      const onDisk = theirs ?? file
      if (onDisk === null) return
      adopt(onDisk, 'editing')
      void deleteUnused(onDisk.text)
    },
    async storeSecrets(names, store) {
      if (names.length === 0) return
      const before = new Set((await api.listSecrets({})).names)
      // Before it is tried: of several that are stored one may be refused.
      for (const name of names) if (!before.has(name)) newSecrets.add(name)
      await store()
    },
    resolve(prefer) {
      const { file, text, theirs } = getState()
      if (!theirs) return
      const merge = mergeConfigs(file?.text ?? '', text, theirs.text, prefer)
      setState({
        file: theirs,
        text: merge?.text ?? (prefer === 'mine' ? text : theirs.text),
        merged: merge?.taken ?? [],
        theirs: null,
        phase: 'editing',
      })
      void check()
    },
    remove(name) {
      const { text, removed } = removeServer(getState().text, name)
      setState({ text, removed, phase: 'editing', failure: null })
    },
    undoRemove() {
      const { text, removed } = getState()
      if (removed) setState({ text: restoreServer(text, removed), removed: null, phase: 'editing' })
    },
    agree: (fingerprints) => changeAgreements(() => api.agreeToPrograms({ fingerprints: [...fingerprints] })),
    withdraw: (fingerprint) => changeAgreements(() => api.withdrawAgreement({ fingerprints: [fingerprint] })),
  }
}
