import { useState, useEffect } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { McpProgram } from '@shared/contract/mcp'
import { Button } from '../../kit/Button'
import { Sheet } from '../../kit/overlay/Sheet'
import { Line } from '../../kit/text/Prose'
import { HostButton } from '../../session/connection/HostButton'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { AgreeTick } from '../agree/AgreeTick'
import { isDirty, isFatalProblem } from '../draft/config-draft'
import { LineDiff } from '../draft/LineDiff'
import type { Config } from '../draft/use-config'
import { LaunchLine } from '../launch/LaunchLine'
import { configStrings as words } from '../strings'
import controls from '../../kit/controls.module.css'
import form from '../../kit/overlay/SheetForm.module.css'
import styles from '../mcp.module.css'

/**
 * Shows what saving changes and which programs it would allow to run. The questions come first, because the changes may
 * be long.
 */
export function SaveSheet({
  api,
  config: { editor, draft },
  onClose,
}: {
  readonly api: HostApi
  readonly config: Config
  readonly onClose: () => void
}) {
  const [runningEpisodes, setRunningEpisodes] = useState<'restart' | 'keep'>('restart')
  const isPlaying = useEpisodeList(({ entries }) => [...entries.values()].some(({ running }) => running))
  const [agreed, setAgreed] = useState<ReadonlySet<string>>(new Set())
  const programs = useNewPrograms(api, draft.text)
  const fault = draft.problems.find(isFatalProblem)
  const entryFaults = draft.problems.filter(({ severity, server }) => severity === 'error' && server !== null)
  const canSave = draft.phase !== 'saving' && draft.theirs === null && isDirty(draft) && fault === undefined
  const agree = (unagreed: string, on: boolean) =>
    setAgreed(new Set(on ? [...agreed, unagreed] : [...agreed].filter((each) => each !== unagreed)))
  const save = async () => {
    if (!canSave) return
    const chosen = programs.map(({ unagreed }) => unagreed).filter((unagreed) => agreed.has(unagreed))
    if (chosen.length > 0 && !(await editor.agree(chosen))) return
    await editor.save(runningEpisodes)
    // After a refused save, the sheet stays open and shows the reason.
    if (editor.draft.getState().phase === 'saved') onClose()
  }
  return (
    <Sheet title={words.saveTitle} onClose={onClose}>
      <div className={form.form}>
        {programs.length > 0 && (
          <section className={styles.programs} aria-label={words.newPrograms}>
            <p>{words.newProgramsHint}</p>
            <ul>
              {programs.map((program) => (
                <li key={program.server}>
                  <NewProgram
                    program={program}
                    isAgreed={agreed.has(program.unagreed)}
                    onAgree={(on) => agree(program.unagreed, on)}
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
        {isPlaying && (
          <fieldset>
            <legend className={controls.label}>{words.whenTitle}</legend>
            {(['restart', 'keep'] as const).map((choice) => (
              <label key={choice} className={controls.check}>
                <input
                  type="radio"
                  name="running-episodes"
                  checked={runningEpisodes === choice}
                  onChange={() => setRunningEpisodes(choice)}
                />
                <span>{words.when[choice]}</span>
              </label>
            ))}
          </fieldset>
        )}
        {fault !== undefined && (
          <p className={controls.error} role="alert">
            {words.cannotSave(fault.message)}
          </p>
        )}
        {entryFaults.map(({ server, message }) => (
          <p key={`${server} ${message}`} className={controls.error} role="alert">
            <Line text={words.savedWithFault(server ?? '', message)} />
          </p>
        ))}
        {draft.failure !== null && (
          <p className={controls.error} role="alert">
            {draft.failure}
          </p>
        )}
        {draft.theirs !== null && (
          <p className={controls.error} role="alert">
            {words.conflict}
          </p>
        )}
        <LineDiff before={draft.file?.text ?? ''} after={draft.text} />
        <div className={form.buttons}>
          <Button onClick={onClose}>{words.cancel}</Button>
          <HostButton look="primary" aria-disabled={!canSave} onClick={() => void save()}>
            {draft.phase === 'saving' ? words.saving : words.save}
          </HostButton>
        </div>
      </div>
    </Sheet>
  )
}

function NewProgram({
  program,
  isAgreed,
  onAgree,
}: {
  readonly program: McpProgram
  readonly isAgreed: boolean
  readonly onAgree: (on: boolean) => void
}) {
  return (
    <div className={styles.item}>
      <AgreeTick program={program} isTicked={isAgreed} onTick={onAgree} />
      <LaunchLine info={program} />
    </div>
  )
}

/** The programs in this text that the user has not agreed to; empty until loaded. */
function useNewPrograms(api: HostApi, text: string): readonly McpProgram[] {
  const [programs, setPrograms] = useState<readonly McpProgram[]>([])
  useEffect(() => {
    let current = true
    // After an error, the sheet asks nothing: an episode asks again before it starts a program.
    void api.listNewPrograms({ text }).then(
      (found) => current && setPrograms(found),
      () => current && setPrograms([]),
    )
    return () => {
      current = false
    }
  }, [api, text])
  return programs
}
