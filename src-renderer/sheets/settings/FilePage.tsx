import { useEffect, useState } from 'react'
import type { SettingsFile, SettingsProblem } from '@shared/contract/settings'
import type { SettingField } from '@shared/settings/describe-settings'
import { useKeptFocus } from '../../kit/browser/use-kept-focus'
import { Button } from '../../kit/Button'
import { SearchField } from '../../kit/form/fields'
import { hasAll, wordsOf } from '../../kit/text/query-words'
import { SettingRow } from './SettingRow'
import { settingsStrings as words } from './strings'
import { isChanged, type SettingsDraft } from './use-settings'
import controls from '../../kit/controls.module.css'
import styles from './SettingsSheet.module.css'

interface FilePageProps {
  readonly settings: SettingsDraft
  readonly file: SettingsFile
  /** The setting to focus, if the sheet was opened for one; otherwise null. */
  readonly opensAt: string | null
}

/** Scrolls to a setting of the current page and focuses its field. Returns false if the page does not show it. */
export function showSetting(path: string): boolean {
  const row = document.querySelector(`dialog [data-setting="${CSS.escape(path)}"]`)
  row?.scrollIntoView?.({ block: 'center' })
  row?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  return row !== null
}

export function FilePage({ settings, file, opensAt }: FilePageProps) {
  const [search, setSearch] = useState('')
  const [isOnlyChanged, setIsOnlyChanged] = useState(false)
  const keptFocus = useKeptFocus()
  useEffect(() => {
    if (opensAt !== null) showSetting(opensAt)
  }, [opensAt])
  const changed = file.groups.flatMap(({ fields }) => fields).filter((field) => isChanged(settings, field))
  // A setting that was just reset stays visible, so that no row moves under the pointer.
  const isShown = (field: SettingField) => !isOnlyChanged || changed.includes(field) || field.path in settings.draft
  const groups = file.groups
    .map((group) => ({
      ...group,
      fields: group.fields.filter((field) => isShown(field) && matches(field, group.title, search)),
    }))
    .filter(({ fields }) => fields.length > 0)
  const resettable = groups.flatMap(({ fields }) => fields).filter((field) => changed.includes(field))
  const resetAll = () => {
    for (const { path, shipped } of resettable) settings.change(path, shipped)
  }
  return (
    <>
      <div className={styles.line} {...keptFocus}>
        <SearchField className={styles.search} label={words.search} value={search} onSearch={setSearch} />
        <Button look="chip" aria-pressed={isOnlyChanged} onClick={() => setIsOnlyChanged(!isOnlyChanged)}>
          {words.onlyChanged(changed.length)}
        </Button>
        {isOnlyChanged && resettable.length > 0 && (
          <Button onClick={resetAll}>{words.resetAll(resettable.length)}</Button>
        )}
      </div>
      <nav className={styles.sections} aria-label={words.sections}>
        {groups.map(({ table, title }) => (
          <Button
            key={table}
            look="chip"
            onClick={() => document.getElementById(`settings-${table}`)?.scrollIntoView({ block: 'start' })}
          >
            {title}
          </Button>
        ))}
      </nav>
      <Problems
        className={controls.error}
        title={words.problems(file.file)}
        problems={file.problems.filter(({ severity }) => severity === 'error')}
      />
      <Problems
        className={controls.hint}
        title={words.notUsed(file.file)}
        problems={file.problems.filter(({ severity }) => severity === 'warning')}
      />
      {groups.map(({ table, title, fields }) => (
        <section key={table} aria-labelledby={`settings-${table}`}>
          <h3 id={`settings-${table}`} className={styles.heading}>
            {title}
          </h3>
          {fields.map((field) => (
            <SettingRow key={field.path} field={field} settings={settings} />
          ))}
        </section>
      ))}
      {groups.length === 0 && (
        <p className={controls.hint}>{search.trim() === '' ? words.noneChanged : words.noMatch(search)}</p>
      )}
    </>
  )
}

function Problems({
  className,
  title,
  problems,
}: {
  readonly className: string | undefined
  readonly title: string
  readonly problems: readonly SettingsProblem[]
}) {
  if (problems.length === 0) return null
  return (
    <div className={className}>
      <p>{title}</p>
      <ul>
        {problems.map(({ line, column, path, message }) => (
          <li
            key={`${line}:${column}:${path}`}
          >{`${words.line(line)}${path === null ? '' : `, ${path}`}: ${message}`}</li>
        ))}
      </ul>
    </div>
  )
}

const matches = ({ path, title, description }: SettingField, group: string, search: string): boolean =>
  hasAll(`${group} ${path} ${title} ${description}`, wordsOf(search))
