import styles from './text.module.css'

const SHAPES = {
  disc: 'M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Z',
  ring: 'M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1Zm0 1.75a3.25 3.25 0 1 1 0 6.5 3.25 3.25 0 0 1 0-6.5Z',
  bars: 'M2.5 2h2.25v8H2.5Zm4.75 0H9.5v8H7.25Z',
  square: 'M2.25 2.25h7.5v7.5h-7.5Z',
  cross: 'm2 3.2 1.2-1.2L6 4.8 8.8 2 10 3.2 7.2 6 10 8.8 8.8 10 6 7.2 3.2 10 2 8.8 4.8 6Z',
  check: 'm1.5 6.4 1.2-1.2 2.2 2.2 4.6-4.9 1.2 1.2-5.8 6.1Z',
  dash: 'M2 5.1h8v1.8H2Z',
} as const

export interface StateShape {
  readonly shape: keyof typeof SHAPES
  readonly tone: 'now' | 'quiet' | 'failure' | 'gain'
}

/** An icon for a state. It is hidden from screen readers, because the word beside it names the state. */
export function StateMark({ shape, tone }: StateShape) {
  return (
    <svg className={styles.mark} data-tone={tone} viewBox="0 0 12 12" aria-hidden>
      <path fillRule="evenodd" d={SHAPES[shape]} />
    </svg>
  )
}
