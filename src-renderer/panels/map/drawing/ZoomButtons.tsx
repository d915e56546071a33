import { Panel, useReactFlow } from '@xyflow/react'
import { Maximize, Minus, Plus } from 'lucide-react'
import controls from '../../../kit/controls.module.css'
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
    <Panel position="bottom-right" className={styles.zoom}>
      <button
        type="button"
        className={`${controls.button} ${controls.icon}`}
        aria-label={mapStrings.zoomIn}
        title={mapStrings.zoomIn}
        onClick={zoom(zoomIn)}
      >
        <Plus size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={`${controls.button} ${controls.icon}`}
        aria-label={mapStrings.zoomOut}
        title={mapStrings.zoomOut}
        onClick={zoom(zoomOut)}
      >
        <Minus size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={`${controls.button} ${controls.icon}`}
        aria-label={mapStrings.fit}
        title={mapStrings.fitHint}
        aria-pressed={isFollowing}
        onClick={onFollow}
      >
        <Maximize size={16} aria-hidden="true" />
      </button>
    </Panel>
  )
}
