import { latestObservation } from '@shared/episode/state/episode'
import { Plus } from 'lucide-react'
import controls from '../../kit/controls.module.css'
import { HostButton } from '../../session/connection/HostButton'
import { useEpisode } from '../../session/episode/episode-store'
import { type MindEntryKind, useCanEditMind } from '../../session/episode/episode-status'
import { setMindObjective, writeMindNote } from '../../session/host/commands'
import { setView, useView } from '../../session/view/view-store'
import styles from './Lists.module.css'
import { MindEntryForm } from './MindEntryForm'
import { worldStrings } from './strings'

const words = worldStrings.mind.form
const close = () => setView({ mindForm: null })

/** Buttons and form to add a note or an objective to the player's mind, which counts as help. */
export function AddMindEntry() {
  const open = useView(({ mindForm }) => mindForm)
  const canAdd: Readonly<Record<MindEntryKind, boolean>> = {
    note: useCanEditMind('note'),
    objective: useCanEditMind('objective'),
  }
  const here = useEpisode(({ history }) => latestObservation(history.latest)?.location ?? null)
  if (!canAdd.note && !canAdd.objective) return null
  if (open === 'note' && canAdd.note)
    return (
      <MindEntryForm
        key="note"
        label={words.newNote}
        room={here?.name ?? null}
        onSave={(text, isHere) => writeMindNote(text, isHere ? (here?.id ?? null) : null)}
        onClose={close}
      />
    )
  if (open === 'objective' && canAdd.objective)
    return <MindEntryForm key="objective" label={words.newObjective} onSave={setMindObjective} onClose={close} />
  return (
    <div className={styles.add}>
      {(['note', 'objective'] as const).map(
        (kind) =>
          canAdd[kind] && (
            <HostButton
              key={kind}
              className={`${controls.button} ${controls.quiet}`}
              onClick={() => setView({ mindForm: kind })}
            >
              <Plus size={15} strokeWidth={1.75} aria-hidden />
              {words.add[kind]}
            </HostButton>
          ),
      )}
    </div>
  )
}
