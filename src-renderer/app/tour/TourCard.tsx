import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { endTour, goToStep, TOUR, useTour } from '../../commands/tour'
import { Button } from '../../kit/Button'
import { regionElement } from '../../session/view/regions'
import { useView } from '../../session/view/view-store'
import { tourStrings as words } from '../strings'
import { type Box, placeCard } from './place-card'
import styles from './tour.module.css'

/** The open step of the tour: a card beside the region that it explains, and an outline around that region. */
export function TourCard() {
  const step = useTour((tour) => tour.step)
  const dialogIsOpen = useView(({ dialog, help }) => dialog !== null || help !== null)
  useEffect(() => {
    if (dialogIsOpen) endTour()
  }, [dialogIsOpen])
  // Each step is a new element, so that a screen reader reads it.
  return step === null ? null : <Step key={step} step={step} />
}

function Step({ step }: { readonly step: number }) {
  const id = useId()
  const card = useRef<HTMLDivElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const { region } = TOUR[step] ?? TOUR[0]
  const target = useBox(() => regionElement(region))
  const [size, setSize] = useState({ width: 0, height: 0 })
  const { title, text } = words.steps[region]
  useLayoutEffect(() => {
    const { width = 0, height = 0 } = card.current?.getBoundingClientRect() ?? {}
    setSize((known) => (known.width === width && known.height === height ? known : { width, height }))
  }, [target])
  useEffect(() => next.current?.focus(), [])
  return (
    <>
      {target && <div className={styles.outline} style={target} aria-hidden />}
      <div
        ref={card}
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className={styles.card}
        style={target ? placeCard(target, size, { width: innerWidth, height: innerHeight }) : undefined}
      >
        <h2 id={`${id}-title`} className={styles.title}>
          {title} <span className={styles.count}>{words.count(step + 1, TOUR.length)}</span>
        </h2>
        <p id={`${id}-text`}>{text}</p>
        <div className={styles.buttons}>
          <Button look="quiet" className={styles.skip} onClick={endTour}>
            {words.skip}
          </Button>
          {step > 0 && <Button onClick={() => goToStep(step - 1)}>{words.back}</Button>}
          <Button ref={next} look="primary" onClick={() => goToStep(step + 1)}>
            {step === TOUR.length - 1 ? words.done : words.next}
          </Button>
        </div>
      </div>
    </>
  )
}

/** The position of an element, updated in every frame, because opening, closing or resizing other parts may move it. */
function useBox(elementNow: () => HTMLElement | null): Box | null {
  const [box, setBox] = useState<Box | null>(null)
  const find = useRef(elementNow)
  useLayoutEffect(() => {
    let frame = 0
    const measure = () => {
      const rect = find.current()?.getBoundingClientRect()
      const { left = 0, top = 0, width = 0, height = 0 } = rect ?? {}
      setBox((known) => {
        const isSame = known?.left === left && known.top === top && known.width === width && known.height === height
        return isSame ? known : { left, top, width, height }
      })
      frame = requestAnimationFrame(measure)
    }
    measure()
    return () => cancelAnimationFrame(frame)
  }, [])
  return box
}
