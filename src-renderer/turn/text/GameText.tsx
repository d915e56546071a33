import { memo } from 'react'
import styles from './texts.module.css'

interface GameTextProps {
  readonly text: string
  readonly location: string | null
  readonly brief?: boolean
}

/** The game's output as text. A line that is the location's name becomes a heading. */
export const GameText = memo(function GameText({ text, location, brief = false }: GameTextProps) {
  const paragraphs = text.trim().split(/\n\s*\n/)
  return (
    <div lang="en" data-field="text" className={brief ? `${styles.gameText} ${styles.brief}` : styles.gameText}>
      {paragraphs.map((paragraph, index) => {
        const [first = '', ...rest] = paragraph.split('\n')
        const isHeading = location !== null && first.trim().toLowerCase() === location.toLowerCase()
        return (
          <p key={index}>
            {isHeading ? (
              <>
                <strong className={styles.location}>{first.trim()}</strong>
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
