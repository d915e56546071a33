import { useState } from 'react'
import { Button } from '../../kit/Button'
import { ChoiceField, Switch } from '../../kit/form/fields'
import { TabList, TabPanel } from '../../kit/layout/Tabs'
import { Sheet } from '../../kit/overlay/Sheet'
import { showNotice } from '../../kit/text/notice-store'
import { Refusal } from '../../kit/text/Refusal'
import { HostButton, disabledProps } from '../../session/connection/HostButton'
import { HelpButton } from '../../session/help/Explain'
import { HELP } from '../../session/help/help-places'
import {
  useView,
  ANNOUNCEMENTS,
  MOTIONS,
  ROW_HEIGHTS,
  setView,
  TEXT_SIZES,
  THEMES,
} from '../../session/view/view-store'
import { FilePage, showSetting } from './FilePage'
import { isOnModelPage, ModelPage } from './ModelPage'
import { SecretsPage } from './SecretsPage'
import { settingsStrings as words } from './strings'
import { countUnsaved, type SettingsDraft, useSettings } from './use-settings'
import controls from '../../kit/controls.module.css'
import styles from './SettingsSheet.module.css'

type Page = keyof typeof words.pages

export function SettingsSheet({ onClose }: { readonly onClose: () => void }) {
  const opensAt = useView((view) => view.settingsAt)
  const [page, setPage] = useState<Page>(opensAt?.page ?? 'model')
  const [target, setTarget] = useState({ path: opensAt?.path ?? null, visits: 0 })
  const settings = useSettings()
  const { file } = settings
  const unsaved = countUnsaved(settings)
  const goTo = (path: string) => {
    if (showSetting(path)) return
    setPage('file')
    setTarget(({ visits }) => ({ path, visits: visits + 1 }))
  }
  const select = (chosen: Page) => {
    setPage(chosen)
    setTarget((before) => ({ ...before, path: null }))
  }
  const close = () => {
    if (unsaved > 0) showNotice(words.keptUnsaved(unsaved))
    onClose()
  }
  return (
    <Sheet
      title={words.title}
      size="page"
      isSteady
      tools={<HelpButton about={words.title} at={HELP.settings} />}
      onClose={close}
    >
      <div className={styles.tabs}>
        <TabList label={words.title} tabs={words.pages} selected={page} onSelect={select} idPrefix="settings" />
      </div>
      <TabPanel idPrefix="settings" selected={page}>
        <div className={styles.page}>
          {page === 'appearance' && <AppearancePage />}
          {page === 'secrets' && <SecretsPage />}
          {(page === 'model' || page === 'file') && file === null && settings.failure === null && (
            <p className={controls.hint}>{words.loading}</p>
          )}
          {page === 'model' && file !== null && <ModelPage settings={settings} file={file} opensAt={target.path} />}
          {page === 'file' && file !== null && (
            // A new key, so that a search does not hide the setting.
            <FilePage key={target.visits} settings={settings} file={file} opensAt={target.path} />
          )}
        </div>
      </TabPanel>
      {(page === 'model' || page === 'file') && <SaveBar page={page} settings={settings} onGoTo={goTo} />}
    </Sheet>
  )
}

interface SaveBarProps {
  readonly page: Page
  readonly settings: SettingsDraft
  readonly onGoTo: (path: string) => void
}

function SaveBar({ page, settings, onGoTo }: SaveBarProps) {
  const { faults, failure, wasSaved, file } = settings
  const count = countUnsaved(settings)
  const settled = wasSaved ? words.saved : (file?.file ?? '')
  const faulty = file?.groups.flatMap((group) => group.fields).find(({ path }) => path in faults)
  const whyFaulty = Object.keys(faults).length > 0 ? words.faultFirst : null
  const refusal = count === 0 ? words.nothingToSave : whyFaulty
  return (
    <footer className={styles.bar}>
      <div className={styles.outcome}>
        <Refusal text={failure?.message ?? null} />
        {failure?.isStale && <HostButton onClick={() => void settings.reload()}>{words.reload}</HostButton>}
        <p role="status" className={controls.hint}>
          {count > 0 ? words.changes(count) : settled}
        </p>
        {faulty && (
          <Button look="chip" onClick={() => onGoTo(faulty.path)}>
            {words.invalid(faulty.title, page === 'file' || isOnModelPage(faulty.path) ? null : words.pages.file)}
          </Button>
        )}
      </div>
      <Button {...(count === 0 ? disabledProps(words.nothingToSave) : { onClick: () => settings.discard() })}>
        {words.discard}
      </Button>
      <HostButton
        look="primary"
        {...(refusal !== null ? disabledProps(refusal) : { onClick: () => void settings.save() })}
      >
        {words.save}
      </HostButton>
    </footer>
  )
}

const look = words.appearance

export function AppearancePage() {
  const { theme, textSize, rowHeight, motion, isHyperlegible, announcements, hasSingleKeys } = useView()
  return (
    <>
      <p className={controls.hint}>{look.explanation}</p>
      <div className={styles.pair}>
        <ChoiceField
          label={look.theme}
          value={theme}
          choices={THEMES}
          nameOf={(choice) => look.themes[choice]}
          onChoose={(chosen) => setView({ theme: chosen })}
        />
        <ChoiceField
          label={look.textSize}
          value={textSize}
          choices={TEXT_SIZES}
          nameOf={(percent) => `${percent} %`}
          onChoose={(chosen) => setView({ textSize: chosen })}
        />
        <ChoiceField
          label={look.rowHeight}
          value={rowHeight}
          choices={ROW_HEIGHTS}
          nameOf={(choice) => look.rowHeights[choice]}
          onChoose={(chosen) => setView({ rowHeight: chosen })}
        />
        <ChoiceField
          label={look.motion}
          value={motion}
          choices={MOTIONS}
          nameOf={(choice) => look.motions[choice]}
          onChoose={(chosen) => setView({ motion: chosen })}
        />
        <ChoiceField
          label={look.announcements}
          value={announcements}
          choices={ANNOUNCEMENTS}
          nameOf={(choice) => look.announced[choice]}
          onChoose={(chosen) => setView({ announcements: chosen })}
        />
      </div>
      <div>
        <Switch
          label={look.hyperlegible}
          isOn={isHyperlegible}
          onSwitch={(isOn) => setView({ isHyperlegible: isOn })}
        />
        <Switch label={look.singleKeys} isOn={hasSingleKeys} onSwitch={(isOn) => setView({ hasSingleKeys: isOn })} />
      </div>
    </>
  )
}
