import { IconButton } from '../../../../kit/IconButton'
import { useReactFlow } from '@xyflow/react'
import { LocateFixed, Minus, Plus, Scan } from 'lucide-react'
import styles from '../MapDrawing.module.css'
import { mapStrings } from '../../strings'
import type { ViewMode } from './use-viewport'

interface ZoomButtonsProps {
  readonly mode: ViewMode
  readonly onWhole: () => void
  readonly onAgent: () => void
  readonly onZoom: () => void
}

export function ZoomButtons({ mode, onWhole, onAgent, onZoom }: ZoomButtonsProps) {
  const { zoomIn, zoomOut } = useReactFlow()
  const zoom = (change: () => Promise<boolean>) => () => void change().then(onZoom)
  return (
    <div className={styles.zoom}>
      <IconButton icon={Plus} label={mapStrings.zoomIn} onClick={zoom(zoomIn)} />
      <IconButton icon={Minus} label={mapStrings.zoomOut} onClick={zoom(zoomOut)} />
      <IconButton
        icon={Scan}
        label={mapStrings.whole}
        title={mapStrings.wholeHint}
        aria-pressed={mode === 'whole'}
        onClick={onWhole}
      />
      <IconButton
        icon={LocateFixed}
        label={mapStrings.follow}
        title={mapStrings.followHint}
        aria-pressed={mode === 'agent'}
        onClick={onAgent}
      />
    </div>
  )
}
