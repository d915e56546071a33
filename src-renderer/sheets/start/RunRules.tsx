import type { StartParams } from '@shared/contract/start'
import type { Disguise, Handicap, OnDeath } from '@shared/episode/log/event'
import type { KnowledgeLevel } from '@shared/episode/log/knowledge-schema'
import type { MindPreset } from '@shared/episode/log/mind-schema'
import type { PauseRules } from '@shared/episode/projections/pause-rules'
import { PLAYER_TRAITS } from '@shared/episode/state/players'
import { ChoiceField } from '../../kit/form/fields'
import { useStart } from '../../session/episodes/start-store'
import { Explain } from '../../session/help/Explain'
import { HELP } from '../../session/help/help-places'
import { sessionStrings } from '../../session/strings'
import { PauseRuleList } from '../pause/PauseRulesSheet'
import { Group, NumberField } from './run-fields'
import { startStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './StartSheet.module.css'

interface RunRulesProps {
  readonly run: StartParams
  readonly pauseRules: PauseRules
  readonly onChange: (part: Partial<StartParams>) => void
}

export function RunRules({ run, pauseRules, onChange }: RunRulesProps) {
  const { handicap = 'L2', onDeath = 'continue', disguise = 'none', turnLimit } = run
  const { mind = 'standard', knowledge = 'K0' } = run
  const { isPerson, hasWordPace, hasMind } = PLAYER_TRAITS[run.player]
  const usualTurnLimit = useStart(({ memory }) => memory?.usualTurnLimit)
  const limit = turnLimit ?? usualTurnLimit
  const rulesOn = Object.values(pauseRules).filter(Boolean).length
  return (
    <div>
      <Group name={words.limits} summary={limit === undefined ? words.noLimit : words.turns(limit)}>
        <div className={styles.pair}>
          <NumberField
            name={words.turnLimit}
            value={turnLimit}
            least={1}
            defaultText={usualTurnLimit?.toString()}
            onChange={(value) => onChange({ turnLimit: value })}
          />
          <NumberField
            name={words.seed}
            value={run.seed}
            least={0}
            most={0x7fffffff}
            defaultText={words.seedIsRandom}
            hint={words.seedHint}
            onChange={(value) => onChange({ seed: value })}
          />
          {!isPerson && (
            <NumberField
              name={words.delay}
              value={run.turnDelaySeconds}
              least={0}
              most={3600}
              step="any"
              onChange={(value) => onChange({ turnDelaySeconds: value })}
            />
          )}
          {hasWordPace && (
            <NumberField
              name={words.wordsPerSecond}
              value={run.explorerWordsPerSecond}
              least={0}
              most={10_000}
              hint={words.atOnce}
              onChange={(value) => onChange({ explorerWordsPerSecond: value })}
            />
          )}
        </div>
      </Group>
      {!isPerson && (
        <Group name={words.pauses} summary={words.pausesOn(rulesOn)}>
          <div className={controls.explained}>
            <PauseRuleList rules={pauseRules} onChange={(changed) => onChange({ pauseRules: changed })} />
            <Explain {...sessionStrings.help.pauseRules} at={HELP.pauseRules} />
          </div>
        </Group>
      )}
      {hasMind && (
        <Group name={words.mind} summary={words.mindInForce(mind, knowledge)}>
          <div className={controls.explained}>
            <ChoiceField
              label={words.mindLabel}
              hint={words.mindHint}
              value={mind}
              choices={Object.keys(words.minds) as MindPreset[]}
              nameOf={(preset) => words.minds[preset]}
              onChoose={(chosen) => onChange({ mind: chosen })}
            />
            <Explain {...sessionStrings.help.mind} at={HELP.mind} />
          </div>
          <div className={controls.explained}>
            <ChoiceField
              label={words.knowledge}
              hint={words.knowledgeHint}
              value={knowledge}
              choices={Object.keys(words.knowledges) as KnowledgeLevel[]}
              nameOf={(level) => words.knowledges[level]}
              onChoose={(chosen) => onChange({ knowledge: chosen })}
            />
            <Explain {...sessionStrings.help.knowledge} at={HELP.knowledge} />
          </div>
        </Group>
      )}
      <Group name={words.rules} summary={`${sessionStrings.handicap[handicap]} · ${words.onDeaths[onDeath]}`}>
        <div className={controls.explained}>
          <ChoiceField
            label={words.handicap}
            hint={words.handicapHint}
            value={handicap}
            choices={Object.keys(words.handicaps) as Handicap[]}
            nameOf={(level) => words.handicaps[level]}
            onChoose={(chosen) => onChange({ handicap: chosen })}
          />
          <Explain {...sessionStrings.help.handicap} at={HELP.handicap} />
        </div>
        <ChoiceField
          label={words.onDeath}
          value={onDeath}
          choices={Object.keys(words.onDeaths) as OnDeath[]}
          nameOf={(way) => words.onDeaths[way]}
          onChoose={(chosen) => onChange({ onDeath: chosen })}
        />
      </Group>
      <Group name={words.disguise} summary={words.disguiseIs[disguise]}>
        <div className={controls.explained}>
          <ChoiceField
            label={words.disguiseLabel}
            value={disguise}
            choices={Object.keys(words.disguises) as Disguise[]}
            nameOf={(chosen) => words.disguises[chosen]}
            onChoose={(chosen) => onChange({ disguise: chosen })}
          />
          <Explain {...sessionStrings.help.disguise} at={HELP.disguise} />
        </div>
      </Group>
    </div>
  )
}
