import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { StartParams } from '@shared/contract/start'
import { PLAYER_TRAITS } from '@shared/episode/state/players'
import { commandStrings } from '../../commands/strings'
import { Button } from '../../kit/Button'
import { Check } from '../../kit/form/fields'
import { Sheet } from '../../kit/overlay/Sheet'
import { showNotice } from '../../kit/text/notice-store'
import { Refusal } from '../../kit/text/Refusal'
import { hostApi } from '../../session/connection/connection-store'
import { SheetButtons } from '../../session/connection/HostButton'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { lastRun, readStart, useStart } from '../../session/episodes/start-store'
import { Explain, HelpButton } from '../../session/help/Explain'
import { HELP } from '../../session/help/help-places'
import { startEpisode } from '../../session/host/episode-commands'
import { sessionStrings } from '../../session/strings'
import { setView, useView } from '../../session/view/view-store'
import { modelInForce } from '../model/model-in-force'
import { ModelChoice } from '../model/ModelChoice'
import { storeKey, saveModel, typedKey } from '../model/save-model'
import { providerOf } from '../settings/providers'
import { PresetBar } from './PresetBar'
import { RunRules } from './RunRules'
import { startStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import form from '../../kit/overlay/SheetForm.module.css'
import styles from './StartSheet.module.css'

/** A choice that is unchanged for this time counts as final. */
const SETTLED_MS = 1000

/** Starts an episode. Begins with the last used values. Choices that are not submitted are kept, except a typed key. */
export function StartSheet({ onClose }: { readonly onClose: () => void }) {
  const { stories, appInfo } = useEpisodeList()
  const usualRules = useView(({ pauseRules }) => pauseRules)
  const fields = useRef<HTMLFormElement>(null)
  const [last] = useState(lastRun)
  const draft = useStart((store) => store.draft)
  const defaultModel = useStart(({ memory }) => memory?.usualModel ?? null)
  const run = draft ?? last
  // When values are replaced, a new key remounts the fields, which would otherwise keep typed text.
  const [edition, setEdition] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const [isStarting, setIsStarting] = useState(false)
  /** The address that the user typed here; null for none. */
  const [typedUrl, setTypedUrl] = useState<string | null>(null)
  useEffect(() => {
    const api = hostApi()
    if (api !== null) void readStart(api)
  }, [])
  const { player } = run
  const { isPerson, isChosenModel, takesTools } = PLAYER_TRAITS[player]
  const game = stories.find(({ id }) => id === run.game)?.id ?? stories.find(({ bundled }) => bundled)?.id ?? ''
  const change = (part: Partial<StartParams>) =>
    useStart.setState((store) => ({ draft: { ...(store.draft ?? last), ...part } }))
  const replace = (params: StartParams | null) => {
    useStart.setState({ draft: params })
    setEdition(edition + 1)
    setFailure(null)
  }
  const readRun = (): StartParams => ({
    ...run,
    game,
    model: run.model?.trim() || undefined,
    baseUrl: run.baseUrl?.trim() || undefined,
    pauseRules: run.pauseRules ?? usualRules,
  })
  const readModel = () => modelInForce(run, defaultModel)
  const { model: chosenModel, baseUrl: chosenUrl } = readModel()
  const { mind } = run
  const isOfModel = PLAYER_TRAITS[player].isChosenModel
  useEffect(() => {
    if (!isOfModel || chosenModel === '' || chosenUrl === '') return undefined
    const warm = () =>
      void hostApi()
        ?.warmUp({ baseUrl: chosenUrl, model: chosenModel, mind })
        .catch(() => {})
    const timer = setTimeout(warm, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [isOfModel, chosenModel, chosenUrl, mind])
  /**
   * False for an unknown address from a preset or file, because the user did not choose it. The host asks before it
   * sends a key there.
   */
  const canSaveModel =
    !run.baseUrl || run.baseUrl.trim() === typedUrl || providerOf(run.baseUrl).baseUrl === run.baseUrl
  const saveChosenModel = async () => {
    const fault = await saveModel(readModel())
    setFailure(fault)
    return fault === null
  }

  const startRun = () => {
    const params = readRun()
    return startEpisode(params)
  }

  const start = async (event: FormEvent) => {
    event.preventDefault()
    setIsStarting(true)
    setFailure(null)
    const fault = (await storeKey(typedKey(fields.current), readModel())) ?? (await startRun())
    setFailure(fault)
    setIsStarting(false)
    if (useView.getState().dialog === 'newEpisode') return
    // If the sheet was closed meanwhile, the window shows the error.
    if (fault !== null) return setView({ failure: fault })
    useStart.setState({ draft: null })
  }
  const close = () => {
    if (draft !== null) showNotice(words.kept)
    onClose()
  }

  return (
    <Sheet title={words.title} tools={<HelpButton about={words.title} at={HELP.newEpisode} />} onClose={close}>
      <form ref={fields} className={form.form} onSubmit={(event) => void start(event)}>
        <PresetBar draft={draft} readRun={readRun} onApply={replace} />
        <div className={controls.field}>
          <label className={controls.label} htmlFor="story">
            {words.story}
          </label>
          <div className={styles.row}>
            <select
              id="story"
              className={controls.input}
              value={game}
              onChange={({ target }) => change({ game: target.value })}
              data-first-stop
            >
              {stories.length === 0 && <option value="">{words.needsStory}</option>}
              {stories.map(({ id, title, fileName, bundled }) => (
                <option key={id} value={id}>{`${title} · ${bundled ? words.bundled : fileName}`}</option>
              ))}
            </select>
            <Button onClick={() => setView({ dialog: 'stories', dialogBefore: 'newEpisode' })}>{words.library}</Button>
          </div>
        </div>
        <div className={controls.explained}>
          <fieldset>
            <legend className={controls.label}>{words.player}</legend>
            {appInfo?.players.map(({ kind, label, unavailable }) => (
              <label key={kind} className={controls.check}>
                <input
                  type="radio"
                  name="player"
                  value={kind}
                  checked={kind === player}
                  disabled={unavailable !== null && !PLAYER_TRAITS[kind].isChosenModel}
                  onChange={() => change({ player: kind })}
                />
                <span>{label}</span>
                {unavailable && kind !== player && (
                  <span className={`${controls.hint} ${styles.why}`}>{unavailable}</span>
                )}
              </label>
            ))}
          </fieldset>
          <Explain {...sessionStrings.help.players} at={HELP.players} />
        </div>
        {isChosenModel && (
          <ModelChoice
            key={edition}
            defaultModel={defaultModel}
            from="settings"
            chosen={run}
            onChange={({ model, baseUrl }) => change({ model, baseUrl })}
            onTypeUrl={setTypedUrl}
            onSave={canSaveModel ? saveChosenModel : undefined}
          />
        )}
        {!isPerson && (
          <div>
            {takesTools && <Check label={words.mcp} isOn={run.mcp ?? true} onSwitch={(mcp) => change({ mcp })} />}
            <Check label={words.paused} isOn={run.paused ?? false} onSwitch={(paused) => change({ paused })} />
          </div>
        )}
        <RunRules key={`rules-${edition}`} run={run} pauseRules={run.pauseRules ?? usualRules} onChange={change} />
        <Refusal text={failure} />
        <SheetButtons
          submit={isStarting ? words.starting : commandStrings.action.start}
          isDisabled={isStarting || game === ''}
          onCancel={close}
        />
      </form>
    </Sheet>
  )
}
