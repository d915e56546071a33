import { ListFilter } from 'lucide-react'
import { Button } from '../../kit/Button'
import { Check } from '../../kit/form/fields'
import { Popover } from '../../kit/overlay/Popover'
import {
  hidesTurns,
  STORY_PRESETS,
  presetOf,
  STORY_KINDS,
  STORY_PRESET_NAMES,
  toggleKind,
} from '../../session/view/story-filter'
import { setView, useView } from '../../session/view/view-store'
import { storyStrings } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './StoryPanel.module.css'

const { filter: filterWords } = storyStrings

const ONLY = ['onlyProblems', 'onlyFalseBeliefs'] as const

/**
 * Selects what the story shows of each turn: a preset or a custom filter. Never moves the playhead. A comparison shows
 * all turns, and so has no choice that hides some.
 */
export function FilterChoice({ hidesTurns: canHide = true }: { readonly hidesTurns?: boolean }) {
  const filter = useView(({ storyFilter }) => storyFilter)
  const preset = presetOf(filter)
  const name = filterWords.presets[preset ?? 'own']
  return (
    <Popover
      id="story-filter"
      name={filterWords.name(name)}
      className={`${controls.button} ${controls.quiet} ${styles.button}`}
      face={
        <>
          <ListFilter size={14} strokeWidth={1.75} aria-hidden />
          {name}
        </>
      }
    >
      <div role="group" aria-label={filterWords.named} className={`${controls.group} ${controls.segments}`}>
        {STORY_PRESET_NAMES.filter((one) => canHide || !hidesTurns(STORY_PRESETS[one])).map((one) => (
          <Button key={one} aria-pressed={one === preset} onClick={() => setView({ storyFilter: STORY_PRESETS[one] })}>
            {filterWords.presets[one]}
          </Button>
        ))}
      </div>
      <div role="group" aria-label={filterWords.kinds} className={controls.chips}>
        {STORY_KINDS.map((kind) => (
          <Button
            key={kind}
            look="chip"
            aria-pressed={filter.kinds.includes(kind)}
            onClick={() => setView({ storyFilter: toggleKind(filter, kind) })}
          >
            {filterWords.kindNames[kind]}
          </Button>
        ))}
      </div>
      {canHide &&
        ONLY.map((only) => (
          <Check
            key={only}
            label={filterWords[only]}
            isOn={filter[only]}
            onSwitch={(isOn) => setView({ storyFilter: { ...filter, [only]: isOn } })}
          />
        ))}
    </Popover>
  )
}
