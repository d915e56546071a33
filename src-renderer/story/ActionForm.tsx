import { type FormEvent, useState } from 'react'
import { submitAction } from '../store/commands'
import { useEpisode } from '../store/episode-store'
import { latestObservation } from '@shared/episode/episode'
import controls from '../ui/controls.module.css'
import { strings } from '../ui/strings'
import styles from './ActionForm.module.css'

/** The command line of a person who plays. */
export function ActionForm() {
  const waitsForKey = useEpisode(({ history }) => latestObservation(history.latest)?.input === 'char')
  const [text, setText] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submitAction(text)
    setText('')
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <span aria-hidden>&gt;</span>
      <input className={styles.input} aria-label={strings.story.yourAction} placeholder={waitsForKey ? strings.story.keyPress : strings.story.yourAction} value={text} maxLength={1000} autoFocus autoComplete="off" spellCheck={false} onChange={({ target }) => setText(target.value)} />
      <button type="submit" className={controls.button}>{strings.story.send}</button>
    </form>
  )
}
