import { type ExportFormat, EXPORT_FORMATS } from '@shared/episode/export/export-episode'
import controls from '../../kit/controls.module.css'
import { episodesStrings } from '../../panels/episodes/strings'

const words = episodesStrings.export

interface FormatChoiceProps {
  readonly chosen: ExportFormat
  readonly onChoose: (format: ExportFormat) => void
}

/** The export format. */
export function FormatChoice({ chosen, onChoose }: FormatChoiceProps) {
  return (
    <fieldset>
      <legend className={controls.label}>{words.format}</legend>
      {EXPORT_FORMATS.map((name) => (
        <label key={name} className={controls.check}>
          <input
            type="radio"
            name="format"
            data-first-stop={name === chosen || undefined}
            checked={name === chosen}
            onChange={() => onChoose(name)}
          />
          <span>{words.formats[name]}</span>
        </label>
      ))}
    </fieldset>
  )
}
