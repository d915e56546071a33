import { useState } from 'react'
import { readDocument, type ServerForm } from '@shared/config/mcp-document'
import type { HostApi } from '@shared/contract/contract'
import controls from '../ui/controls.module.css'
import { Sheet } from '../ui/Sheet'
import { isDirty, isNewProgram, isUnusable } from './config-draft'
import { LaunchLine } from './LaunchLine'
import { LineDiff } from './LineDiff'
import styles from './SaveSheet.module.css'
import { configStrings as words } from './strings'
import type { Config } from './use-config'
import { useLaunchInfo } from './use-launch-info'

/** What saving would change, what it would let run, and when: all of it seen before it is done. */
export function SaveSheet({ api, config: { editor, draft }, onClose }: { readonly api: HostApi; readonly config: Config; readonly onClose: () => void }) {
  const [runningEpisodes, setRunningEpisodes] = useState<'restart' | 'keep'>('restart')
  const programs = (readDocument(draft.text) ?? []).filter((server) => !server.disabled && isNewProgram(draft, server))
  const canSave = programs.length === 0 && draft.phase !== 'saving' && draft.theirs === null && isDirty(draft) && !isUnusable(draft)
  const save = () => {
    if (!canSave) return
    // A refused save leaves the sheet open, with the reason.
    void editor.save(runningEpisodes).then(() => editor.draft.getState().phase === 'saved' && onClose())
  }
  return (
    <Sheet title={words.saveTitle} onClose={onClose}>
      <div className={styles.body}>
        <LineDiff before={draft.file?.text ?? ''} after={draft.text} />
        {programs.length > 0 && (
          <section className={styles.programs} aria-label={words.newPrograms}>
            <p>{words.newProgramsHint}</p>
            <ul>{programs.map((server) => <li key={server.name}><NewProgram api={api} text={draft.text} server={server} onAgree={() => editor.agree(server)} /></li>)}</ul>
          </section>
        )}
        <fieldset className={styles.when}>
          <legend className={controls.label}>{words.whenTitle}</legend>
          {(['restart', 'keep'] as const).map((choice) => (
            <label key={choice} className={controls.check}>
              <input type="radio" name="running-episodes" checked={runningEpisodes === choice} onChange={() => setRunningEpisodes(choice)} />
              <span>{words.when[choice]}</span>
            </label>
          ))}
        </fieldset>
        {draft.failure !== null && <p className={controls.error} role="alert">{draft.failure}</p>}
        {draft.theirs !== null && <p className={controls.error} role="alert">{words.conflict}</p>}
        <div className={styles.buttons}>
          <button type="button" className={controls.button} onClick={onClose}>{words.cancel}</button>
          <button type="button" className={`${controls.button} ${controls.primary}`} aria-disabled={!canSave} onClick={save}>{draft.phase === 'saving' ? words.saving : words.save}</button>
        </div>
      </div>
    </Sheet>
  )
}

function NewProgram({ api, text, server, onAgree }: { readonly api: HostApi; readonly text: string; readonly server: ServerForm; readonly onAgree: () => void }) {
  const info = useLaunchInfo(api, text, server.name)
  return (
    <div className={styles.program}>
      <label className={controls.check}>
        <input type="checkbox" disabled={info === null} onChange={onAgree} />
        <span>{words.agree(server.name)}</span>
      </label>
      <LaunchLine info={info} />
    </div>
  )
}
