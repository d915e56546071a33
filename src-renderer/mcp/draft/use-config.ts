import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { HostApi } from '@shared/contract/contract'
import type { ServerForm } from '@shared/mcp/mcp-document'
import { useHostAbsence } from '../../session/connection/connection-store'
import { type ConfigDraft, type ConfigEditor, configEditorOf, isDirty } from './config-draft'

/** The draft with its servers and its editor. */
export interface Config {
  readonly editor: ConfigEditor
  readonly draft: ConfigDraft
  /** The servers in the order of the text. While the text is broken, those of the last valid text. */
  readonly servers: readonly ServerForm[]
}

const CHECK_AFTER_MS = 300

/** The draft and its editor. Reads the file again when `diskVersion`, which the host reports, changes. */
export function useConfig(api: HostApi, diskVersion: string | null): Config {
  const editor = configEditorOf(api)
  const draft = useStore(editor.draft)
  const { text } = draft
  const isAway = useHostAbsence() !== null
  useEffect(() => {
    if (!isAway) void editor.refresh()
  }, [editor, diskVersion, isAway])
  useEffect(() => {
    if (isAway || !isDirty(editor.draft.getState())) return
    const timer = setTimeout(() => void editor.check(), CHECK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [editor, text, isAway])
  return useMemo(() => ({ editor, draft, servers: editor.servers() }), [editor, draft])
}
