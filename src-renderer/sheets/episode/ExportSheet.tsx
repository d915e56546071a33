import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { exportEpisode, EXPORT_FORMATS, type ExportFormat } from '@shared/episode/export/export-episode'
import { type Finding, type Included, includeNothing, redacting, SECRET_KINDS } from '@shared/episode/log/redact'
import { inSlices } from '../../kit/browser/next-frame'
import { saveFile } from '../../kit/browser/save-file'
import { Check } from '../../kit/form/fields'
import { Sheet } from '../../kit/overlay/Sheet'
import { formatShare } from '../../kit/text/format'
import { Refusal } from '../../kit/text/Refusal'
import { episodesStrings } from '../../panels/episodes/strings'
import { type Scan, useFindings } from '../../panels/episodes/use-findings'
import { reachHost, refusalOf } from '../../session/connection/connection-store'
import { SheetButtons } from '../../session/connection/HostButton'
import { useAnnotations } from '../../session/episode/annotations'
import { isFullyRead, type OpenEpisode, useEpisode } from '../../session/episode/episode-store'
import { namedEpisode } from '../../session/episodes/entry-title'
import { useEntriesOf } from '../../session/episodes/episodes-store'
import { exportEpisodes } from '../../session/episodes/export-episodes'
import { NamedList } from './NamedList'
import controls from '../../kit/controls.module.css'
import form from '../../kit/overlay/SheetForm.module.css'
import styles from './episode.module.css'

const words = episodesStrings.export
const wordsForMany = episodesStrings.exportMany

/** Exports the open episode, and shows first what is left out. */
export function ExportSheet({ onClose }: { readonly onClose: () => void }) {
  // A snapshot, because a running episode continues behind the sheet.
  const [episode] = useState(useEpisode.getState)
  return (
    <Sheet title={words.title} onClose={onClose}>
      {isFullyRead(episode) ? (
        <ExportForm episode={episode} onClose={onClose} />
      ) : (
        <p className={form.form}>{words.stillReading}</p>
      )}
    </Sheet>
  )
}

function useChoice() {
  const [format, setFormat] = useState<ExportFormat>('html')
  const [withThoughts, setWithThoughts] = useState(false)
  const [withNotes, setWithNotes] = useState(false)
  return { format, setFormat, withThoughts, setWithThoughts, withNotes, setWithNotes }
}

function ExportForm({ episode, onClose }: { readonly episode: OpenEpisode; readonly onClose: () => void }) {
  const { id, history, playhead } = episode
  const annotations = useAnnotations()
  const choice = useChoice()
  const { format, withThoughts, withNotes, setWithNotes } = choice
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
        readReplayPage: async () => reachHost().readReplayPage({}),
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
    <form className={form.form} onSubmit={(event) => void save(event)}>
      <FormatChoice {...choice} />
      <RedactionPreview scan={scan} kept={kept} onChange={setKept}>
        {format === 'html' && annotations.turns.length > 0 && (
          <Check label={words.notes(annotations.turns.length)} isOn={withNotes} onSwitch={setWithNotes} />
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

interface ExportManySheetProps {
  readonly episodeIds: readonly string[]
  readonly onClose: () => void
}

export function ExportManySheet({ episodeIds, onClose }: ExportManySheetProps) {
  const entries = useEntriesOf(episodeIds)
  const choice = useChoice()
  const save = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    void exportEpisodes(entries.map(namedEpisode), choice).then(
      (file) => file && saveFile(file.name, file.type, file.content),
    )
  }
  return (
    <Sheet title={wordsForMany.title(entries.length)} onClose={onClose}>
      <form className={form.form} onSubmit={save}>
        <NamedList entries={entries} />
        <FormatChoice {...choice} />
        {choice.format === 'html' && (
          <Check label={wordsForMany.notes} isOn={choice.withNotes} onSwitch={choice.setWithNotes} />
        )}
        <p className={controls.hint}>
          {wordsForMany.leftOut} {entries.length > 1 && wordsForMany.asArchive}
        </p>
        <SheetButtons submit={wordsForMany.save} onCancel={onClose} />
      </form>
    </Sheet>
  )
}

/** The format, and whether a transcript has the thoughts. */
function FormatChoice({ format, setFormat, withThoughts, setWithThoughts }: ReturnType<typeof useChoice>) {
  return (
    <>
      <fieldset>
        <legend className={controls.label}>{words.format}</legend>
        {EXPORT_FORMATS.map((name) => (
          <label key={name} className={controls.check}>
            <input
              type="radio"
              name="format"
              data-first-stop={name === format || undefined}
              checked={name === format}
              onChange={() => setFormat(name)}
            />
            <span>{words.formats[name]}</span>
          </label>
        ))}
      </fieldset>
      {format === 'markdown' && <Check label={words.withThoughts} isOn={withThoughts} onSwitch={setWithThoughts} />}
    </>
  )
}

interface RedactionPreviewProps {
  readonly scan: Scan
  readonly kept: Included
  readonly onChange: (kept: Included) => void
  /** Further checkboxes. */
  readonly children: ReactNode
}

/** What is left out of the file unless it is selected, with every finding. */
function RedactionPreview({ scan: { findings, share }, kept, onChange, children }: RedactionPreviewProps) {
  const timesOf = (kind: Finding['kind']) =>
    findings.reduce((sum, finding) => sum + (finding.kind === kind ? finding.times : 0), 0)
  const isDone = share >= 1
  return (
    <fieldset>
      <legend className={controls.label}>{words.leftOut}</legend>
      <Check label={words.settings} isOn={kept.settings} onSwitch={(settings) => onChange({ ...kept, settings })} />
      {SECRET_KINDS.filter((kind) => timesOf(kind) > 0).map((kind) => (
        <Check
          key={kind}
          label={words.secrets[kind](timesOf(kind))}
          isOn={kept[kind]}
          onSwitch={(isKept) => onChange({ ...kept, [kind]: isKept })}
        />
      ))}
      {children}
      {!isDone && <p className={controls.hint}>{words.looking(formatShare(share))}</p>}
      {isDone && findings.length === 0 && <p className={controls.hint}>{words.nothingFound}</p>}
      {isDone && findings.length > 0 && (
        <details className={styles.found}>
          <summary>{words.showFound}</summary>
          <ul className={styles.findings} tabIndex={0} aria-label={words.showFound}>
            {findings.map(({ kind, text, times }) => (
              <li key={text} data-kept={kept[kind] || undefined}>
                <code>{text}</code> {words.times(times)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </fieldset>
  )
}
