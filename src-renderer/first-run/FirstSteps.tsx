import { startAgain } from '../store/commands'
import { openStartSheet } from '../store/start-store'
import controls from '../ui/controls.module.css'
import { firstRunStrings as words } from './strings'

/** The ways to begin: watch, play, connect. */
export function FirstSteps() {
  return (
    <>
      <button type="button" className={`${controls.button} ${controls.primary}`} onClick={() => void startAgain({ player: 'explorer' })}>{words.watch}</button>
      <button type="button" className={controls.button} onClick={() => void startAgain({ player: 'human', paused: false })}>{words.play}</button>
      <button type="button" className={controls.button} onClick={() => openStartSheet({ player: 'llm' })}>{words.connect}</button>
    </>
  )
}
