import type { EpisodeSummary } from '@shared/episode/projections/summary'
import { WindowFrame } from '../app/frame/WindowFrame'
import { strings, replayStrings as words } from '../app/strings'
import { usePartName } from '../app/top-bar/TopBar'
import { KeySheet } from '../commands/KeySheet'
import { CommandPalette } from '../commands/palette/CommandPalette'
import { Choice } from '../kit/form/fields'
import { Panel } from '../kit/layout/Panel'
import { formatDateTime } from '../kit/text/format'
import { Notice } from '../kit/text/Notice'
import { Outline } from '../panels/episodes/Outline'
import { MarkList } from '../panels/marks/TurnMarks'
import { StoryPanel } from '../panels/story/StoryPanel'
import { FiguresSheet } from '../panels/timeline/table/FiguresSheet'
import { useEpisode } from '../session/episode/episode-store'
import { titleOf } from '../session/episodes/entry-title'
import { useEpisodeList } from '../session/episodes/episodes-store'
import { sessionStrings } from '../session/strings'
import { setView, useView, THEMES } from '../session/view/view-store'
import { GoToTurnSheet } from '../sheets/episode/GoToTurnSheet'
import { LegendSheet } from '../sheets/help/Legend'
import styles from './ReplayWindow.module.css'

export const ReplayWindow = () => (
  <WindowFrame library={<ReplayColumn />} story={<StoryPanel />}>
    <ReplayDialogs />
  </WindowFrame>
)

const close = () => setView({ dialog: null })

function ReplayDialogs() {
  const dialog = useView((view) => view.dialog)
  if (dialog === 'palette') return <CommandPalette onClose={close} />
  if (dialog === 'legend') return <LegendSheet onClose={close} />
  if (dialog === 'keys') return <KeySheet onClose={close} />
  if (dialog === 'goTo') return <GoToTurnSheet onClose={close} />
  return dialog === 'figures' ? <FiguresSheet onClose={close} /> : null
}

/** Facts that the name does not include. */
const factsOf = ({ game, handicap, disguise, knowledge }: EpisodeSummary): readonly string[] => [
  game.title,
  `${handicap}: ${sessionStrings.handicap[handicap]}`,
  ...(disguise === 'none' ? [] : [sessionStrings.mirrored]),
  ...(knowledge === null || knowledge.level === 'K0' ? [] : [knowledge.level]),
]

/** Explains the page, and shows the outline of the episode. */
function ReplayColumn() {
  const manifest = useEpisode(({ history }) => history.latest.manifest)
  const entry = useEpisodeList(({ entries }) => entries.values().next().value)
  const part = usePartName()
  const theme = useView((view) => view.theme)
  return (
    <Panel name={words.about} region="library">
      <div className={styles.body}>
        <div className={styles.about}>
          {entry && <h3 className={styles.name}>{titleOf(entry)}</h3>}
          {part !== null && <p>{words.part(part)}</p>}
          <p>{words.explanation}</p>
          {manifest && (
            <p className={styles.facts}>{words.played(manifest.player.label, formatDateTime(manifest.at))}</p>
          )}
          {entry?.summary && <p className={styles.facts}>{factsOf(entry.summary).join(' · ')}</p>}
          <Choice
            className={styles.theme}
            aria-label={strings.status.theme}
            value={theme}
            choices={THEMES}
            nameOf={(name) => strings.status.themes[name]}
            onChoose={(chosen) => setView({ theme: chosen })}
          />
          <Notice />
        </div>
        <Outline />
        <MarkList />
      </div>
    </Panel>
  )
}
