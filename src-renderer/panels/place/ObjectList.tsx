import type { Observation } from '@shared/episode/episode'
import type { GameObject } from '@shared/map/location-survey'
import { Empty } from '../../kit/Empty'
import styles from './Lists.module.css'
import { sessionStrings } from '../../session/strings'

/** What is carried and what is visible here, as the machine tells it at the playhead. */
export function ObjectList({ observation }: { readonly observation: Observation | null }) {
  const { carried, here, nothingCarried, nothingHere } = sessionStrings.objects
  if (observation === null) return <Empty>{sessionStrings.objects.unknown}</Empty>
  return (
    <div className={styles.groups}>
      <Group title={carried} objects={observation.inventory} none={nothingCarried} />
      <Group title={here} objects={observation.visible} none={nothingHere} />
    </div>
  )
}

function Group({
  title,
  objects,
  none,
}: {
  readonly title: string
  readonly objects: readonly GameObject[] | null
  readonly none: string
}) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      {objects !== null && objects.length > 0 ? (
        <ul>
          {objects.map(({ id, name }) => (
            <li key={id} className={styles.item}>
              {name}
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.second}>{objects === null ? sessionStrings.objects.unknown : none}</p>
      )}
    </section>
  )
}
