import { setView, useView } from '../session/view/view-store'
import { StoryPanel } from '../panels/story/StoryPanel'
import { FiguresSheet } from '../panels/timeline/FiguresSheet'
import { CommandPalette } from '../commands/CommandPalette'
import { GoToTurnSheet } from '../sheets/episode/GoToTurnSheet'
import { KeySheet } from '../commands/KeySheet'
import { WindowFrame } from '../app/WindowFrame'
import { ReplayColumn } from './ReplayColumn'

/** One recorded episode, whole in this page: story, map, inspector and timeline under one playhead, and no host. */
export const ReplayWindow = () => (
  <WindowFrame library={<ReplayColumn />} story={<StoryPanel />}>
    <ReplayDialogs />
  </WindowFrame>
)

const close = () => setView({ dialog: null })

function ReplayDialogs() {
  const dialog = useView((view) => view.dialog)
  if (dialog === 'palette') return <CommandPalette onClose={close} />
  if (dialog === 'keys') return <KeySheet onClose={close} />
  if (dialog === 'goTo') return <GoToTurnSheet onClose={close} />
  return dialog === 'figures' ? <FiguresSheet onClose={close} /> : null
}
