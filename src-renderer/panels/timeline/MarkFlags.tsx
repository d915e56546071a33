import { useAnnotations } from '../../session/episode/annotations'
import { type Scale, xOf } from './axis'
import styles from './MarkerRail.module.css'

const HEIGHT = 10

/** The reader's own marks hang from the top of the track, where no marker of the game can hide them. */
export function MarkFlags({ scale }: { readonly scale: Scale }) {
  const { turns } = useAnnotations()
  return (
    <svg className={styles.flags} width={scale.width} height={HEIGHT} aria-hidden>
      {turns
        .filter(({ turn }) => turn <= scale.last)
        .map(({ turn, isBreakpoint, bookmarked, note }) => (
          <g key={turn} data-mark={turn} transform={`translate(${Math.round(xOf(scale, turn))} 0)`}>
            {(bookmarked || note !== '') && <path d="M-3 0H3V9L0 6.5-3 9Z" />}
            {isBreakpoint && <circle cx={bookmarked || note !== '' ? 7 : 0} cy={4} r={3} />}
          </g>
        ))}
    </svg>
  )
}
