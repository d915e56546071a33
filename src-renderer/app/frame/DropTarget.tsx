import { useEffect, useState } from 'react'
import { episodesStrings } from '../../panels/episodes/strings'
import { openDropped } from '../../session/files/open-file'
import styles from './WindowFrame.module.css'

/** Opens files dropped on the window, with a hint while dragging. */
export function DropTarget() {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const closing = new AbortController()
    const { signal } = closing
    const on = (type: 'dragover' | 'dragleave' | 'drop', react: (event: DragEvent) => void) =>
      window.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes('Files') !== true) return
          // Otherwise the browser navigates to the file.
          event.preventDefault()
          react(event)
        },
        { signal },
      )
    on('dragover', () => setIsOver(true))
    on('dragleave', ({ relatedTarget }) => relatedTarget === null && setIsOver(false))
    on('drop', ({ dataTransfer }) => {
      setIsOver(false)
      if (dataTransfer) void openDropped(dataTransfer)
    })
    return () => closing.abort()
  }, [])
  return isOver ? <p className={styles.dropTarget}>{episodesStrings.drop}</p> : null
}
