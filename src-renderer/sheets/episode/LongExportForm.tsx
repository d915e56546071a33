import { Refusal } from '../../kit/Refusal'
import type { ExportBatch } from '@shared/contract/long-logs'
import { oneAhead } from '@shared/contract/one-ahead'
import { EPISODE_FILE_ENDING } from '@shared/episode/episode-file'
import { type Kept, keepNothing, SECRET_KINDS } from '@shared/episode/redact'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { reachHost } from '../../session/connection/connection-store'
import { refusalOf } from '../../session/connection/refusal'
import controls from '../../kit/controls.module.css'
import { formatShare } from '../../kit/format'
import { saveFile } from '../../kit/save-file'
import { SheetButtons } from '../../session/connection/SheetButtons'
import styles from '../../kit/SheetForm.module.css'
import { FormatChoice } from './FormatChoice'
import { libraryStrings } from '../../panels/library/strings'

const words = libraryStrings.export
const FORMATS = ['markdown', 'jsonl'] as const
const ENDINGS = { markdown: '.md', jsonl: EPISODE_FILE_ENDING } as const

/**
 * An episode too long for the window to hold as a file to keep or to give away: the host writes it, and the browser
 * keeps what has come.
 */
export function LongExportForm({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('markdown')
  const [withThoughts, setWithThoughts] = useState(false)
  const [kept, setKept] = useState<Kept>(keepNothing)
  const [share, setShare] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const closing = useRef(new AbortController())
  useEffect(() => () => closing.current.abort(), [])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { signal } = closing.current
    setFailure(null)
    try {
      const parts = await gather(
        reachHost().exportEpisode({ episodeId: id, format, kept, withThoughts }, signal),
        setShare,
      )
      if (signal.aborted) return
      saveFile(`${id}${ENDINGS[format]}`, 'text/plain;charset=utf-8', ...parts)
      onClose()
    } catch (error) {
      if (signal.aborted) return
      setFailure(refusalOf(error))
      setShare(null)
    }
  }
  const isWriting = share !== null
  const switches = [
    ['settings', words.settings] as const,
    ...SECRET_KINDS.map((kind) => [kind, words.long.secrets[kind]] as const),
  ]
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <FormatChoice
        formats={FORMATS}
        chosen={format}
        disabled={isWriting}
        hint={words.long.noHtml}
        onChoose={setFormat}
      />
      {format === 'markdown' && (
        <label className={controls.check}>
          <input
            type="checkbox"
            disabled={isWriting}
            checked={withThoughts}
            onChange={({ target }) => setWithThoughts(target.checked)}
          />
          <span>{words.withThoughts}</span>
        </label>
      )}
      <fieldset disabled={isWriting}>
        <legend className={controls.label}>{words.leftOut}</legend>
        {switches.map(([name, label]) => (
          <label key={name} className={controls.check}>
            <input
              type="checkbox"
              checked={kept[name]}
              onChange={({ target }) => setKept({ ...kept, [name]: target.checked })}
            />
            <span>{label}</span>
          </label>
        ))}
        <p className={controls.hint}>{words.long.foundAsWritten}</p>
      </fieldset>
      {isWriting && <progress className={styles.progress} value={share} aria-label={words.saving} />}
      <Refusal text={failure} />
      <SheetButtons
        submit={isWriting ? words.long.writing(formatShare(share)) : words.save}
        isDisabled={isWriting}
        onCancel={onClose}
      />
    </form>
  )
}

/** A blob is the browser's to keep, on disk if need be: the window holds none of the text. */
async function gather(batches: AsyncIterable<ExportBatch>, tell: (share: number) => void): Promise<readonly Blob[]> {
  const parts: Blob[] = []
  tell(0)
  for await (const { bytes, share } of oneAhead(batches)) {
    parts.push(new Blob([bytes.slice()]))
    tell(share)
  }
  return parts
}
