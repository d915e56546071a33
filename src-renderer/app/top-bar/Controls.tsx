import {
  ChevronLeft,
  ChevronRight,
  CircleX,
  GitFork,
  Pause,
  Play,
  Plus,
  Radio,
  Repeat,
  SkipBack,
  SkipForward,
  Square,
  StepForward,
  Clock,
} from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { moreTurnsOf } from '@shared/episode/projections/turn-limit'
import { traitsOf } from '@shared/episode/state/players'
import { ActionButton } from '../../commands/ActionButton'
import { commandStrings } from '../../commands/strings'
import { useKeptFocus } from '../../kit/browser/use-kept-focus'
import { Button } from '../../kit/Button'
import { Switch } from '../../kit/form/fields'
import { IconButton } from '../../kit/IconButton'
import { Popover } from '../../kit/overlay/Popover'
import { useHasHost } from '../../session/connection/connection-store'
import { useIsReadOnly } from '../../session/episode/deleted'
import { type AgentState, canCancelCall, useAgentState } from '../../session/episode/episode-status'
import { hasPlayhead, useEpisode } from '../../session/episode/episode-store'
import { DEMO_ID } from '../../session/episode/local-episodes'
import { startPlayback, stopPlayback, usePlayback, SPEEDS, speedOf } from '../../session/episode/playback/playback'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { lastRun, storyToStart, useStart } from '../../session/episodes/start-store'
import { sessionStrings } from '../../session/strings'
import { useView, type PlaybackPace, setView } from '../../session/view/view-store'
import { strings } from '../strings'
import controls from '../../kit/controls.module.css'
import styles from './TopBar.module.css'

/** Agent controls and playhead controls: two groups, because neither affects the other. */
export function Controls() {
  const showsPlayhead = useEpisode(hasPlayhead)
  const hasHost = useHasHost()
  return (
    <section
      aria-label={sessionStrings.region.controls}
      data-region="controls"
      tabIndex={-1}
      className={styles.controls}
      onMouseDown={keepFocus}
    >
      {hasHost && <AgentControls />}
      {showsPlayhead && <PlayheadControls />}
      {showsPlayhead && <PlaybackChoice />}
    </section>
  )
}

/** A click does not move the focus, so that after a click on Live the space bar still pauses. */
function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('button')) event.preventDefault()
}

function AgentControls() {
  const agent = useAgentState()
  const offersCancel = useEpisode(canCancelCall)
  const group = useKeptFocus()
  const isPlayed = agent === 'running' || agent === 'paused' || agent === 'elsewhere'
  return (
    <div {...group} className={styles.agent}>
      {isPlayed ? (
        <SteeringButtons agent={agent} offersCancel={offersCancel} />
      ) : (
        <StartButtons canResume={agent === 'resumable'} />
      )}
    </div>
  )
}

function StartButtons({ canResume }: { readonly canResume: boolean }) {
  const sheetIsOpen = useView(({ dialog }) => dialog === 'newEpisode')
  const moreTurns = useEpisode(({ history }) => moreTurnsOf(history.latest))
  const ended = useEpisode(({ history }) => history.latest.ended?.ended ?? null)
  const isInterrupted = canResume && ended === null
  // In this state the story's end card has the primary button.
  const goesOn = isInterrupted || (canResume && (moreTurns !== null || ended === 'error'))
  const names =
    moreTurns === null
      ? { label: commandStrings.action.resume }
      : { label: sessionStrings.moreTurns(moreTurns), word: strings.moreTurns(moreTurns) }
  return (
    <>
      {canResume && <ActionButton action={isInterrupted ? 'resume' : 'resumeEnded'} icon={Play} withLabel {...names} />}
      {!sheetIsOpen && <StartButton isSecond={goesOn} isBesideResume={canResume} />}
    </>
  )
}

/** If an episode is open, the label says that another one starts. */
function StartButton({ isSecond, isBesideResume }: { readonly isSecond: boolean; readonly isBesideResume: boolean }) {
  const isBeside = useEpisode(({ id }) => id !== null)
  // Here the first-run card or the empty story panel has the primary button.
  const hasOwnWays = useEpisode(({ id }) => id === null || id === DEMO_ID)
  const run = useStart(useShallow(lastRun))
  const story = useEpisodeList(({ stories }) => storyToStart(run, stories))
  const defaultModel = useStart(({ memory }) => memory?.usualModel.model)
  const model = run.player === 'llm' ? (run.model ?? defaultModel) : undefined
  return (
    <ActionButton
      action="start"
      icon={isBesideResume ? Plus : Play}
      withLabel
      className={isBesideResume ? styles.folds : undefined}
      {...(hasOwnWays || isSecond ? {} : { kind: 'primary' })}
      label={isBeside ? strings.startNew : commandStrings.action.start}
      hint={strings.startHint(story?.title ?? run.game, model ?? sessionStrings.player[run.player])}
    />
  )
}

function SteeringButtons({ agent, offersCancel }: { readonly agent: AgentState; readonly offersCancel: boolean }) {
  const isHuman = useEpisode(({ history }) => traitsOf(history.latest).isPerson)
  /** A pressed cancel button keeps its place, so that a second press does not make the call of another button. */
  const [isHeld, setIsHeld] = useState(false)
  const hold = () => setIsHeld(true)
  const release = () => setIsHeld(false)
  const experiment = useEpisode(({ history }) => history.latest.manifest?.unit?.experiment)
  const player = experiment === undefined ? strings.playedElsewhere : strings.playedByExperiment(experiment)
  const refused = agent === 'elsewhere' ? { why: player } : {}
  const stop = <ActionButton action="stop" icon={Square} withLabel className={styles.foldsSecond} {...refused} />
  // A person plays at their own pace, so there is nothing to pause or step.
  if (isHuman && agent !== 'paused') return stop
  return (
    <>
      {/* Separate React keys: a press that began on one button must not end on the other. */}
      {agent === 'paused' ? (
        <ActionButton key="resume" action="resume" icon={Play} withLabel kind="primary" className={styles.steady} />
      ) : (
        <ActionButton
          key="pause"
          action="pause"
          icon={Pause}
          withLabel
          {...(agent === 'running' && { kind: 'primary' })}
          className={styles.steady}
          {...refused}
        />
      )}
      {(offersCancel || isHeld) && agent !== 'elsewhere' ? (
        <span className={styles.held} onClick={hold} onPointerLeave={release} onBlur={release}>
          <ActionButton action="cancelCall" icon={CircleX} withLabel disabled={!offersCancel} />
        </span>
      ) : (
        <div className={controls.group}>
          <ActionButton action="stepTurn" icon={StepForward} withLabel className={styles.folds} {...refused} />
          <ActionButton action="stepIteration" icon={Repeat} withLabel className={styles.folds} {...refused} />
        </div>
      )}
      {stop}
    </>
  )
}

function PlayheadControls() {
  const isLive = useEpisode(({ playhead }) => playhead === 'live')
  const isFirst = useEpisode(({ playhead }) => playhead !== 'live' && playhead.turn === 0)
  const isReadOnly = useIsReadOnly()
  const canBeForked = useHasHost() && !isReadOnly
  const isOver = useEpisode(({ history }) => history.latest.ended !== null)
  const isInterrupted = useAgentState() === 'resumable'
  const hasLive = canBeForked && !isOver && !isInterrupted
  return (
    <div className={controls.group}>
      <ActionButton action="firstTurn" icon={SkipBack} disabled={isFirst} />
      <ActionButton action="previousTurn" icon={ChevronLeft} disabled={isFirst} />
      <PlaybackButton />
      <ActionButton action="nextTurn" icon={ChevronRight} disabled={isLive} />
      {hasLive ? (
        <ActionButton
          action="live"
          icon={Radio}
          withLabel
          pressed={isLive}
          className={`${styles.foldsLast} ${isLive ? styles.live : ''}`}
        />
      ) : (
        <ActionButton
          action="live"
          icon={SkipForward}
          label={strings.toEnd.label}
          hint={strings.toEnd.hint}
          disabled={isLive}
        />
      )}
      {canBeForked && <ActionButton action="fork" icon={GitFork} withLabel className={styles.foldsFirst} />}
    </div>
  )
}

function PlaybackButton() {
  const isPlaying = usePlayback((playback) => playback.isPlaying)
  const Icon = isPlaying ? Pause : Play
  const name = isPlaying ? commandStrings.action.hold : commandStrings.action.playback
  return <IconButton icon={Icon} label={name} onClick={isPlaying ? stopPlayback : startPlayback} />
}

const words = strings.playback
const PACES = Object.keys(words.paces) as readonly PlaybackPace[]

/** Playback settings: speed, pace, stops at markers. A change takes effect with the next turn. */
export function PlaybackChoice() {
  const chosen = useView(({ playbackSpeed }) => playbackSpeed)
  const speed = useEpisode((episode) => speedOf(episode, chosen))
  const pace = useView(({ playbackPace }) => playbackPace)
  const stopsAtMarkers = useView(({ playbackStopsAtMarkers }) => playbackStopsAtMarkers)
  const face = (
    <>
      {words.speedOf(speed)}
      {pace === 'recorded' && <Clock size={13} strokeWidth={1.75} aria-hidden />}
    </>
  )
  return (
    <Popover
      id="playback"
      name={words.name(words.speedOf(speed), words.paces[pace])}
      className={`${controls.button} ${styles.playback}`}
      face={face}
    >
      <div role="group" aria-label={words.speed} className={`${controls.group} ${controls.segments}`}>
        {SPEEDS.map((value) => (
          <Button key={value} aria-pressed={value === speed} onClick={() => setView({ playbackSpeed: value })}>
            {words.speedOf(value)}
          </Button>
        ))}
      </div>
      <div role="group" aria-label={words.pace} className={controls.chips}>
        {PACES.map((value) => (
          <button
            key={value}
            type="button"
            className={controls.chip}
            aria-pressed={value === pace}
            onClick={() => setView({ playbackPace: value })}
          >
            {words.paces[value]}
          </button>
        ))}
      </div>
      <Switch
        label={words.stopsAtMarkers}
        isOn={stopsAtMarkers}
        onSwitch={(isOn) => setView({ playbackStopsAtMarkers: isOn })}
      />
    </Popover>
  )
}
