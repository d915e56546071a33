import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type ExportFormat, isOwn, OWN_FORMATS, TOOL_FORMATS } from '@shared/episode/export/formats'
import type { TurnRange } from '@shared/episode/export/transcript'
import { type Finding, type Included, includeNothing, SECRET_KINDS } from '@shared/episode/log/redact'
import { Check } from '../../kit/form/fields'
import { Sheet } from '../../kit/overlay/Sheet'
import { formatShare } from '../../kit/text/format'
import { Refusal } from '../../kit/text/Refusal'
import { episodesStrings } from '../../panels/episodes/strings'
import { type Scan, useFindings } from '../../panels/episodes/use-findings'
import { refusalOf } from '../../session/connection/connection-store'
import { SheetButtons } from '../../session/connection/HostButton'
import { useAnnotations } from '../../session/episode/annotations'
import { isFullyRead, useEpisode } from '../../session/episode/episode-store'
import { isLocal } from '../../session/episode/local-episodes'
import { namedEpisode } from '../../session/episodes/entry-title'
import { useEntriesOf } from '../../session/episodes/episodes-store'
import { type ExportChoice, saveEpisode, saveEpisodes } from '../../session/files/save-episodes'
import { HelpButton } from '../../session/help/Explain'
import { HELP } from '../../session/help/help-places'
import { sessionStrings } from '../../session/strings'
import { NumberField } from '../start/run-fields'
import { NamedList } from './NamedList'
import controls from '../../kit/controls.module.css'
import form from '../../kit/overlay/SheetForm.module.css'
import styles from './episode.module.css'

const words = episodesStrings.export
const wordsForMany = episodesStrings.exportMany

/** Exports the open episode. Shows first which data is left out. */
export function ExportSheet({ onClose }: { readonly onClose: () => void }) {
  const isRead = useEpisode(isFullyRead)
  return (
    <Sheet title={words.title} tools={<HelpButton about={words.title} at={HELP.exports} />} onClose={onClose}>
      {isRead ? <ExportForm onClose={onClose} /> : <p className={form.form}>{words.stillReading}</p>}
    </Sheet>
  )
}

function useChoice(range: TurnRange | null = null) {
  const [choice, setChoice] = useState<ExportChoice>({
    format: 'html',
    included: includeNothing,
    range,
    withThoughts: false,
    withNotes: false,
  })
  const change = (part: Partial<ExportChoice>) => setChoice((before) => ({ ...before, ...part }))
  return [choice, change] as const
}

function ExportForm({ onClose }: { readonly onClose: () => void }) {
  // A snapshot, because a running episode continues while the sheet is open.
  const [{ id, history, failure: unread }] = useState(useEpisode.getState)
  const last = history.latest.turns.length
  const isFile = isLocal(id)
  const annotations = useAnnotations()
  // Without a range the host would read the whole log, of which only the shown turns are readable.
  const [choice, change] = useChoice(unread === null ? null : { from: 0, to: last })
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
      await saveEpisode(id ?? '', choice, signal)
      onClose()
    } catch (error) {
      if (signal.aborted) return
      setFailure(refusalOf(error))
      setIsSaving(false)
    }
  }
  return (
    <form className={form.form} onSubmit={(event) => void save(event)}>
      <FormatChoice choice={choice} onChange={change} isFile={isFile} />
      {!isFile && (
        <RangeFields
          last={last}
          isWhole={unread === null}
          range={choice.range}
          onChange={(range) => change({ range })}
        />
      )}
      {(choice.range?.from ?? 0) > 0 && <BeforePart format={choice.format} from={choice.range?.from ?? 0} />}
      <RedactionPreview scan={scan} kept={choice.included} onChange={(included) => change({ included })}>
        {choice.format === 'html' && annotations.turns.length > 0 && (
          <Check
            label={words.notes(annotations.turns.length)}
            isOn={choice.withNotes}
            onSwitch={(withNotes) => change({ withNotes })}
          />
        )}
      </RedactionPreview>
      <Refusal text={failure} />
      <SheetButtons
        submit={isSaving ? words.saving : words.save}
        isDisabled={isSaving}
        asksHost={!isFile || choice.format === 'html'}
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
  const [choice, change] = useChoice()
  const save = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    void saveEpisodes(entries.map(namedEpisode), choice)
  }
  return (
    <Sheet title={wordsForMany.title(entries.length)} onClose={onClose}>
      <form className={form.form} onSubmit={save}>
        <NamedList entries={entries} />
        <FormatChoice choice={choice} onChange={change} />
        {choice.format === 'html' && (
          <Check label={wordsForMany.notes} isOn={choice.withNotes} onSwitch={(withNotes) => change({ withNotes })} />
        )}
        <p className={controls.hint}>
          {wordsForMany.leftOut} {entries.length > 1 && wordsForMany.asArchive}
        </p>
        <SheetButtons submit={wordsForMany.save} onCancel={onClose} />
      </form>
    </Sheet>
  )
}

interface FormatChoiceProps {
  readonly choice: ExportChoice
  readonly onChange: (part: Partial<ExportChoice>) => void
  /** True for an episode from a file, which the host does not have. */
  readonly isFile?: boolean
}

/** The format, and whether a transcript contains the thoughts. */
function FormatChoice({ choice: { format, withThoughts }, onChange, isFile = false }: FormatChoiceProps) {
  const radio = (name: ExportFormat) => (
    <label key={name} className={controls.check}>
      <input
        type="radio"
        name="format"
        data-first-stop={name === format || undefined}
        // The form may appear after the sheet has opened.
        autoFocus={name === format}
        checked={name === format}
        disabled={isFile && !isOwn(name)}
        onChange={() => onChange({ format: name })}
      />
      <span>{words.formats[name]}</span>
    </label>
  )
  return (
    <fieldset>
      <legend className={controls.label}>{words.format}</legend>
      {OWN_FORMATS.map(radio)}
      {format === 'markdown' && (
        <Check label={words.withThoughts} isOn={withThoughts} onSwitch={(isOn) => onChange({ withThoughts: isOn })} />
      )}
      <p className={`${controls.label} ${styles.tools}`}>{words.forTools}</p>
      <div className={styles.formats}>{TOOL_FORMATS.map(radio)}</div>
      {isFile && <p className={controls.hint}>{sessionStrings.needsLibrary}</p>}
    </fieldset>
  )
}

interface RangeFieldsProps {
  readonly last: number
  /** Whether the episode ends with turn `last`. */
  readonly isWhole: boolean
  readonly range: TurnRange | null
  readonly onChange: (range: TurnRange | null) => void
}

/** The range of turns. Empty fields mean all turns. */
function RangeFields({ last, isWhole, range, onChange }: RangeFieldsProps) {
  const { from = 0, to = last } = range ?? {}
  const change = (next: TurnRange) => onChange(isWhole && next.from === 0 && next.to === last ? null : next)
  return (
    <div className={styles.range}>
      <NumberField
        name={words.from}
        value={range?.from}
        least={0}
        most={to}
        defaultText="0"
        onChange={(turn = 0) => change({ from: turn, to })}
      />
      <NumberField
        name={words.to}
        value={range?.to}
        least={from}
        most={last}
        defaultText={String(last)}
        onChange={(turn = last) => change({ from, to: turn })}
      />
    </div>
  )
}

/** A notice that a file of some turns also contains the turns before them. */
function BeforePart({ format, from }: { readonly format: ExportFormat; readonly from: number }) {
  const text = words.beforePart[format]?.(from)
  return text === undefined ? null : <p className={controls.hint}>{text}</p>
}

interface RedactionPreviewProps {
  readonly scan: Scan
  readonly kept: Included
  readonly onChange: (kept: Included) => void
  /** Further checkboxes. */
  readonly children: ReactNode
}

/** The kinds of private data, which the file omits unless the user selects them, and every finding. */
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
