import { useStore, ViewportPortal } from '@xyflow/react'
import { memo, useContext, useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { overlap } from '@shared/map/drawing/geometry'
import { useTextScale } from '../../../../kit/browser/window-size'
import { mapStrings } from '../../strings'
import { keyLabels, onScreen } from '../key-names'
import { KeyLabels } from '../KeyLabels'
import { MapViewContext, useMapView } from '../map-view'
import { isOnWay } from '../trail'
import { hasWords } from '../viewport/use-viewport'
import { type Drawing, type MapWord, wordsOf } from './words'
import styles from './words.module.css'

interface WordsProps extends Drawing {
  readonly dragged: number | null
  readonly onOpen: (location: number) => void
}

/** The text beside the boxes: words, if the zoom leaves room for them, and names of important rooms. */
export function Words({ links, lines, positions, level, dragged, onOpen }: WordsProps) {
  const scale = useTextScale()
  const [x, y, zoom] = useStore(({ transform }) => transform)
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const view = useMapView(useShallow(({ trail: _trail, counted: _counted, ...shown }) => shown))
  const isDetailed = hasWords(zoom / scale)
  const placed = useMemo(
    () => (isDetailed ? wordsOf(view, { links, lines, positions, level }) : []),
    [isDetailed, view, links, lines, positions, level],
  )
  const isHeld = ({ at, leads }: MapWord) => dragged !== null && (at === dragged || leads?.to === dragged)
  const screen = { view: { x, y, zoom }, panel: { width, height }, scale }
  const labels = width === 0 ? [] : keyLabels(view, positions, level, screen, placed)
  const isCovered = (word: MapWord) => labels.some((label) => overlap(label, onScreen(word, screen)))
  return (
    <>
      <ViewportPortal>
        {placed.map((word) => !isHeld(word) && !isCovered(word) && <Word key={word.key} word={word} onOpen={onOpen} />)}
      </ViewportPortal>
      <KeyLabels labels={labels} />
    </>
  )
}

interface WordProps {
  readonly word: MapWord
  readonly onOpen: (location: number) => void
}

const Word = memo(
  function Word({ word: { kind, at, lines, align, x, y, width, height, isInside, leads }, onOpen }: WordProps) {
    const view = useContext(MapViewContext)
    const isWay = useMapView(({ way }) => leads !== null && isOnWay(way?.passages, leads.link))
    const shape = {
      className: styles.word,
      'data-word': kind,
      'data-of': at,
      'data-is-inside': isInside || undefined,
      style: { insetInlineStart: x, insetBlockStart: y, inlineSize: width, blockSize: height, textAlign: align },
    } as const
    const text = lines.map((line, index) => <span key={index}>{line}</span>)
    if (leads === null)
      return (
        <span {...shape} aria-hidden="true">
          {text}
        </span>
      )
    const light = (lit: number | null) => view.setState({ lit })
    return (
      <button
        type="button"
        {...shape}
        className={`${styles.word} nodrag nopan`}
        data-on-way={isWay || undefined}
        aria-label={mapStrings.referenceInWords(leads.exit, leads.name)}
        tabIndex={-1}
        onPointerEnter={() => light(leads.to)}
        onPointerLeave={() => light(null)}
        onFocus={() => light(leads.to)}
        onBlur={() => light(null)}
        onClick={() => onOpen(leads.to)}
      >
        {text}
      </button>
    )
  },
  (a, b) => a.onOpen === b.onOpen && JSON.stringify(a.word) === JSON.stringify(b.word),
)
