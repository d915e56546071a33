import { keySecretOf } from '@shared/config/key-secret'
import type { StartParams } from '@shared/contract/contract'
import { type FormEvent, useState } from 'react'
import { startEpisode } from '../store/commands'
import { hostApi } from '../store/connection-store'
import { failureOf } from '../store/feeds'
import { useLibrary } from '../store/library-store'
import { useView } from '../store/view-store'
import controls from '../ui/controls.module.css'
import { Sheet } from '../ui/Sheet'
import { strings } from '../ui/strings'
import { ModelFields } from './ModelFields'
import styles from './NewEpisodeSheet.module.css'
import { StoryField } from './StoryField'

const words = strings.sheet

/** What to play, who plays and how far. The choices of the last time are there again. */
export function NewEpisodeSheet({ onClose }: { readonly onClose: () => void }) {
  const { stories, appInfo } = useLibrary()
  const last = useView(({ lastStart }) => lastStart)
  const [player, setPlayer] = useState<StartParams['player']>(last.player)
  const [game, setGame] = useState(() => stories.find(({ id }) => id === last.game)?.id ?? stories[0]?.id ?? '')
  const [failure, setFailure] = useState<string | null>(null)
  const [isStarting, setIsStarting] = useState(false)

  const start = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setIsStarting(true)
    setFailure(null)
    const refusal = (await keepKey(form)) ?? (await startEpisode(readForm(form, game, player)))
    setFailure(refusal)
    setIsStarting(false)
  }

  return (
    <Sheet title={words.title} onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void start(event)}>
        <StoryField stories={stories} selected={game} onSelect={setGame} />
        <fieldset className={styles.players}>
          <legend className={controls.label}>{words.player}</legend>
          {appInfo?.players.map(({ kind, label, unavailable }) => (
            <label key={kind} className={controls.check}>
              <input type="radio" name="player" value={kind} checked={kind === player} disabled={unavailable !== null && kind !== 'llm'} onChange={() => setPlayer(kind)} />
              <span>{label}</span>
              {unavailable && kind !== player && <span className={`${controls.hint} ${styles.why}`}>{unavailable}</span>}
            </label>
          ))}
        </fieldset>
        {player === 'llm' && <ModelFields model={last.model} baseUrl={last.baseUrl} />}
        <div className={styles.pair}>
          <label className={controls.field}>
            <span className={controls.label}>{words.turnLimit}</span>
            <input className={controls.input} name="turnLimit" type="number" min={1} step={1} defaultValue={last.turnLimit ?? ''} />
          </label>
          <label className={controls.field}>
            <span className={controls.label}>{words.seed}</span>
            <input className={controls.input} name="seed" type="number" min={0} max={0x7fffffff} step={1} defaultValue={last.seed ?? ''} aria-describedby="seed-hint" />
          </label>
          <p id="seed-hint" className={`${controls.hint} ${styles.pairHint}`}>{words.seedHint}</p>
        </div>
        <div>
          <label className={controls.check}>
            <input type="checkbox" name="mcp" defaultChecked={last.mcp ?? true} />
            <span>{words.mcp}</span>
          </label>
          <label className={controls.check}>
            <input type="checkbox" name="paused" defaultChecked={last.paused ?? false} />
            <span>{words.paused}</span>
          </label>
        </div>
        {failure !== null && <p role="alert" className={controls.error}>{failure}</p>}
        <div className={styles.buttons}>
          <button type="button" className={controls.button} onClick={onClose}>{words.cancel}</button>
          <button type="submit" className={`${controls.button} ${controls.primary}`} disabled={isStarting || game === ''}>{strings.action.start}</button>
        </div>
      </form>
    </Sheet>
  )
}

function readForm(form: FormData, game: string, player: StartParams['player']): StartParams {
  const text = (name: string) => textOf(form, name) || undefined
  const whole = (name: string) => (text(name) === undefined ? undefined : Number(text(name)))
  return { game, player, model: text('model'), baseUrl: text('baseUrl'), turnLimit: whole('turnLimit'), seed: whole('seed'), mcp: form.has('mcp'), paused: form.has('paused'), pace: 'watch' }
}

/** A key that was typed goes to the host and nowhere else. Resolves to what was wrong, or to null. */
async function keepKey(form: FormData): Promise<string | null> {
  const key = textOf(form, 'apiKey')
  if (key === '') return null
  try {
    await hostApi()?.setSecret({ name: keySecretOf(textOf(form, 'provider')), value: key })
    return null
  } catch (error) {
    return failureOf(error)
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
