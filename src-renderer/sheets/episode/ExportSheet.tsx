import { exportEpisode, type ExportFormat } from '@shared/episode/export/export-episode'
import { type Included, includeNothing, redacting } from '@shared/episode/log/redact'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Refusal } from '../../kit/text/Refusal'
import { useAnnotations } from '../../session/episode/annotations'
import { reachHost, refusalOf } from '../../session/connection/connection-store'
import { isFullyRead, type OpenEpisode, useEpisode } from '../../session/episode/episode-store'
import { inSlices } from '../../kit/browser/in-slices'
import controls from '../../kit/controls.module.css'
import { saveFile } from '../../kit/browser/save-file'
import { Sheet } from '../../kit/overlay/Sheet'
import { SheetButtons } from '../../session/connection/HostButton'
import styles from '../../kit/overlay/SheetForm.module.css'
import { FormatChoice } from './FormatChoice'
import { RedactionPreview } from './RedactionPreview'
import { episodesStrings } from '../../panels/episodes/strings'
import { useFindings } from '../../panels/episodes/use-findings'

const words = episodesStrings.export

/** Exports the open episode, and shows first what is left out. */
export function ExportSheet({ onClose }: { readonly onClose: () => void }) {
  // A snapshot, because a running episode continues behind the sheet.
  const [episode] = useState(useEpisode.getState)
  return (
    <Sheet title={words.title} onClose={onClose}>
      {isFullyRead(episode) ? (
        <ExportForm episode={episode} onClose={onClose} />
      ) : (
        <div className={styles.form}>
          <p>{words.stillReading}</p>
        </div>
      )}
    </Sheet>
  )
}

function ExportForm({ episode, onClose }: { readonly episode: OpenEpisode; readonly onClose: () => void }) {
  const { id, history, playhead } = episode
  const annotations = useAnnotations()
  const [format, setFormat] = useState<ExportFormat>('html')
  const [withThoughts, setWithThoughts] = useState(false)
  const [withNotes, setWithNotes] = useState(false)
  const [kept, setKept] = useState<Included>(includeNothing)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [events] = useState(() => history.events.slice(0, history.latest.seq + 1))
  const scan = useFindings(events)
  const closing = useRef(new AbortController())
  useEffect(() => () => closing.current.abort(), [])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { signal } = closing.current
    const readReplayPage = async () => reachHost().readReplayPage({})
    setIsSaving(true)
    setFailure(null)
    try {
      const redacted = await inSlices(redacting(events, kept), signal)
      const { name, text } = await exportEpisode({
        id: (id ?? '').replace(/^file:/, ''),
        format,
        events: redacted.events,
        annotations: withNotes ? annotations : null,
        withThoughts,
        opensAt: playhead === 'live' ? null : playhead,
        readReplayPage,
      })
      if (signal.aborted) return
      saveFile(name, 'text/plain;charset=utf-8', text)
      onClose()
    } catch (error) {
      if (signal.aborted) return
      setFailure(refusalOf(error))
      setIsSaving(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <FormatChoice chosen={format} onChoose={setFormat} />
      {format === 'markdown' && (
        <label className={controls.check}>
          <input type="checkbox" checked={withThoughts} onChange={({ target }) => setWithThoughts(target.checked)} />
          <span>{words.withThoughts}</span>
        </label>
      )}
      <RedactionPreview scan={scan} kept={kept} onChange={setKept}>
        {format === 'html' && annotations.turns.length > 0 && (
          <label className={controls.check}>
            <input type="checkbox" checked={withNotes} onChange={({ target }) => setWithNotes(target.checked)} />
            <span>{words.notes(annotations.turns.length)}</span>
          </label>
        )}
      </RedactionPreview>
      <Refusal text={failure} />
      <SheetButtons
        submit={isSaving ? words.saving : words.save}
        isDisabled={isSaving}
        asksHost={format === 'html'}
        onCancel={onClose}
      />
    </form>
  )
}
