import type { ExportFormat } from '@shared/episode/export-episode'
import controls from '../../kit/controls.module.css'
import { libraryStrings } from '../../panels/library/strings'

const words = libraryStrings.export

interface FormatChoiceProps<Format extends ExportFormat> {
  readonly formats: readonly Format[]
  readonly chosen: Format
  readonly disabled?: boolean
  /** Why a format is not among them. */
  readonly hint?: string
  readonly onChoose: (format: Format) => void
}

/** As what an episode is exported. */
export function FormatChoice<Format extends ExportFormat>({
  formats,
  chosen,
  disabled = false,
  hint,
  onChoose,
}: FormatChoiceProps<Format>) {
  return (
    <fieldset disabled={disabled}>
      <legend className={controls.label}>{words.format}</legend>
      {formats.map((name) => (
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
      {hint !== undefined && <p className={controls.hint}>{hint}</p>}
    </fieldset>
  )
}
