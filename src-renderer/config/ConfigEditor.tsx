import { lazy, Suspense, useEffect, useRef } from 'react'
import type { HostApi } from '@shared/contract/contract'
import { useStore } from 'zustand'
import controls from '../ui/controls.module.css'
import { Empty } from '../ui/Empty'
import { Strip } from '../ui/Strip'
import { type ConfigEditor as Editor, configEditorOf, type ConfigDraft, hasErrors, isDirty } from './config-draft'
import styles from './ConfigEditor.module.css'
import type { JsonEditorHandle } from './JsonEditor'
import { ProblemList } from './ProblemList'
import { configStrings } from './strings'

/** The editor component is the heaviest part of the panel and comes when it is first needed. */
const JsonEditor = lazy(() => import('./JsonEditor').then((module) => ({ default: module.JsonEditor })))

const CHECK_AFTER_MS = 300
const EMPTY_CONFIG = '{\n  "mcpServers": {}\n}\n'

export function ConfigEditor({ api }: { readonly api: HostApi }) {
  const editor = configEditorOf(api)
  const draft = useStore(editor.draft)
  const jsonEditor = useRef<JsonEditorHandle>(null)
  useReadOnFocus(editor)
  useCheckAfterTyping(editor, draft.text)
  const { file, text, problems, failure } = draft
  return (
    <section className={styles.editor} aria-label={configStrings.editor}>
      <header className={styles.header}>
        <div className={styles.heading}>
          <h3 className={styles.title}>{configStrings.editor}</h3>
          {file && <code className={styles.path}>{file.path}</code>}
        </div>
        <span className={styles.status} role="status">{draft.phase === 'saved' ? configStrings.saved : isDirty(draft) ? configStrings.unsaved : ''}</span>
        <Buttons editor={editor} draft={draft} />
      </header>
      {failure !== null && <Strip text={failure}>{file === null && <button type="button" className={controls.button} onClick={() => void editor.refresh()}>{configStrings.retry}</button>}</Strip>}
      <Conflict editor={editor} draft={draft} />
      {file?.version === '' && text === '' && (
        <p className={styles.note}>{configStrings.noFile} <button type="button" className={controls.button} onClick={() => editor.edit(EMPTY_CONFIG)}>{configStrings.startFile}</button></p>
      )}
      <div className={styles.text}>
        {file === null ? (
          failure === null && <Empty>{configStrings.loading}</Empty>
        ) : (
          <Suspense fallback={<Empty>{configStrings.loading}</Empty>}>
            <JsonEditor ref={jsonEditor} label={configStrings.editorLabel(file.path)} text={text} problems={problems} onChange={editor.edit} onSave={() => void editor.save()} />
          </Suspense>
        )}
      </div>
      <ProblemList problems={problems} onSelect={(problem) => jsonEditor.current?.goTo(problem.line, problem.column)} />
    </section>
  )
}

function Buttons({ editor, draft }: { readonly editor: Editor; readonly draft: ConfigDraft }) {
  const isSaving = draft.phase === 'saving'
  const canRevert = isDirty(draft) && !isSaving
  const canSave = canRevert && !hasErrors(draft) && draft.theirs === null
  return (
    <div className={styles.buttons}>
      <button type="button" className={controls.button} aria-disabled={!canRevert} onClick={() => canRevert && editor.revert()}>{configStrings.revert}</button>
      <button type="button" className={`${controls.button} ${controls.primary}`} title={configStrings.saveHint} aria-disabled={!canSave} onClick={() => canSave && void editor.save()}>{isSaving ? configStrings.saving : configStrings.save}</button>
    </div>
  )
}

function Conflict({ editor, draft }: { readonly editor: Editor; readonly draft: ConfigDraft }) {
  if (draft.theirs === null) return null
  return (
    <>
      <Strip text={configStrings.conflict}>
        <button type="button" className={controls.button} onClick={editor.reloadTheirs}>{configStrings.reloadTheirs}</button>
        <button type="button" className={controls.button} aria-disabled={hasErrors(draft)} onClick={() => void editor.saveMine()}>{configStrings.saveMine}</button>
      </Strip>
      <details className={styles.theirs}>
        <summary>{configStrings.theirs}</summary>
        <pre tabIndex={0}>{draft.theirs.text}</pre>
      </details>
    </>
  )
}

/** Another program may have written the file while the reader was away. */
function useReadOnFocus(editor: Editor): void {
  useEffect(() => {
    const refresh = () => void editor.refresh()
    refresh()
    window.addEventListener('focus', refresh)
    return () => window.removeEventListener('focus', refresh)
  }, [editor])
}

function useCheckAfterTyping(editor: Editor, text: string): void {
  useEffect(() => {
    const draft = editor.draft.getState()
    if (draft.file === null || !isDirty(draft)) return
    const timer = setTimeout(() => void editor.check(), CHECK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [editor, text])
}
