import { useState } from 'react'
import { Button } from '../../kit/Button'
import { Strip } from '../../kit/layout/Strip'
import { configStrings as words } from '../strings'
import { isDirty, isUnusable } from './config-draft'
import { ConflictView } from './ConflictView'
import type { Config } from './use-config'
import styles from './draft.module.css'

/** The path of the file, a mark for unsaved changes or changes by another program, and the button that saves. */
export function DocumentBar({
  config: { editor, draft },
  onSave,
}: {
  readonly config: Config
  readonly onSave: () => void
}) {
  const { file, failure, removed, merged, phase } = draft
  const [asks, setAsks] = useState(false)
  const isSaving = phase === 'saving'
  const unsaved = isDirty(draft) ? words.unsaved : ''
  const canRevert = isDirty(draft) && !isSaving
  const canSave = canRevert && draft.theirs === null && !isUnusable(draft)
  return (
    <div className={styles.bar}>
      <div className={styles.line}>
        <code className={styles.path} title={file?.path}>
          {file?.path ?? words.loading}
        </code>
        <span className={styles.status} role="status">
          {phase === 'saved' ? words.saved : unsaved}
        </span>
        <Button
          title={isDirty(draft) ? undefined : words.nothingToSave}
          aria-disabled={!canRevert}
          onClick={() => setAsks(canRevert)}
        >
          {words.revert}
        </Button>
        <Button
          look="primary"
          title={isDirty(draft) ? words.saveHint : words.nothingToSave}
          aria-disabled={!canSave}
          onClick={() => canSave && onSave()}
        >
          {isSaving ? words.saving : words.review}
        </Button>
      </div>
      {asks && canRevert && (
        <Strip text={words.revertQuestion}>
          <Button
            onClick={() => {
              setAsks(false)
              editor.revert()
            }}
          >
            {words.discard}
          </Button>
          <Button autoFocus onClick={() => setAsks(false)}>
            {words.keepEditing}
          </Button>
        </Strip>
      )}
      {failure !== null && (
        <Strip text={failure}>
          {file === null && <Button onClick={() => void editor.refresh()}>{words.retry}</Button>}
        </Strip>
      )}
      {removed && (
        <p className={styles.note} role="status">
          {words.removed(removed.name)}
          <Button onClick={editor.undoRemove}>{words.undo}</Button>
        </p>
      )}
      {merged.length > 0 && (
        <p className={styles.note} role="status">
          {words.merged(merged)}
        </p>
      )}
      {draft.theirs && <ConflictView editor={editor} draft={draft} theirs={draft.theirs.text} />}
    </div>
  )
}
