import { IconButton } from '../../../kit/IconButton'
import { useReactFlow } from '@xyflow/react'
import { Maximize, Minus, Plus } from 'lucide-react'
import styles from './MapDrawing.module.css'
import { mapStrings } from '../strings'

interface ZoomButtonsProps {
  readonly isFollowing: boolean
  readonly onFollow: () => void
  readonly onZoom: () => void
}

export function ZoomButtons({ isFollowing, onFollow, onZoom }: ZoomButtonsProps) {
  const { zoomIn, zoomOut } = useReactFlow()
  const zoom = (change: () => Promise<boolean>) => () => {
    onZoom()
    void change()
  }
  return (
    <div className={styles.zoom}>
      <IconButton icon={Plus} label={mapStrings.zoomIn} onClick={zoom(zoomIn)} />
      <IconButton icon={Minus} label={mapStrings.zoomOut} onClick={zoom(zoomOut)} />
      <IconButton
        icon={Maximize}
        label={mapStrings.fit}
        title={mapStrings.fitHint}
        aria-pressed={isFollowing}
        onClick={onFollow}
      />
    </div>
  )
}
