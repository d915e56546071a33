import { BookOpen, FlaskConical, OctagonPause, Plug, SlidersHorizontal } from 'lucide-react'
import { problemsOf } from '@shared/episode/compare/figures'
import type { Turn } from '@shared/episode/state/episode'
import { ActionButton } from '../../commands/ActionButton'
import { actions } from '../../commands/actions'
import { Choice } from '../../kit/form/fields'
import { Notice } from '../../kit/text/Notice'
import { useComparison } from '../../session/comparison/comparison-store'
import { cycleErrors } from '../../session/episode/episode-markers'
import { useIsPlayed } from '../../session/episode/episode-status'
import { hasPlayhead, savedTurn, useEpisode } from '../../session/episode/episode-store'
import { DEMO_ID } from '../../session/episode/local-episodes'
import { useRulesInForce } from '../../session/episode/playback/playback'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { useExperiments } from '../../session/experiments/experiments-store'
import { sessionStrings } from '../../session/strings'
import { applyLayout, LAYOUTS } from '../../session/view/layouts'
import { setView, THEMES, useView } from '../../session/view/view-store'
import { strings } from '../strings'
import styles from './StatusBar.module.css'

const { status: words } = strings
/** The command that selects each layout. */
const LAYOUT_COMMANDS = { watch: 'layoutWatch', map: 'layoutMap', debug: 'layoutDebug', read: 'layoutRead' } as const

export function StatusBar() {
  const appInfo = useEpisodeList((library) => library.appInfo)
  const theme = useView((view) => view.theme)
  const layout = useView((view) => view.layout)
  // The demo recording is for new users, who do not need these facts.
  const isDemo = useEpisode(({ id }) => id === DEMO_ID)
  const isComparing = useComparison(({ open }) => open !== null)
  const isInExperiments = useExperiments(({ open }) => open !== null)
  return (
    <section aria-label={sessionStrings.region.status} data-region="status" tabIndex={-1} className={styles.bar}>
      <ActionButton action="settings" icon={SlidersHorizontal} kind="quiet" withLabel className={styles.action} />
      <ActionButton action="mcp" icon={Plug} kind="quiet" withLabel className={styles.action} />
      <PauseRulesButton />
      <ActionButton action="stories" icon={BookOpen} kind="quiet" withLabel className={styles.action} />
      <ActionButton action="experiments" icon={FlaskConical} kind="quiet" withLabel className={styles.action} />
      {!isDemo && <EpisodeFacts />}
      <Notice />
      <span className={styles.space} />
      {appInfo && <span className={`${styles.minor} ${styles.shell}`}>{words.connected[appInfo.shell]}</span>}
      {appInfo && (
        <button
          type="button"
          className={`${styles.button} ${styles.minor}`}
          title={actions.about.label}
          onClick={() => actions.about.run()}
        >
          {words.version(appInfo.version)}
        </button>
      )}
      {!isComparing && !isInExperiments && (
        <Choice
          className={`${styles.select} ${styles.layout}`}
          aria-label={words.layout}
          title={words.layout}
          value={layout}
          choices={LAYOUTS}
          nameOf={(name) => actions[LAYOUT_COMMANDS[name]].label}
          onChoose={applyLayout}
        />
      )}
      <Choice
        className={styles.select}
        aria-label={words.theme}
        title={words.theme}
        value={theme}
        choices={THEMES}
        nameOf={(name) => words.themes[name]}
        onChoose={(chosen) => setView({ theme: chosen })}
      />
    </section>
  )
}

const EpisodeFacts = () => (
  <>
    <Servers />
    <Saved />
    <Errors />
  </>
)

/** Shows the number of active pause rules. */
function PauseRulesButton() {
  const on = Object.values(useRulesInForce()).filter(Boolean).length
  const { label } = actions.pauseRules
  return (
    <ActionButton
      action="pauseRules"
      icon={OctagonPause}
      kind="quiet"
      label={words.pauseRules(label, on)}
      word={on === 0 ? label : `${label} · ${on}`}
      className={styles.action}
    />
  )
}

/**
 * The servers of the last MCP session at the playhead. The open turn may have no session yet, and a turn played by the
 * user has none. A server that ended during its turn is not counted as working.
 */
function Servers() {
  const turn = useEpisode(({ shown: { openTurn, turns } }) => {
    const isOfPlayer = ({ session: own, action }: Turn) => own !== null || action?.source !== 'human'
    return openTurn?.session ? openTurn : turns.findLast(isOfPlayer)
  })
  const toolSets = useEpisode(({ shown }) => shown.toolSets)
  const hasTurns = useEpisode(({ shown }) => shown.turns.length > 0)
  // An outline does not contain all sessions.
  const isKnown = useEpisode(({ isOutline }) => !isOutline)
  const session = turn?.session ?? null
  if (turn === undefined || session === null)
    return hasTurns && isKnown ? (
      <span className={styles.tools} title={words.mcpOffHint}>
        {words.mcpOff}
      </span>
    ) : null
  const enabled = session.servers.filter(({ state }) => state !== 'disabled')
  const calls = turn.iterations.flatMap(({ toolCalls }) => toolCalls)
  const isGone = (server: string) => calls.some(({ serverIsGone, serverName }) => serverIsGone && serverName === server)
  const working = enabled.filter(({ state, name }) => state === 'ready' && !isGone(name))
  const tools = session.tool_set === null ? 0 : (toolSets[session.tool_set]?.length ?? 0)
  return (
    <>
      <span className={styles.tools} title={words.serversHint}>
        {words.servers(working.length, enabled.length)}
      </span>
      <span className={styles.tools} title={words.toolsHint}>
        {words.tools(tools)}
      </span>
    </>
  )
}

/** The last turn that would survive a crash now. */
function Saved() {
  const isPlayed = useIsPlayed()
  const turn = useEpisode(savedTurn)
  const isAll = useEpisode(({ savedSeq, history }) => savedSeq === history.latest.seq)
  if (turn === 0) return null
  return (
    <span className={styles.fact} title={words.savedHint}>
      {isAll && isPlayed === false ? words.savedAll : words.saved(turn)}
    </span>
  )
}

function Errors() {
  const errors = useEpisode(({ history: { latest } }) => problemsOf(latest))
  const isOpen = useEpisode(hasPlayhead)
  if (!isOpen) return null
  if (errors === 0)
    return (
      <span className={styles.fact} title={words.errorsHint}>
        {words.errors(0)}
      </span>
    )
  return (
    <button
      type="button"
      className={`${styles.button} ${styles.fact}`}
      aria-label={words.goToError(errors)}
      title={words.goToError(errors)}
      onClick={cycleErrors}
    >
      <span className={styles.failure}>{words.errors(errors)}</span>
    </button>
  )
}
