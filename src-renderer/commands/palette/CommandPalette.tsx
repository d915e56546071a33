import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SettingGroup } from '@shared/settings/describe-settings'
import { typedKey } from '../../kit/form/typed-key'
import { Sheet } from '../../kit/overlay/Sheet'
import { KeyName } from '../../kit/text/KeyName'
import { hostApi } from '../../session/connection/connection-store'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { setView, useView } from '../../session/view/view-store'
import { commandStrings } from '../strings'
import {
  commandEntries,
  type Entry,
  episodeEntries,
  helpEntries,
  roomEntries,
  settingEntries,
  turnEntries,
  findEntries,
} from './entries'
import styles from './CommandPalette.module.css'

const words = commandStrings.palette
const MAX_RECENT = 10

/** A filtered list of commands, settings, rooms, episodes and turns. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const recent = useView(({ recentCommands }) => recentCommands)
  const entries = useEntries()
  const sections = useMemo(
    () => findEntries(text, entries, turnEntries(text, useEpisode.getState()), recent),
    [text, entries, recent],
  )
  const found = sections.flatMap((section) => section.entries)
  const chosen = found[Math.min(at, found.length - 1)]
  const optionId = ({ id }: Entry) => `${listId}-${id.replaceAll(/\s/g, '-')}`

  const run = (entry: Entry) => {
    if (entry.group === 'command')
      setView(({ recentCommands }) => ({
        recentCommands: [entry.id, ...recentCommands.filter((id) => id !== entry.id)].slice(0, MAX_RECENT),
      }))
    // Commands depend on the focus, which the palette restores when it closes.
    flushSync(onClose)
    void entry.run()
  }
  const press = (event: KeyboardEvent) => {
    const key = typedKey(event)
    const by = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (by !== undefined) setAt((at + by + found.length) % Math.max(1, found.length))
    else if (key === 'Enter' && chosen) run(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Sheet title={words.title} bare onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={chosen && optionId(chosen)}
        aria-label={words.title}
        placeholder={words.placeholder}
        spellCheck={false}
        autoComplete="off"
        dir="auto"
        value={text}
        data-first-stop
        onChange={({ target }) => {
          setText(target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div id={listId} role="listbox" tabIndex={-1} aria-label={words.title} className={styles.list}>
        {sections.map((section) => (
          <div key={section.group} role="group" aria-labelledby={`${listId}-${section.group}`}>
            <div id={`${listId}-${section.group}`} role="presentation" className={styles.heading}>
              {words.groups[section.group]}
            </div>
            {section.entries.map((entry) => (
              <div
                key={entry.id}
                id={optionId(entry)}
                role="option"
                aria-selected={entry === chosen}
                className={styles.option}
                ref={entry === chosen ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
                onClick={() => run(entry)}
              >
                <span className={styles.label} dir="auto" title={entry.label}>
                  {entry.label}
                </span>
                {entry.detail !== '' && (
                  <span className={styles.detail} dir="auto">
                    {entry.detail}
                  </span>
                )}
                {entry.key !== undefined && <KeyName name={entry.key} />}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={found.length === 0 ? styles.none : undefined}>
        {found.length === 0 && words.none}
      </p>
    </Sheet>
  )
}

/** The commands are listed when the palette opens, before it takes the focus; other entries follow. */
function useEntries(): readonly Entry[] {
  const groups = useSettingGroups()
  const library = useEpisodeList((known) => known.entries)
  const [commands] = useState(commandEntries)
  return useMemo(
    () => [
      ...commands,
      ...roomEntries(useEpisode.getState()),
      ...settingEntries(groups),
      ...episodeEntries(library.values()),
      ...helpEntries(),
    ],
    [commands, groups, library],
  )
}

function useSettingGroups(): readonly SettingGroup[] {
  const [groups, setGroups] = useState<readonly SettingGroup[]>([])
  useEffect(() => {
    let isOpen = true
    hostApi()
      ?.readSettings({})
      .then(
        (file) => isOpen && setGroups(file.groups),
        // Without the list of settings, their pages can still be found.
        () => {},
      )
    return () => {
      isOpen = false
    }
  }, [])
  return groups
}
