import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { DryRun } from '@shared/contract/experiments'
import {
  type ArmForm,
  type CheckedField,
  type ExperimentForm,
  experimentText,
  FIELD_CHECKS,
  FORM_PLAYERS,
  isName,
  nextName,
  renamed,
  withPlayer,
} from '@shared/experiments/experiment-form'
import { useKeptFocus } from '../kit/browser/use-kept-focus'
import { Button } from '../kit/Button'
import { Check, ChoiceField, Field, FileInput, Input } from '../kit/form/fields'
import { Sheet } from '../kit/overlay/Sheet'
import { showNotice } from '../kit/text/notice-store'
import { Refusal } from '../kit/text/Refusal'
import { reachHost } from '../session/connection/connection-store'
import { SheetButtons } from '../session/connection/HostButton'
import { useEpisodeList } from '../session/episodes/episodes-store'
import { openExperiments, useExperiments } from '../session/experiments/experiments-store'
import { Explain, HelpButton } from '../session/help/Explain'
import { HELP } from '../session/help/help-places'
import { type ExperimentText } from '../session/host/experiment-commands'
import { submit } from '../session/host/run-command'
import { sessionStrings } from '../session/strings'
import { setUnsaved } from '../session/view/unsaved'
import { useSubmit } from '../session/view/use-submit'
import { experimentStrings } from './strings'
import controls from '../kit/controls.module.css'
import form from '../kit/overlay/SheetForm.module.css'
import styles from './ExperimentsPage.module.css'

const words = experimentStrings.create
const CHECKED_FIELDS = Object.keys(FIELD_CHECKS) as readonly CheckedField[]
/** The initial form. Its name gets the next unused number. */
const AT_FIRST: ExperimentForm = {
  name: 'experiment-0',
  stories: ['glass-weather'],
  seeds: '1..10',
  turns: '60',
  handicaps: 'L2',
  arms: [
    { name: 'random', player: 'random', model: '' },
    { name: 'explorer', player: 'explorer', model: '' },
  ],
  costUsd: '',
  minutes: '',
  baseUrl: '',
}

/** Focuses a new element, which also scrolls it into view and makes screen readers read it. */
const focus = (element: HTMLElement | null) => element?.focus()

interface NewExperimentProps {
  /** The experiment to copy, or to continue with other terms; null for the initial form. */
  readonly repeated: ExperimentText | null
  /** Whether its text is shown under the same name. */
  readonly isContinued?: boolean
  readonly onClose: () => void
}

/**
 * Creates an experiment from a form or a file, after a dry run that describes it. Changes are kept as a draft until the
 * experiment is started or they are discarded.
 */
export function NewExperiment({ repeated, isContinued = false, onClose }: NewExperimentProps) {
  const file = useRef<HTMLInputElement>(null)
  const keptFocus = useKeptFocus()
  const repeatedForm = repeated?.form
  const [taken] = useState(() => useExperiments.getState().rows?.map(({ name }) => name) ?? [])
  const first = repeatedForm ?? AT_FIRST
  const [unchanged] = useState<Draft>(() => ({
    fields: { ...first, name: nextName(first.name, taken) },
    text: textAtFirst(repeated, isContinued, taken),
    isOpened: false,
  }))
  const draftKey = `${isContinued} ${repeated?.text ?? ''}`
  const [draft, setDraft] = useState(drafts.get(draftKey))
  const [usual, setUsual] = useState({ model: '', baseUrl: '' })
  const { text, isOpened } = draft ?? unchanged
  const typed = (draft ?? unchanged).fields
  const fields = { ...typed, baseUrl: typed.baseUrl || usual.baseUrl }
  const [dryRun, setDryRun] = useState<DryRun | null>(null)
  const { refusal, isSubmitting, submit: attempt, forget } = useSubmit(() => {})
  const [checked, setChecked] = useState<ReadonlySet<CheckedInput>>(new Set())
  useEffect(() => {
    void submit(async (api) => {
      setUsual((await api.readStart({})).usualModel)
    })
  }, [])
  const keep = (changed: Draft | undefined) => {
    setDraft(changed)
    keepDraft(draftKey, changed)
    setDryRun(null)
    forget()
  }
  const faultIn = (field: CheckedInput): string | null => {
    if (isArmInput(field)) return armNameFault(fields.arms, Number(field.slice('arm'.length)))
    if (!FIELD_CHECKS[field](fields[field])) return words.fault[field]
    const name = fields.name.trim()
    return field === 'name' && taken.includes(name) ? words.fault.taken(name) : null
  }
  const change = (changed: Partial<ExperimentForm>) => keep({ text, isOpened, fields: { ...typed, ...changed } })
  const openFile = async (given: File) => keep({ fields: typed, text: await given.text(), isOpened: true })
  const close = () => {
    if (draft !== undefined) showNotice(words.kept)
    onClose()
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (text === null) {
      const inputs = [...CHECKED_FIELDS, ...fields.arms.map((_arm, index) => armInput(index))]
      const faulty = inputs.find((field) => faultIn(field) !== null)
      if (fields.stories.length === 0) return
      if (faulty !== undefined) {
        setChecked(new Set(inputs))
        return event.currentTarget.querySelector<HTMLInputElement>(`[name=${faulty}]`)?.focus()
      }
    }
    const asked = text === null ? { text: experimentText(fields), isOfForm: true } : { text }
    void attempt(() =>
      submit(async () => {
        if (dryRun === null) return setDryRun(await reachHost().planExperiment(asked))
        const { name } = await reachHost().startExperiment(asked)
        keepDraft(draftKey, undefined)
        onClose()
        openExperiments(name)
      }),
    )
  }
  return (
    <Sheet
      title={isContinued ? words.continueTitle : words.title}
      size="page"
      tools={<HelpButton about={words.title} at={HELP.experimentFile} />}
      onClose={close}
    >
      <form className={form.form} onSubmit={send}>
        <div className={styles.file} {...keptFocus}>
          <Button onClick={() => file.current?.click()}>{words.openFile}</Button>
          <span className={controls.hint}>{words.file}</span>
          {draft !== undefined && (
            <Button className={styles.discard} onClick={() => keep(undefined)}>
              {words.discard}
            </Button>
          )}
          <FileInput ref={file} accept=".toml" label={words.openFile} onFile={(given) => void openFile(given)} />
        </div>
        {text !== null && !isOpened && (
          <p className={controls.hint}>{isContinued ? words.inSameFile : words.notInForm}</p>
        )}
        {text === null ? (
          <FormFields
            fields={fields}
            usual={usual}
            faultIn={(field) => (checked.has(field) ? faultIn(field) : null)}
            onLeave={(field) => setChecked((before) => new Set([...before, field]))}
            change={change}
          />
        ) : (
          <Field label={words.text}>
            <textarea
              className={`${controls.input} ${styles.text}`}
              rows={14}
              spellCheck={false}
              value={text}
              onChange={({ target }) => keep({ fields: typed, text: target.value, isOpened })}
            />
          </Field>
        )}
        {dryRun !== null && (
          <pre ref={focus} className={styles.dryRun} role="status" tabIndex={-1}>
            {dryRun.lines.join('\n')}
          </pre>
        )}
        <Refusal text={refusal} />
        <SheetButtons
          submit={dryRun === null ? words.dryRun : words.start(dryRun.left)}
          isDisabled={isSubmitting || dryRun?.left === 0}
          onCancel={close}
        />
      </form>
    </Sheet>
  )
}

/** Null for the form. */
function textAtFirst(repeated: ExperimentText | null, isContinued: boolean, taken: readonly string[]): string | null {
  if (repeated === null || (repeated.form !== null && !isContinued)) return null
  return isContinued ? repeated.text : renamed(repeated.text, taken)
}

/** The name of an input that is checked: a field of the form or the name of an arm. */
type ArmInput = `arm${number}`
type CheckedInput = CheckedField | ArmInput
const armInput = (index: number): ArmInput => `arm${index}`
const isArmInput = (input: CheckedInput): input is ArmInput => input.startsWith('arm')

function armNameFault(arms: readonly ArmForm[], index: number): string | null {
  const names = arms.map(({ name }) => name.trim())
  const name = names[index] ?? ''
  if (!isName(name)) return words.fault.name
  return names.indexOf(name) === names.lastIndexOf(name) ? null : words.fault.sameArm(name)
}

interface Draft {
  readonly fields: ExperimentForm
  /** The text of a file in place of the form, or null. */
  readonly text: string | null
  /** Whether the user opened the file. */
  readonly isOpened: boolean
}

/**
 * Changed forms, keyed by the text of the experiment that is repeated or continued. They outlive the sheet, but not the
 * window.
 */
const drafts = new Map<string, Draft>()

function keepDraft(key: string, draft: Draft | undefined): void {
  if (draft === undefined) drafts.delete(key)
  else drafts.set(key, draft)
  setUnsaved('experiment', drafts.size > 0)
}

interface FormFieldsProps {
  readonly fields: ExperimentForm
  /** Model and endpoint of the settings, which are suggested. */
  readonly usual: Pick<ExperimentForm, 'baseUrl'> & Pick<ArmForm, 'model'>
  /** Null also for a field that the user is typing for the first time. */
  readonly faultIn: (field: CheckedInput) => string | null
  readonly onLeave: (field: CheckedInput) => void
  readonly change: (changed: Partial<ExperimentForm>) => void
}

function FormFields({ fields, usual, faultIn, onLeave, change }: FormFieldsProps) {
  const stories = useEpisodeList((list) => list.stories)
  const { arms } = fields
  const chosen = new Set(fields.stories)
  const changeArm = (index: number, changed: Partial<ArmForm>) =>
    change({ arms: arms.map((arm, at) => (at === index ? { ...arm, ...changed } : arm)) })
  const choosePlayer = (index: number, player: ArmForm['player']) => {
    const chosenArms = arms.map((arm, at) =>
      at === index ? withPlayer(arm, player, otherNames(index), usual.model) : arm,
    )
    if (chosenArms.some((arm) => arm.player === 'llm')) change({ arms: chosenArms })
    // The next model is suggested from the settings.
    else change({ arms: chosenArms.map((arm) => ({ ...arm, model: '' })), baseUrl: '' })
  }
  const otherNames = (index: number) => arms.filter((_arm, at) => at !== index).map(({ name }) => name)
  const addArm = () => {
    const added = withPlayer({ name: '', player: 'explorer', model: '' }, 'explorer', otherNames(arms.length), '')
    change({ arms: [...arms, added] })
  }
  const input = (name: CheckedField) => (
    <Input
      label={words[name]}
      name={name}
      hint={words.hint[name]}
      fault={faultIn(name) ?? words.fault[name]}
      isFaulty={faultIn(name) !== null}
      value={fields[name]}
      required={name !== 'costUsd' && name !== 'minutes'}
      data-first-stop={name === 'name' || undefined}
      onChange={({ target }) => change({ [name]: target.value })}
      onBlur={() => onLeave(name)}
    />
  )
  return (
    <>
      <div className={styles.fields}>
        {input('name')}
        {input('seeds')}
        {input('turns')}
        <div className={controls.explained}>
          {input('handicaps')}
          <Explain {...sessionStrings.help.handicap} at={HELP.handicap} />
        </div>
        {input('costUsd')}
        {input('minutes')}
      </div>
      <fieldset>
        <legend className={controls.label}>{words.stories}</legend>
        <div className={styles.stories}>
          {stories.map(({ id, title }) => (
            <Check
              key={id}
              label={title}
              isOn={chosen.has(id)}
              onSwitch={(isOn) =>
                change({ stories: isOn ? [...fields.stories, id] : fields.stories.filter((other) => other !== id) })
              }
            />
          ))}
        </div>
        {chosen.size === 0 && (
          <p role="alert" className={`${controls.hint} ${controls.error}`}>
            {words.fault.stories}
          </p>
        )}
      </fieldset>
      {arms.map((arm, index) => (
        <fieldset key={index} className={styles.fields}>
          <legend className={controls.label}>{words.arm(index + 1, arms.length)}</legend>
          <Input
            label={words.armName}
            name={armInput(index)}
            hint={words.hint.name}
            fault={faultIn(armInput(index)) ?? words.fault.name}
            isFaulty={faultIn(armInput(index)) !== null}
            value={arm.name}
            required
            onChange={({ target }) => changeArm(index, { name: target.value })}
            onBlur={() => onLeave(armInput(index))}
          />
          <ChoiceField
            label={words.player}
            value={arm.player}
            choices={FORM_PLAYERS}
            nameOf={(player) => words.players[player]}
            onChoose={(player) => choosePlayer(index, player)}
          />
          {arm.player === 'llm' && (
            <Input
              label={words.model}
              name="model"
              hint={words.askedAt(fields.baseUrl)}
              value={arm.model}
              required
              onChange={({ target }) => changeArm(index, { model: target.value })}
            />
          )}
          {arms.length > 1 && (
            <Button onClick={() => change({ arms: arms.filter((_arm, at) => at !== index) })}>
              {words.removeArm(arm.name)}
            </Button>
          )}
          {arm.player === 'llm' && usual.baseUrl !== '' && usual.baseUrl !== fields.baseUrl && (
            <Button
              title={words.useSettingsHint(usual.model, usual.baseUrl)}
              onClick={({ currentTarget }) => {
                change({
                  baseUrl: '',
                  arms: arms.map((each) => (each === arm ? { ...arm, model: usual.model } : each)),
                })
                // The button disappears.
                currentTarget.closest('fieldset')?.querySelector<HTMLInputElement>('[name=model]')?.focus()
              }}
            >
              {words.useSettings}
            </Button>
          )}
        </fieldset>
      ))}
      <Button onClick={addArm}>{words.addArm}</Button>
    </>
  )
}
