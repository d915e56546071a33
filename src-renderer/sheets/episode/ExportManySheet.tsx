import { type ExportFormat } from '@shared/episode/export/export-episode'
import { type FormEvent, useState } from 'react'
import { exportEpisodes } from '../../session/episodes/export-episodes'
import { useEntriesOf } from '../../session/episodes/episodes-store'
import controls from '../../kit/controls.module.css'
import { saveFile } from '../../kit/browser/save-file'
import { Sheet } from '../../kit/overlay/Sheet'
import { SheetButtons } from '../../session/connection/HostButton'
import styles from '../../kit/overlay/SheetForm.module.css'
import { namedEpisode } from '../../session/episodes/entry-title'
import { episodesStrings } from '../../panels/episodes/strings'
import { FormatChoice } from './FormatChoice'
import { NamedList } from './NamedList'

const words = episodesStrings.exportMany

interface ExportManySheetProps {
  readonly episodeIds: readonly string[]
  readonly onClose: () => void
}

/** Exports episodes from the list, which shows the progress and can stop it. */
export function ExportManySheet({ episodeIds, onClose }: ExportManySheetProps) {
  const entries = useEntriesOf(episodeIds)
  const [format, setFormat] = useState<ExportFormat>('html')
  const [withThoughts, setWithThoughts] = useState(false)
  const [withNotes, setWithNotes] = useState(false)
  const save = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    void exportEpisodes(entries.map(namedEpisode), { format, withThoughts, withNotes }).then(
      (file) => file && saveFile(file.name, file.type, file.content),
    )
  }
  return (
    <Sheet title={words.title(entries.length)} onClose={onClose}>
      <form className={styles.form} onSubmit={save}>
        <NamedList entries={entries} />
        <FormatChoice chosen={format} onChoose={setFormat} />
        {format === 'markdown' && (
          <label className={controls.check}>
            <input type="checkbox" checked={withThoughts} onChange={({ target }) => setWithThoughts(target.checked)} />
            <span>{episodesStrings.export.withThoughts}</span>
          </label>
        )}
        {format === 'html' && (
          <label className={controls.check}>
            <input type="checkbox" checked={withNotes} onChange={({ target }) => setWithNotes(target.checked)} />
            <span>{words.notes}</span>
          </label>
        )}
        <p className={controls.hint}>
          {words.leftOut} {entries.length > 1 && words.asArchive}
        </p>
        <SheetButtons submit={words.save} onCancel={onClose} />
      </form>
    </Sheet>
  )
}
