import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { AppInfo } from '@shared/contract/app'
import { type PlayerKind } from '@shared/episode/log/event'
import { hintsFor } from '@shared/episode/projections/help'
import { turnLimitOfFork } from '@shared/episode/projections/turn-limit'
import { seedInForce } from '@shared/episode/state/episode'
import { PLAYER_TRAITS } from '@shared/episode/state/players'
import { Check, Choice, Input } from '../../kit/form/fields'
import { Sheet } from '../../kit/overlay/Sheet'
import { showNotice } from '../../kit/text/notice-store'
import { Refusal } from '../../kit/text/Refusal'
import { hostApi } from '../../session/connection/connection-store'
import { SheetButtons } from '../../session/connection/HostButton'
import { lastForkTurn } from '../../session/episode/episode-status'
import { useEpisode } from '../../session/episode/episode-store'
import { type ForkChoices, isForkChanged, useForks } from '../../session/episode/forks/fork-store'
import { defaultTitle } from '../../session/episodes/entry-title'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { readStart, useStart } from '../../session/episodes/start-store'
import { HelpButton } from '../../session/help/Explain'
import { HELP } from '../../session/help/help-places'
import { forkEpisode } from '../../session/host/episode-commands'
import { setView, useView } from '../../session/view/view-store'
import { ModelChoice } from '../model/ModelChoice'
import { storeKey, typedKey } from '../model/save-model'
import { NumberField } from '../start/run-fields'
import { MindFields, PromptField, SamplingFields, ToolsField } from './AgentFields'
import { forkStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import form from '../../kit/overlay/SheetForm.module.css'
import styles from './ForkSheet.module.css'

const NO_PLAYERS: AppInfo['players'] = []
/** Maximum length of a name in characters, as in the parameters of a fork. */
const LONGEST_NAME = 200

/** Forks the open episode. Choices that are not submitted are kept, except a typed key. */
export function ForkSheet({ onClose }: { readonly onClose: () => void }) {
  const parent = useEpisode(({ history }) => history.latest)
  const parentId = useEpisode(({ id }) => id)
  const draft = useForks((forks) => (forks.draft?.parentId === parentId ? forks.draft.choices : null))
  const players = useEpisodeList(({ appInfo }) => appInfo?.players ?? NO_PLAYERS)
  const settingsModel = useStart(({ memory }) => memory?.usualModel ?? null)
  const usualTurnLimit = useStart(({ memory }) => memory?.usualTurnLimit)
  const fields = useRef<HTMLFormElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isForking, setIsForking] = useState(false)
  /** True if the sheet was opened to choose another model; the field is then empty and must be filled in. */
  const [changesModel] = useState(draft?.model === '')
  useEffect(() => {
    const api = hostApi()
    if (api !== null) void readStart(api)
  }, [])
  const { manifest } = parent
  const last = lastForkTurn(parent)
  const choices: ForkChoices = draft ?? { turn: last }
  if (manifest === null || parentId === null) return null
  const before = manifest.player
  const kind = choices.player ?? before.kind
  const { isChosenModel } = PLAYER_TRAITS[kind]
  const isSame = kind === before.kind
  const isAsBefore = isSame && before.model !== null && before.base_url !== null
  const defaultModel = isAsBefore ? { model: before.model, baseUrl: before.base_url } : settingsModel
  const defaultName = defaultTitle({
    player: { kind, label: before.label, model: isChosenModel ? (choices.model ?? defaultModel?.model ?? null) : null },
    // The furthest point of the fork is not known yet.
    furthest: null,
    seed: choices.seed ?? seedInForce(parent) ?? manifest.seed,
    mind: choices.mind ?? (isSame ? manifest.mind?.preset : null) ?? null,
    unit: null,
    forkedFrom: null,
  })
  const next = Math.min(choices.turn, last) + 1
  const turnLimit = turnLimitOfFork(parent, Math.min(choices.turn, last)) ?? usualTurnLimit
  const hints = PLAYER_TRAITS[kind].readsHints ? hintsFor(parent, next) : []
  const change = (part: Partial<ForkChoices>) =>
    useForks.setState({ draft: { parentId, choices: { ...choices, ...part } } })
  // Settings of one player do not apply to another.
  const changePlayer = (player: PlayerKind) => {
    const { turn, title, seed, turnLimit } = choices
    useForks.setState({
      draft: { parentId, choices: { turn, title, seed, turnLimit, ...(player !== before.kind && { player }) } },
    })
  }
  const agentFields = { isSame, manifest, choices, onChange: change }

  const fork = async (event: FormEvent) => {
    event.preventDefault()
    const { title, model, baseUrl, prompt, ...rest } = choices
    const changes = {
      ...rest,
      turn: Math.min(choices.turn, last),
      title: title?.trim() || undefined,
      ...(isChosenModel && {
        model: model?.trim() || undefined,
        baseUrl: baseUrl?.trim() || undefined,
        prompt: prompt?.trim() || undefined,
      }),
    }
    setIsForking(true)
    setFailure(null)
    const fault =
      (await storeKey(typedKey(fields.current), {
        model: changes.model ?? defaultModel?.model ?? '',
        baseUrl: changes.baseUrl ?? defaultModel?.baseUrl ?? '',
      })) ?? (await forkEpisode(changes))
    setIsForking(false)
    setFailure(fault)
    // After a refused or cancelled request, the draft is kept.
    if (fault === null && useForks.getState().draft === null) return setView({ dialog: null })
    // If the sheet was closed meanwhile, the window shows the error.
    if (fault !== null && useView.getState().dialog !== 'fork') setView({ failure: fault })
  }
  const close = () => {
    if (isForkChanged(choices)) showNotice(words.kept)
    onClose()
  }

  return (
    <Sheet title={words.title} tools={<HelpButton about={words.title} at={HELP.fork} />} onClose={close}>
      <form ref={fields} className={form.form} onSubmit={(event) => void fork(event)}>
        <p className={controls.hint}>{words.explain}</p>
        <div className={styles.pair}>
          <Input
            label={words.turn(last)}
            name="turn"
            type="number"
            min={0}
            max={last}
            defaultValue={Math.min(choices.turn, last)}
            required
            data-first-stop={!changesModel || undefined}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => target.validity.valid && change({ turn: target.valueAsNumber })}
          />
          <NumberField
            name={words.seed}
            value={choices.seed}
            least={0}
            most={0x7fffffff}
            defaultText={String(parent.reseeds.at(-1)?.seed ?? manifest.seed)}
            hint={words.seedHint}
            onChange={(seed) => change({ seed })}
          />
          <Input
            label={words.name}
            value={choices.title ?? ''}
            maxLength={LONGEST_NAME}
            placeholder={defaultName}
            spellCheck={false}
            onChange={({ target }) => change({ title: target.value || undefined })}
          />
          <NumberField
            name={words.turnLimit}
            value={choices.turnLimit}
            least={next}
            defaultText={turnLimit?.toString()}
            hint={words.turnLimitHint(turnLimit, turnLimit === parent.turnLimit)}
            onChange={(turnLimit) => change({ turnLimit })}
          />
        </div>
        {hints.length > 0 && (
          <Check
            label={words.hints(hints, next)}
            isOn={choices.hints !== false}
            onSwitch={(isOn) => change({ hints: isOn ? undefined : false })}
          />
        )}
        <label className={controls.field}>
          <span className={controls.label}>{words.player}</span>
          <Choice
            value={kind}
            choices={players
              .filter(({ kind: each, unavailable }) => unavailable === null || each === before.kind || isModel(each))
              .map((each) => each.kind)}
            nameOf={(each) => {
              const label = players.find((player) => player.kind === each)?.label ?? each
              return each === before.kind ? words.unchanged(label) : label
            }}
            onChoose={changePlayer}
          />
        </label>
        {isChosenModel && (
          <ModelChoice
            key={kind}
            defaultModel={defaultModel}
            from={isAsBefore ? 'parent' : 'settings'}
            chosen={choices}
            onChange={({ model, baseUrl }) => change({ model: model || undefined, baseUrl })}
            startsOpen={changesModel}
          />
        )}
        {PLAYER_TRAITS[kind].takesTools && <ToolsField {...agentFields} />}
        {isChosenModel && (
          <div key={`of ${kind}`}>
            <PromptField {...agentFields} parentPrompt={parent.prompt} />
            <MindFields {...agentFields} />
            <SamplingFields {...agentFields} />
          </div>
        )}
        <Refusal text={failure} />
        <SheetButtons submit={isForking ? words.forking : words.fork} isDisabled={isForking} onCancel={close} />
      </form>
    </Sheet>
  )
}

const isModel = (kind: PlayerKind) => PLAYER_TRAITS[kind].isChosenModel
