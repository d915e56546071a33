import { useState } from 'react'
import { cutText } from '@shared/base/whole-characters'
import type { HintSource } from '@shared/episode/log/event'
import { LONGEST_ATTACHMENT } from '@shared/episode/log/event'
import { readsHints } from '@shared/episode/state/players'
import { Refusal } from '../../kit/text/Refusal'
import { HostButton, disabledProps } from '../../session/connection/HostButton'
import { useAgentState } from '../../session/episode/episode-status'
import { useEpisode } from '../../session/episode/episode-store'
import { giveHint } from '../../session/host/episode-commands'
import { offerStrings as words } from './strings'
import controls from '../../kit/controls.module.css'

interface GiveButtonProps {
  readonly label: string
  readonly text: string
  readonly source: HintSource
  /** The episode must be paused: the text becomes a hint, which the user sends after reading what the player knows. */
  readonly needsPause?: boolean
}

/** Adds a server's text to the next prompt of the open episode's player. */
export function GiveButton({ label, text, source, needsPause = false }: GiveButtonProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  /** The text that was sent; null before. */
  const [given, setGiven] = useState<string | null>(null)
  const agent = useAgentState()
  const id = useEpisode((episode) => episode.id)
  const takesHints = useEpisode(({ history }) => readsHints(history.latest))
  const isOpen = id !== null && takesHints && (agent === 'running' || agent === 'paused')
  const notPaused = needsPause && agent !== 'paused' ? words.notPaused : null
  const why = isOpen ? notPaused : words.noEpisode
  const give = async () => {
    if (id === null) return
    const reason = await giveHint(id, cutText(text.trim(), LONGEST_ATTACHMENT), source)
    setRefusal(reason)
    if (reason === null) setGiven(text)
  }
  return (
    <>
      <HostButton
        className={controls.button}
        aria-disabled={text.trim() === '' || undefined}
        onClick={() => void (text.trim() !== '' && give())}
        {...(why !== null && disabledProps(why))}
      >
        {label}
      </HostButton>
      {text.length > LONGEST_ATTACHMENT && <p className={controls.hint}>{words.tooLong(LONGEST_ATTACHMENT)}</p>}
      {given === text && (
        <p role="status" className={controls.hint}>
          {words.attached}
        </p>
      )}
      <Refusal text={refusal} />
    </>
  )
}
