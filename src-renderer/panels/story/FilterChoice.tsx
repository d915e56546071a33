import { ListFilter } from 'lucide-react'
import { use } from 'react'
import { Button } from '../../kit/Button'
import { Check } from '../../kit/form/fields'
import { Popover } from '../../kit/overlay/Popover'
import { EpisodeContext } from '../../session/episode/episode-store'
import { setFilter, useStoryFilter } from '../../session/episode/story-filter-here'
import {
  hidesTurns,
  STORY_PRESETS,
  presetOf,
  STORY_KINDS,
  STORY_PRESET_NAMES,
  type StoryFilter,
  toggleKind,
} from '../../session/view/story-filter'
import { storyStrings } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './StoryPanel.module.css'

const { filter: filterWords } = storyStrings

const ONLY = ['onlyProblems', 'onlyFalseBeliefs'] as const

/**
 * Selects which parts of each turn the story shows: a preset or a custom filter. Never moves the playhead. In a
 * comparison, which shows all turns, there is no choice that hides turns.
 */
export function FilterChoice() {
  const { isCompared } = use(EpisodeContext)
  const filter = useStoryFilter()
  const choose = (chosen: StoryFilter) => setFilter(chosen, isCompared)
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
        {STORY_PRESET_NAMES.filter((one) => !isCompared || !hidesTurns(STORY_PRESETS[one])).map((one) => (
          <Button key={one} aria-pressed={one === preset} onClick={() => choose(STORY_PRESETS[one])}>
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
            onClick={() => choose(toggleKind(filter, kind))}
          >
            {filterWords.kindNames[kind]}
          </Button>
        ))}
      </div>
      {!isCompared &&
        ONLY.map((only) => (
          <Check
            key={only}
            label={filterWords[only]}
            isOn={filter[only]}
            onSwitch={(isOn) => choose({ ...filter, [only]: isOn })}
          />
        ))}
    </Popover>
  )
}
