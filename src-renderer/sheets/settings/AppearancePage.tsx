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
import { ChoiceField, Switch } from '../../kit/form/fields'
import styles from './SettingsSheet.module.css'
import { settingsStrings } from './strings'

const words = settingsStrings.appearance

/** Appearance and announcements of this window. Changes apply at once. */
export function AppearancePage() {
  const { theme, textSize, rowHeight, motion, isHyperlegible, announcements, hasSingleKeys } = useView()
  return (
    <>
      <p className={controls.hint}>{words.explanation}</p>
      <div className={styles.pair}>
        <ChoiceField
          label={words.theme}
          value={theme}
          choices={THEMES}
          nameOf={(choice) => words.themes[choice]}
          onChoose={(chosen) => setView({ theme: chosen })}
        />
        <ChoiceField
          label={words.textSize}
          value={textSize}
          choices={TEXT_SIZES}
          nameOf={(percent) => `${percent} %`}
          onChoose={(chosen) => setView({ textSize: chosen })}
        />
        <ChoiceField
          label={words.rowHeight}
          value={rowHeight}
          choices={ROW_HEIGHTS}
          nameOf={(choice) => words.rowHeights[choice]}
          onChoose={(chosen) => setView({ rowHeight: chosen })}
        />
        <ChoiceField
          label={words.motion}
          value={motion}
          choices={MOTIONS}
          nameOf={(choice) => words.motions[choice]}
          onChoose={(chosen) => setView({ motion: chosen })}
        />
        <ChoiceField
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
