import { GameText } from '../text/GameText'
import { sessionStrings } from '../../session/strings'
import styles from './GameToolOutput.module.css'
import { turnStrings } from '../strings'
import type { GameToolResult } from './game-tool-result'

const words = turnStrings.call

/** The result of a text-adventure tool, drawn as in the story and on the map. */
export function GameToolOutput({ result }: { readonly result: GameToolResult }) {
  switch (result.kind) {
    case 'played':
      return (
        <div className={styles.played}>
          <GameText text={result.text} location={result.location} />
          <p className={styles.facts}>
            {words.standing(result.location, sessionStrings.facts.of(result.score, result.maxScore), result.moves)}
          </p>
        </div>
      )
    case 'carried':
      return result.names.length === 0 ? (
        <p className={styles.facts}>{sessionStrings.objects.nothingCarried}</p>
      ) : (
        <ul>
          {result.names.map((name, index) => (
            <li key={index}>{name}</li>
          ))}
        </ul>
      )
    case 'map':
      return (
        <ul className={styles.locations}>
          {result.locations.map(({ name, isHere, exits }, index) => (
            <li key={index}>
              <span className={styles.location}>{isHere ? words.locationHere(name) : name}</span>
              <span className={styles.facts}>
                {exits.map(([direction, to]) => words.exit(direction, to)).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )
    default:
      return result satisfies never
  }
}
