import { useId } from 'react'
import { SYSTEM_PROMPT } from '@shared/agent/system-prompt'
import { MIND_PRESETS } from '@shared/episode/log/mind-schema'
import { LONGEST_PROMPT } from '@shared/episode/log/prompt-limit'
import type { EpisodeState } from '@shared/episode/state/episode'
import { PLAYER_TRAITS } from '@shared/episode/state/players'
import { loggedTable } from '@shared/settings/logged-table'
import { samplingOf } from '@shared/settings/mind-of'
import { Button } from '../../kit/Button'
import { Check, ChoiceField, Fault, Field, useSentFault } from '../../kit/form/fields'
import type { ForkChoices } from '../../session/episode/forks/fork-store'
import { Group, NumberField } from '../start/run-fields'
import { forkStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './ForkSheet.module.css'

type Manifest = NonNullable<EpisodeState['manifest']>
type Sampling = NonNullable<ForkChoices['sampling']>
type Effort = NonNullable<Sampling['reasoning_effort']>

interface AgentFieldsProps {
  /** The player is the parent's, whose settings are the defaults. */
  readonly isSame: boolean
  readonly choices: ForkChoices
  readonly onChange: (part: Partial<ForkChoices>) => void
}

export function PromptField({
  isSame,
  parentPrompt,
  choices,
  onChange,
}: AgentFieldsProps & { readonly parentPrompt: string | null }) {
  const unchanged = (isSame ? parentPrompt : null) ?? SYSTEM_PROMPT
  const text = choices.prompt ?? unchanged
  const isChanged = text !== unchanged
  const source = unchanged === SYSTEM_PROMPT ? words.promptIs.own : words.promptIs.parent
  const faultId = useId()
  const [fault, checks] = useSentFault()
  return (
    <Group name={words.prompt} summary={isChanged ? words.promptIs.changed : source}>
      <Field label={words.promptLabel} hint={words.promptHint(text.length, LONGEST_PROMPT)}>
        <textarea
          className={`${controls.input} ${styles.prompt}`}
          rows={12}
          maxLength={LONGEST_PROMPT}
          required
          value={text}
          onChange={({ target }) => onChange({ prompt: target.value === unchanged ? undefined : target.value })}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : faultId}
          {...checks}
        />
        {fault !== null && <Fault id={faultId}>{fault}</Fault>}
      </Field>
      {isChanged && (
        <Button className={styles.back} onClick={() => onChange({ prompt: undefined })}>
          {words.promptBack}
        </Button>
      )}
    </Group>
  )
}

const RANGES = {
  temperature: { least: 0, most: 2, step: 'any' },
  max_tokens: { least: 1 },
  top_p: { least: 0, most: 1, step: 'any' },
  top_k: { least: 0 },
  min_p: { least: 0, most: 1, step: 'any' },
} as const satisfies Record<keyof typeof words.sampling, object>
const EFFORTS: readonly Effort[] = ['default', 'minimal', 'low', 'medium', 'high']

/** The option for no preset: another player uses the settings; an old episode had none. */
const AS_SET = ''

type ManifestFieldsProps = AgentFieldsProps & { readonly manifest: Manifest }

/** The parent's choice is the default. The log of a player that takes no tools has no choice. */
export function ToolsField({ manifest, choices, onChange }: Omit<ManifestFieldsProps, 'isSame'>) {
  const hadTools = PLAYER_TRAITS[manifest.player.kind].takesTools ? toolsOf(manifest) : true
  return (
    <Check
      label={words.tools}
      isOn={choices.mcp ?? hadTools}
      onSwitch={(isOn) => onChange({ mcp: isOn === hadTools ? undefined : isOn })}
    />
  )
}

export function MindFields({ isSame, manifest, choices, onChange }: ManifestFieldsProps) {
  const { mind } = choices
  const presetBefore = (isSame ? manifest.mind?.preset : undefined) ?? null
  const ofSettings = words.fromSettings(loggedTable('mind', manifest.settings)?.preset)
  const unchanged = isSame ? words.unchangedAll : ofSettings
  return (
    <Group name={words.mind} summary={mind === undefined ? unchanged : words.changes(1)}>
      <ChoiceField
        label={words.preset}
        value={mind ?? presetBefore ?? AS_SET}
        choices={presetBefore === null ? [AS_SET, ...MIND_PRESETS] : MIND_PRESETS}
        nameOf={(each) => {
          if (each === AS_SET) return isSame ? words.presetNone : ofSettings
          return each === presetBefore ? words.unchanged(each) : each
        }}
        onChoose={(chosen) => onChange({ mind: chosen === AS_SET || chosen === presetBefore ? undefined : chosen })}
      />
    </Group>
  )
}

export function SamplingFields({ isSame, manifest, choices, onChange }: ManifestFieldsProps) {
  const { sampling = {} } = choices
  const before = samplingBefore(isSame, manifest)
  const changes = Object.keys(sampling).length
  const unchanged = isSame ? words.unchangedAll : words.fromSettings()
  const effort = before?.reasoning_effort ?? 'default'
  const choose = (part: Sampling) => {
    const chosen = Object.entries({ ...sampling, ...part }).filter(([, value]) => value !== undefined)
    onChange({ sampling: chosen.length === 0 ? undefined : (Object.fromEntries(chosen) as Sampling) })
  }
  return (
    <Group name={words.samplingGroup} summary={changes === 0 ? unchanged : words.changes(changes)}>
      <div className={styles.pair}>
        {(Object.keys(RANGES) as (keyof typeof RANGES)[]).map((key) => (
          <NumberField
            key={key}
            name={words.sampling[key]}
            value={sampling[key] ?? undefined}
            defaultText={before?.[key]?.toString() ?? unchanged}
            {...RANGES[key]}
            onChange={(value) => choose({ [key]: value })}
          />
        ))}
        <ChoiceField
          label={words.effort}
          value={sampling.reasoning_effort ?? effort}
          choices={EFFORTS}
          nameOf={(each) => (each === effort ? words.valueOf(each, unchanged) : each)}
          onChoose={(chosen) => choose({ reasoning_effort: chosen === effort ? undefined : chosen })}
        />
      </div>
    </Group>
  )
}

/** The sampling of the parent or, for another player, of the settings in its log; null if these do not tell. */
function samplingBefore(isSame: boolean, { sampling, settings, seed }: Manifest): Manifest['sampling'] {
  if (isSame) return sampling
  const table = loggedTable('agent_sampling', settings)
  return table ? samplingOf(table, seed) : null
}

/** Whether tools were enabled. Another program may have written the manifest, so the value is checked. */
function toolsOf({ settings }: Manifest): boolean {
  const { mcp } = settings
  return typeof mcp === 'object' && mcp !== null && 'enabled' in mcp && mcp.enabled === true
}
