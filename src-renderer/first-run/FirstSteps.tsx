import { startAgain } from '../store/commands'
import { openStartSheet } from '../store/start-store'
import controls from '../ui/controls.module.css'
import { firstRunStrings as words } from './strings'
import { HostButton } from '../ui/HostButton'

/** The ways to begin: watch, play, connect. */
export function FirstSteps() {
  return (
    <>
      <HostButton
        className={`${controls.button} ${controls.primary}`}
        onClick={() => void startAgain({ player: 'explorer' })}
      >
        {words.watch}
      </HostButton>
      <HostButton className={controls.button} onClick={() => void startAgain({ player: 'human', paused: false })}>
        {words.play}
      </HostButton>
      <HostButton className={controls.button} onClick={() => openStartSheet({ player: 'llm' })}>
        {words.connect}
      </HostButton>
    </>
  )
}
