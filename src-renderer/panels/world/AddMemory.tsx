import { latestObservation } from '@shared/episode/state/episode'
import { Plus } from 'lucide-react'
import controls from '../../kit/controls.module.css'
import { HostButton } from '../../session/connection/HostButton'
import { useEpisode } from '../../session/episode/episode-store'
import { type MindEntryKind, useCanEditMind } from '../../session/episode/mind-entries'
import { setMindObjective, writeMindNote } from '../../session/host/commands'
import { setView, useView } from '../../session/view/view-store'
import styles from './Lists.module.css'
import { MemoryForm } from './MemoryForm'
import { placeStrings } from './strings'

const words = placeStrings.mind.form
const close = () => setView({ mindForm: null })

/** What a person can add to the player's mind while it plays, which counts as help. */
export function AddMemory() {
  const open = useView(({ mindForm }) => mindForm)
  const takes: Readonly<Record<MindEntryKind, boolean>> = {
    note: useCanEditMind('note'),
    objective: useCanEditMind('objective'),
  }
  const here = useEpisode(({ history }) => latestObservation(history.latest)?.location ?? null)
  if (!takes.note && !takes.objective) return null
  if (open === 'note' && takes.note)
    return (
      <MemoryForm
        key="note"
        label={words.newNote}
        room={here?.name ?? null}
        onSave={(text, isHere) => writeMindNote(text, isHere ? (here?.id ?? null) : null)}
        onClose={close}
      />
    )
  if (open === 'objective' && takes.objective)
    return <MemoryForm key="objective" label={words.newObjective} onSave={setMindObjective} onClose={close} />
  return (
    <div className={styles.add}>
      {(['note', 'objective'] as const).map(
        (memory) =>
          takes[memory] && (
            <HostButton
              key={memory}
              className={`${controls.button} ${controls.quiet}`}
              onClick={() => setView({ mindForm: memory })}
            >
              <Plus size={15} strokeWidth={1.75} aria-hidden />
              {words.add[memory]}
            </HostButton>
          ),
      )}
    </div>
  )
}
