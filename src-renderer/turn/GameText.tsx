import { memo } from 'react'
import styles from './GameText.module.css'

/**
 * The game's own words, always as text. A line that is the name of the room is set as a room heading, as printed
 * stories do.
 */
export const GameText = memo(function GameText({
  text,
  room,
  brief = false,
}: {
  readonly text: string
  readonly room: string | null
  readonly brief?: boolean
}) {
  const paragraphs = text.trim().split(/\n\s*\n/)
  return (
    <div lang="en" data-field="text" className={brief ? `${styles.text} ${styles.brief}` : styles.text}>
      {paragraphs.map((paragraph, index) => {
        const [first = '', ...rest] = paragraph.split('\n')
        const isRoom = room !== null && first.trim().toLowerCase() === room.toLowerCase()
        return (
          <p key={index}>
            {isRoom ? (
              <>
                <strong className={styles.room}>{first.trim()}</strong>
                {rest.length > 0 && `\n${rest.join('\n')}`}
              </>
            ) : (
              paragraph
            )}
          </p>
        )
      })}
    </div>
  )
})
