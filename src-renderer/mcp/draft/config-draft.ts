import { createStore, type StoreApi } from 'zustand'
import { isExpected } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { McpConfigFile } from '@shared/contract/mcp'
import type { ConfigProblem } from '@shared/mcp/mcp-config'
import {
  readDocument,
  type RemovedServer,
  removeServer,
  restoreServer,
  type ServerForm,
} from '@shared/mcp/mcp-document'
import { mergeConfigs } from '@shared/mcp/mcp-merge'
import { setUnsaved } from '../../session/view/unsaved'
import { configStrings } from '../strings'
import { reasonOf } from './reason-of'

/**
 * The text of `mcp_config.json` while the user edits it with the form or the text editor. Typed text is replaced only
 * on request, so the draft outlives the panel, a failed save and a lost host. Changes by another program are merged if
 * they concern other servers; otherwise the user chooses a version.
 */
export interface ConfigDraft {
  /** The file as last read or written: the base of a merge. Null until loaded. */
  readonly file: McpConfigFile | null
  readonly text: string
  readonly problems: readonly ConfigProblem[]
  /** The file on disk, if it cannot be merged automatically; otherwise null. */
  readonly theirs: McpConfigFile | null
  /** Servers that both versions changed; null stands for the rest of the file. Valid only if `theirs` is set. */
  readonly conflicts: readonly (string | null)[]
  /** Servers that another program changed and whose changes were merged into the draft. */
  readonly merged: readonly string[]
  /** The last removed server, until the next edit. */
  readonly removed: RemovedServer | null
  /** Number of agreements and withdrawals. After each, the description of an entry must be loaded again. */
  readonly agreements: number
  readonly phase: 'loading' | 'editing' | 'saving' | 'saved'
  readonly failure: string | null
}

export interface ConfigEditor {
  readonly draft: StoreApi<ConfigDraft>
  /** The servers in the text. While the text is broken, those of the last valid text. */
  readonly servers: () => readonly ServerForm[]
  /** Reads the file: the first time for its text, later to detect changes by another program. */
  readonly refresh: () => Promise<void>
  readonly edit: (text: string) => void
  readonly check: () => Promise<void>
  readonly save: (runningEpisodes?: 'restart' | 'keep') => Promise<void>
  readonly revert: () => void
  /**
   * Stores secrets to which entries of the draft refer. New secrets are deleted if the draft is reverted, or saved
   * without an entry that names them. Rejects as `store` does.
   */
  readonly storeSecrets: (names: readonly string[], store: () => Promise<unknown>) => Promise<void>
  /** Resolves a conflict in favor of the draft or of the other program. */
  readonly resolve: (prefer: 'mine' | 'theirs') => void
  readonly remove: (name: string) => void
  readonly undoRemove: () => void
  /** Allows the host to start these programs. Resolves to whether the agreement was stored. */
  readonly agree: (fingerprints: readonly string[]) => Promise<boolean>
  /** Withdraws the agreement to this program. Resolves to whether this was stored. */
  readonly withdraw: (fingerprint: string) => Promise<boolean>
}

export const isDirty = ({ file, text }: ConfigDraft): boolean => file !== null && text !== file.text
/**
 * Whether a problem prevents saving. A file with an error in one entry can be saved; an invalid file would remove all
 * servers.
 */
export const isFatalProblem = ({ severity, server }: ConfigProblem): boolean => severity === 'error' && server === null
export const isUnusable = ({ problems }: Pick<ConfigDraft, 'problems'>): boolean => problems.some(isFatalProblem)
/**
 * Whether the text has no list of servers that the form can show. False for an empty text, to which the form adds a
 * list.
 */
export const isBroken = ({ text, file }: ConfigDraft): boolean =>
  readDocument(text) === null && `${text}${file?.text}`.trim() !== ''

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

/** The editor of the window's only draft, so that closing the panel loses nothing. */
export function configEditorOf(api: ConfigApi): ConfigEditor {
  const known = editors.get(api)
  if (known) return known
  const editor = createConfigEditor(api)
  editors.set(api, editor)
  editor.draft.subscribe((draft) => setUnsaved('servers', isDirty(draft)))
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
  let servers: readonly ServerForm[] = []
  draft.subscribe(({ text }, before) => {
    if (text !== before.text) servers = readDocument(text) ?? servers
  })
  /** Secrets stored for this draft. */
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

  /** Deletes new secrets that the saved text does not use. */
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
    servers: () => servers,
    refresh,
    check,
    edit: (text) =>
      setState(({ file, problems }) => {
        const isSaved = text === file?.text
        return { text, phase: 'editing', failure: null, removed: null, problems: isSaved ? file.problems : problems }
      }),
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
      // Recorded before the store, because storing several secrets may fail halfway.
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
