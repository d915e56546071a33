import { Button } from '../../kit/Button'
import { TurnSheet } from '../../kit/overlay/TurnSheet'
import { goToTurn, useEpisode } from '../../session/episode/episode-store'
import { turnOf } from '../../session/episode/playhead'
import { episodeSheetStrings } from './strings'

export function GoToTurnSheet({ onClose }: { readonly onClose: () => void }) {
  const { history, playhead } = useEpisode()
  const last = history.spans.length - 1
  return (
    <TurnSheet
      title={episodeSheetStrings.goTo.title}
      label={episodeSheetStrings.goTo.label(last)}
      last={last}
      initial={turnOf(history, playhead)}
      onTurn={goToTurn}
      onClose={onClose}
    >
      <Button type="submit" look="primary">
        {episodeSheetStrings.goTo.go}
      </Button>
    </TurnSheet>
  )
}
