import { startLastRun } from '../../session/host/commands'
import { openStartSheet } from '../../session/episodes/start-store'
import controls from '../../kit/controls.module.css'
import { firstRunStrings as words } from './strings'
import { HostButton } from '../../session/connection/HostButton'

/** The ways to begin: watch, play, connect. */
export function FirstSteps() {
  return (
    <>
      <HostButton
        className={`${controls.button} ${controls.primary}`}
        onClick={() => void startLastRun({ game: 'zork1', player: 'explorer' })}
      >
        {words.watchZork}
      </HostButton>
      <HostButton
        className={controls.button}
        onClick={() => void startLastRun({ game: 'glass-weather', player: 'explorer' })}
      >
        {words.watchGlassWeather}
      </HostButton>
      <HostButton className={controls.button} onClick={() => void startLastRun({ player: 'human', paused: false })}>
        {words.play}
      </HostButton>
      <HostButton className={controls.button} onClick={() => openStartSheet({ player: 'llm' })}>
        {words.connect}
      </HostButton>
    </>
  )
}
