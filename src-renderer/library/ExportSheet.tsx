import { EXPORT_FORMATS, exportEpisode, type ExportFormat } from '@shared/episode/export-episode'
import { type Kept, keepNothing, redactEvents } from '@shared/episode/redact'
import { type FormEvent, useMemo, useState } from 'react'
import { useAnnotations } from '../store/annotations'
import { hostApi } from '../store/connection-store'
import { useEpisode } from '../store/episode-store'
import { failureOf } from '../store/feeds'
import { turnOf } from '../store/playhead'
import controls from '../ui/controls.module.css'
import { Sheet } from '../ui/Sheet'
import { strings } from '../ui/strings'
import styles from './NewEpisodeSheet.module.css'
import { RedactionPreview } from './RedactionPreview'

const words = strings.exportSheet

/** The open episode as a file to keep or to give away. What is left out is said before it is saved. */
export function ExportSheet({ onClose }: { readonly onClose: () => void }) {
  const { id, history, playhead } = useEpisode()
  const annotations = useAnnotations()
  const [format, setFormat] = useState<ExportFormat>('html')
  const [withThoughts, setWithThoughts] = useState(false)
  const [withNotes, setWithNotes] = useState(false)
  const [kept, setKept] = useState<Kept>(keepNothing)
  const [failure, setFailure] = useState<string | null>(null)
  const events = useMemo(() => history.events.slice(0, history.latest.seq + 1), [history])
  const redacted = useMemo(() => redactEvents(events, kept), [events, kept])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const readReplayPage = async () => (await hostApi()?.readReplayPage({})) ?? ''
    try {
      const turn = playhead === 'live' ? null : turnOf(history, playhead)
      const { name, text } = await exportEpisode({ id: (id ?? '').replace(/^file:/, ''), format, events: redacted.events, annotations: withNotes ? annotations : null, withThoughts, turn, readReplayPage })
      saveText(name, text)
      onClose()
    } catch (error) {
      setFailure(failureOf(error))
    }
  }
  return (
    <Sheet title={words.title} onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void save(event)}>
        <fieldset className={styles.players}>
          <legend className={controls.label}>{words.format}</legend>
          {EXPORT_FORMATS.map((name) => (
            <label key={name} className={controls.check}>
              <input type="radio" name="format" data-first-stop={name === format || undefined} checked={name === format} onChange={() => setFormat(name)} />
              <span>{words.formats[name]}</span>
            </label>
          ))}
        </fieldset>
        {format === 'markdown' && (
          <label className={controls.check}>
            <input type="checkbox" checked={withThoughts} onChange={({ target }) => setWithThoughts(target.checked)} />
            <span>{words.withThoughts}</span>
          </label>
        )}
        <RedactionPreview findings={redacted.findings} kept={kept} onChange={setKept}>
          {format === 'html' && annotations.turns.length > 0 && (
            <label className={controls.check}>
              <input type="checkbox" checked={withNotes} onChange={({ target }) => setWithNotes(target.checked)} />
              <span>{words.notes(annotations.turns.length)}</span>
            </label>
          )}
        </RedactionPreview>
        {failure !== null && <p role="alert" className={controls.error}>{failure}</p>}
        <div className={styles.buttons}>
          <button type="button" className={controls.button} onClick={onClose}>{strings.sheet.cancel}</button>
          <button type="submit" className={`${controls.button} ${controls.primary}`}>{words.save}</button>
        </div>
      </form>
    </Sheet>
  )
}

function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
