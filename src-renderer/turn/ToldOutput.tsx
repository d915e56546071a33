import { GameText } from './GameText'
import { sessionStrings } from '../session/strings'
import styles from './ToldOutput.module.css'
import { turnStrings } from './strings'
import type { ToldResult } from './told-result'

const words = turnStrings.call

/** What a tool of a text adventure answered, as the page and the map would say it. */
export function ToldOutput({ told }: { readonly told: ToldResult }) {
  switch (told.kind) {
    case 'played':
      return (
        <div className={styles.played}>
          <GameText text={told.text} room={told.room} />
          <p className={styles.facts}>
            {words.standing(told.room, sessionStrings.facts.of(told.score, told.maxScore), told.moves)}
          </p>
        </div>
      )
    case 'carried':
      return told.names.length === 0 ? (
        <p className={styles.facts}>{sessionStrings.objects.nothingCarried}</p>
      ) : (
        <ul>
          {told.names.map((name, index) => (
            <li key={index}>{name}</li>
          ))}
        </ul>
      )
    case 'map':
      return (
        <ul className={styles.rooms}>
          {told.rooms.map(({ name, isHere, exits }, index) => (
            <li key={index}>
              <span className={styles.room}>{isHere ? words.roomHere(name) : name}</span>
              <span className={styles.facts}>
                {exits.map(([direction, to]) => words.exit(direction, to)).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )
    default:
      return told satisfies never
  }
}
