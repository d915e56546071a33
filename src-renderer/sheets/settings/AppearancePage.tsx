import {
  ANNOUNCEMENTS,
  MOTIONS,
  ROW_HEIGHTS,
  setView,
  TEXT_SIZES,
  THEMES,
  useView,
} from '../../session/view/view-store'
import controls from '../../kit/controls.module.css'
import styles from './SettingsSheet.module.css'
import { settingsStrings } from './strings'

const words = settingsStrings.appearance

/** How this window looks and is spoken; holds at once. */
export function AppearancePage() {
  const { theme, textSize, rowHeight, motion, isHyperlegible, announcements, hasSingleKeys } = useView()
  return (
    <>
      <p className={controls.hint}>{words.explanation}</p>
      <div className={styles.pair}>
        <Choice
          label={words.theme}
          value={theme}
          choices={THEMES}
          nameOf={(choice) => words.themes[choice]}
          onChoose={(chosen) => setView({ theme: chosen })}
        />
        <Choice
          label={words.textSize}
          value={textSize}
          choices={TEXT_SIZES}
          nameOf={(percent) => `${percent} %`}
          onChoose={(chosen) => setView({ textSize: chosen })}
        />
        <Choice
          label={words.rowHeight}
          value={rowHeight}
          choices={ROW_HEIGHTS}
          nameOf={(choice) => words.rowHeights[choice]}
          onChoose={(chosen) => setView({ rowHeight: chosen })}
        />
        <Choice
          label={words.motion}
          value={motion}
          choices={MOTIONS}
          nameOf={(choice) => words.motions[choice]}
          onChoose={(chosen) => setView({ motion: chosen })}
        />
        <Choice
          label={words.announcements}
          value={announcements}
          choices={ANNOUNCEMENTS}
          nameOf={(choice) => words.announced[choice]}
          onChoose={(chosen) => setView({ announcements: chosen })}
        />
      </div>
      <div>
        <Switch
          label={words.hyperlegible}
          isOn={isHyperlegible}
          onSwitch={(isOn) => setView({ isHyperlegible: isOn })}
        />
        <Switch label={words.singleKeys} isOn={hasSingleKeys} onSwitch={(isOn) => setView({ hasSingleKeys: isOn })} />
      </div>
    </>
  )
}

interface ChoiceProps<Value extends string | number> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly Value[]
  readonly nameOf: (choice: Value) => string
  readonly onChoose: (choice: Value) => void
}

function Choice<Value extends string | number>({ label, value, choices, nameOf, onChoose }: ChoiceProps<Value>) {
  const choose = (text: string) => {
    const chosen = choices.find((choice) => String(choice) === text)
    if (chosen !== undefined) onChoose(chosen)
  }
  return (
    <label className={controls.field}>
      <span className={controls.label}>{label}</span>
      <select className={controls.input} value={value} onChange={({ target }) => choose(target.value)}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {nameOf(choice)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Switch({
  label,
  isOn,
  onSwitch,
}: {
  readonly label: string
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
}) {
  return (
    <label className={controls.check}>
      <input type="checkbox" role="switch" checked={isOn} onChange={({ target }) => onSwitch(target.checked)} />
      <span>{label}</span>
    </label>
  )
}
