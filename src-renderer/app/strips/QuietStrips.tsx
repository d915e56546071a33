import { FileText, GitFork, History, type LucideIcon, Trash2, X } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { ExperimentRow } from '@shared/contract/experiments'
import { hintsFor } from '@shared/episode/projections/help'
import { commandStrings } from '../../commands/strings'
import { experimentStrings, wasKilled, whyUnitStopped } from '../../experiments/strings'
import { Button } from '../../kit/Button'
import { IconButton } from '../../kit/IconButton'
import { kitStrings } from '../../kit/strings'
import { formatDateTime } from '../../kit/text/format'
import { episodesStrings } from '../../panels/episodes/strings'
import { openComparison } from '../../session/comparison/comparison-store'
import { useHasHost, useHostFeed } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { useIsDeleted } from '../../session/episode/deleted'
import { useIsInterrupted } from '../../session/episode/episode-status'
import { useEpisode } from '../../session/episode/episode-store'
import { useForks } from '../../session/episode/forks/fork-store'
import { closeLocalEpisode, DEMO_ID, useLocalEpisodes } from '../../session/episode/local-episodes'
import {
  cutShortEpisodes,
  cutShortExperiments,
  type EpisodeListState,
  useEpisodeList,
} from '../../session/episodes/episodes-store'
import { useStart } from '../../session/episodes/start-store'
import { followExperiments, openExperiments, useExperiments } from '../../session/experiments/experiments-store'
import { addToLibrary } from '../../session/files/open-file'
import { controlEpisode, undoFork } from '../../session/host/episode-commands'
import { resumeExperiment } from '../../session/host/experiment-commands'
import { restoreEpisode, resumeCutShort } from '../../session/host/library-commands'
import { focusRegion } from '../../session/view/regions'
import { strings } from '../strings'
import styles from '../../kit/layout/Strip.module.css'

interface QuietStripProps {
  readonly icon: LucideIcon
  readonly text: ReactNode
  readonly children: ReactNode
}

/** A notice across the window that is not an error. */
const QuietStrip = ({ icon: Icon, text, children }: QuietStripProps) => (
  <div className={styles.strip} data-tone="quiet" role="status">
    <Icon className={styles.mark} size={15} strokeWidth={1.75} aria-hidden />
    <p className={styles.text}>{text}</p>
    {children}
  </div>
)

export function ReadOnlyStrip() {
  const id = useEpisode((episode) => episode.id)
  const episode = useLocalEpisodes(({ episodes }) => episodes.get(id ?? ''))
  const cardIsShown = useStart(({ memory }) => memory?.demoIsDismissed === false)
  const isDemo = id === DEMO_ID
  const hasHost = useHasHost()
  if (id === null || !episode || (isDemo && cardIsShown)) return null
  return (
    <QuietStrip icon={FileText} text={isDemo ? episodesStrings.recording : episodesStrings.readOnly(episode.fileName)}>
      {!isDemo && hasHost && (
        <HostButton onClick={() => void addToLibrary(id)}>{episodesStrings.addToLibrary}</HostButton>
      )}
      <Button onClick={() => closeLocalEpisode(id)}>{episodesStrings.closeFile}</Button>
    </QuietStrip>
  )
}

/** Reports that the open episode was deleted in another window. */
export function OpenDeletedStrip() {
  const id = useEpisode((episode) => episode.id)
  const isDeleted = useIsDeleted()
  if (id === null || !isDeleted) return null
  const restore = () => {
    void restoreEpisode(id)
    focusRegion('story')
  }
  return (
    <QuietStrip icon={Trash2} text={strings.deleted.text}>
      <HostButton onClick={restore}>{strings.deleted.restore}</HostButton>
    </QuietStrip>
  )
}

/** The other episodes that a killed process was playing; empty if the open episode is not one of them. */
const cutShortBeside = (openId: string | null, list: Pick<EpisodeListState, 'entries'>) => {
  const cutShort = cutShortEpisodes(list)
  return cutShort.some(({ id }) => id === openId) ? cutShort.filter(({ id }) => id !== openId) : []
}

/**
 * Names the last turn that an interrupted episode keeps, which is the last one on disk. The button in the top bar
 * resumes the episode.
 */
export function RecoveredStrip() {
  const isInterrupted = useIsInterrupted()
  const warning = useEpisode((episode) => episode.warning)
  const turns = useEpisode(({ history }) => history.latest.turns)
  // An episode that was paused between two turns lost nothing.
  const wasPaused = useEpisode(
    ({ history: { latest } }) => latest.control.mode === 'paused' && latest.openTurn === null,
  )
  const experiment = useEpisode(({ history }) => history.latest.manifest?.unit?.experiment ?? null)
  const row = useExperimentRows(isInterrupted && experiment !== null)?.find(({ name }) => name === experiment)
  const id = useEpisode((episode) => episode.id)
  const others = useEpisodeList((list) => cutShortBeside(id, list).length)
  const words =
    wasPaused && warning === null && experiment === null ? strings.recovered.restoredPaused : strings.recovered.restored
  const savedAt = turns.at(-1)?.completed?.at
  if (!isInterrupted || savedAt === undefined) return null
  const reason = warning ?? (experiment === null ? null : whyUnitStopped(experiment, row, savedAt))
  const answer = (command: () => Promise<void>) => () => {
    void command()
    // The focus moves to the story, because the strip disappears with the focused button.
    focusRegion('story')
  }
  return (
    <QuietStrip
      icon={History}
      text={`${words(turns.length, formatDateTime(savedAt), reason)}${strings.recovered.others(others)}`}
    >
      {others > 0 && <HostButton onClick={answer(resumeCutShort)}>{strings.cutShort.resume(others + 1)}</HostButton>}
      {row !== undefined && (
        <Button onClick={() => openExperiments(row.name)}>{strings.recovered.showExperiment}</Button>
      )}
      <HostButton onClick={answer(() => controlEpisode('stop'))}>{strings.recovered.endEpisode}</HostButton>
    </QuietStrip>
  )
}

/**
 * Offers to resume the episodes that a killed process was playing. If the open episode is one of them and has turns,
 * RecoveredStrip offers this instead.
 */
export function CutShortStrip() {
  const ids = useEpisodeList(useShallow((list) => cutShortEpisodes(list).map(({ id }) => id)))
  const openId = useEpisode(({ id }) => id)
  const isRecovered = useEpisode(({ history }) => history.latest.turns.length > 0)
  const [isDismissed, dismiss] = useState(false)
  const isOpenOne = openId !== null && ids.includes(openId)
  if (isDismissed || ids.length === 0 || (isOpenOne && (isRecovered || ids.length === 1))) return null
  const resume = () => {
    void resumeCutShort()
    focusRegion('library')
  }
  return (
    <QuietStrip icon={History} text={strings.cutShort.text(ids.length)}>
      <HostButton onClick={resume}>{strings.cutShort.resume(ids.length)}</HostButton>
      <IconButton icon={X} label={kitStrings.dismiss} isQuiet onClick={() => dismiss(true)} />
    </QuietStrip>
  )
}

/** The experiments, followed while they are asked for; null until they are received. */
function useExperimentRows(isAsked: boolean): readonly ExperimentRow[] | null {
  useHostFeed(
    useCallback(
      async (api, signal) => {
        if (isAsked) await followExperiments(api, null, signal)
      },
      [isAsked],
    ),
    () => {},
  )
  return useExperiments(({ rows }) => rows)
}

/**
 * Offers to continue each experiment that a killed process was running, unless its page is open, or an episode of it,
 * for which RecoveredStrip says so.
 */
export function CutShortExperiments() {
  const names = useEpisodeList(useShallow(cutShortExperiments))
  // A run that ended before was not killed: the user continued one of its episodes.
  const killed =
    useExperimentRows(names.length > 0)
      ?.filter(wasKilled)
      .map(({ name }) => name) ?? []
  const page = useExperiments(({ open }) => open?.name ?? null)
  const ofEpisode = useEpisode(({ history: { latest } }) =>
    latest.turns.length === 0 ? null : (latest.manifest?.unit?.experiment ?? null),
  )
  const isInterrupted = useIsInterrupted()
  const shown = isInterrupted ? ofEpisode : page
  const [done, setDone] = useState<readonly string[]>([])
  return names
    .filter((name) => killed.includes(name) && name !== shown && !done.includes(name))
    .map((name) => {
      const dismiss = () => setDone([...done, name])
      const resume = () => {
        dismiss()
        void resumeExperiment(name)
        openExperiments(name)
      }
      return (
        <QuietStrip
          key={name}
          icon={History}
          text={`${experimentStrings.stopped.killed(name)} ${strings.cutShort.saved}`}
        >
          <HostButton onClick={resume}>{strings.cutShort.continue}</HostButton>
          <IconButton icon={X} label={kitStrings.dismiss} isQuiet onClick={dismiss} />
        </QuietStrip>
      )
    })
}

/** Offers to undo a fork until it has played a turn (two, if it repeats a turn) or the strip is dismissed. */
export function ForkStrip() {
  const made = useForks((forks) => forks.made)
  const isOpen = useEpisode(({ id }) => made !== null && (id === made.id || id === made.parentId))
  const turns = useEpisodeList(({ entries }) => entries.get(made?.id ?? '')?.summary?.turns)
  const hints = useEpisode(({ history }) => (made === null ? 0 : hintsFor(history.latest, made.turn + 1).length))
  const again = made?.answersAgain
  if (made === null || !isOpen || turns === undefined || turns > made.turn + (again ? 1 : 0)) return null
  const dismiss = () => {
    useForks.setState({ made: null })
    focusRegion('story')
  }
  return (
    <QuietStrip
      icon={GitFork}
      text={again ? strings.answersAgain(made.turn + 1, hints, again.isPaused) : strings.forked(made.turn)}
    >
      {again && turns > made.turn && (
        <Button onClick={() => openComparison({ a: made.parentId, b: made.id })}>
          {commandStrings.action.compareWithParent}
        </Button>
      )}
      <HostButton onClick={() => void undoFork()}>{strings.undoFork}</HostButton>
      <IconButton icon={X} label={kitStrings.dismiss} isQuiet onClick={dismiss} />
    </QuietStrip>
  )
}
