import { ListFilter } from 'lucide-react'
import { presetOf, STORY_KINDS, STORY_PRESET_NAMES, STORY_PRESETS, toggleKind } from '../../session/view/story-filter'
import { setView, useView } from '../../session/view/view-store'
import controls from '../../kit/controls.module.css'
import { Popover } from '../../kit/overlay/Popover'
import styles from './StoryPanel.module.css'
import { storyStrings } from './strings'

const words = storyStrings.filter
const ONLY = ['onlyProblems', 'onlyFalseBeliefs'] as const

/** Selects what the story shows of each turn: a preset or a custom filter. Never moves the playhead. */
export function FilterChoice() {
  const filter = useView(({ storyFilter }) => storyFilter)
  const preset = presetOf(filter)
  const name = words.presets[preset ?? 'own']
  return (
    <Popover
      id="story-filter"
      name={words.name(name)}
      className={`${controls.button} ${controls.quiet} ${styles.button}`}
      face={
        <>
          <ListFilter size={14} strokeWidth={1.75} aria-hidden />
          {name}
        </>
      }
    >
      <div role="group" aria-label={words.named} className={`${controls.group} ${controls.segments}`}>
        {STORY_PRESET_NAMES.map((one) => (
          <button
            key={one}
            type="button"
            className={controls.button}
            aria-pressed={one === preset}
            onClick={() => setView({ storyFilter: STORY_PRESETS[one] })}
          >
            {words.presets[one]}
          </button>
        ))}
      </div>
      <div role="group" aria-label={words.kinds} className={controls.chips}>
        {STORY_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className={controls.chip}
            aria-pressed={filter.kinds.includes(kind)}
            onClick={() => setView({ storyFilter: toggleKind(filter, kind) })}
          >
            {words.kindNames[kind]}
          </button>
        ))}
      </div>
      {ONLY.map((only) => (
        <label key={only} className={controls.check}>
          <input
            type="checkbox"
            checked={filter[only]}
            onChange={({ target }) => setView({ storyFilter: { ...filter, [only]: target.checked } })}
          />
          <span>{words[only]}</span>
        </label>
      ))}
    </Popover>
  )
}
