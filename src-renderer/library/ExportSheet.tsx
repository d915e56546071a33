import { formatMarkdown } from '@shared/episode/markdown'
import { redactEvents } from '@shared/episode/redact'
import { reduceEpisode, emptyEpisode } from '@shared/episode/episode'
import { type FormEvent, useMemo, useState } from 'react'
import { useEpisode } from '../store/episode-store'
import controls from '../ui/controls.module.css'
import { Sheet } from '../ui/Sheet'
import { strings } from '../ui/strings'
import styles from './NewEpisodeSheet.module.css'

const words = strings.exportSheet
type Format = 'jsonl' | 'markdown'

/** The open episode as a file to keep or to give away. What is left out is said before it is saved. */
export function ExportSheet({ onClose }: { readonly onClose: () => void }) {
  const { id, history } = useEpisode()
  const [format, setFormat] = useState<Format>('jsonl')
  const [withThoughts, setWithThoughts] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const events = useMemo(() => history.events.slice(0, history.latest.seq + 1), [history])
  const redacted = useMemo(() => redactEvents(events), [events])
  const save = (event: FormEvent) => {
    event.preventDefault()
    const chosen = isWhole ? events : redacted.events
    if (format === 'jsonl') saveText(`${id}.jsonl`, chosen.map((line) => `${JSON.stringify(line)}\n`).join(''))
    else saveText(`${id}.md`, formatMarkdown(chosen.reduce(reduceEpisode, emptyEpisode), { withThoughts }))
    onClose()
  }
  return (
    <Sheet title={words.title} onClose={onClose}>
      <form className={styles.form} onSubmit={save}>
        <fieldset className={styles.players}>
          <legend className={controls.label}>{words.format}</legend>
          {(['jsonl', 'markdown'] as const).map((name) => (
            <label key={name} className={controls.check}>
              <input type="radio" name="format" checked={name === format} onChange={() => setFormat(name)} />
              <span>{words.formats[name]}</span>
            </label>
          ))}
        </fieldset>
        <div>
          {format === 'markdown' && (
            <label className={controls.check}>
              <input type="checkbox" checked={withThoughts} onChange={({ target }) => setWithThoughts(target.checked)} />
              <span>{words.withThoughts}</span>
            </label>
          )}
          <label className={controls.check}>
            <input type="checkbox" checked={isWhole} onChange={({ target }) => setIsWhole(target.checked)} />
            <span>{words.whole}</span>
          </label>
        </div>
        <p className={controls.hint}>{isWhole ? words.nothingLeftOut : words.leftOut(redacted.places)}</p>
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
