import type { Locator } from '@playwright/test'

/** Faults of a map as Chromium draws it, in pixels on screen. */
export const faultsOf = (panel: Locator): Promise<readonly string[]> => panel.evaluate(findFaults)

/** Like `faultsOf`, for a map that must show all its rooms, some of them too small for their names. */
export const faultsOfWhole = async (panel: Locator): Promise<readonly string[]> => [
  ...(await faultsOf(panel)).filter((fault) => !fault.endsWith('is in sight without its name')),
  ...(await panel.evaluate(roomsOutOfSight)),
]

function roomsOutOfSight(panel: Element): readonly string[] {
  const frame = panel.querySelector('.react-flow')?.getBoundingClientRect() ?? new DOMRect()
  return [...panel.querySelectorAll<HTMLElement>('[data-location]')].flatMap((room) => {
    const { left, right, top, bottom } = room.getBoundingClientRect()
    const isIn = left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom
    return isIn ? [] : [`${room.title} is not whole in sight`]
  })
}

function findFaults(panel: Element): readonly string[] {
  interface Text {
    readonly name: string
    readonly box: DOMRect
    /** The room whose box the text may touch; undefined for none. */
    readonly of: string | undefined
  }
  const drawing = panel.querySelector('.react-flow') as Element
  const frame = drawing.getBoundingClientRect()
  const rooms = [...panel.querySelectorAll<HTMLElement>('[data-location]')].map((element) => ({
    element,
    id: element.dataset.location,
    name: element.title.split(' · ')[0] ?? '',
    box: element.getBoundingClientRect(),
  }))
  const zoom = rooms[0] ? rooms[0].box.width / rooms[0].element.offsetWidth : 1
  const faults: string[] = rooms.length === 0 ? ['nothing is drawn'] : []
  const overlap = (a: DOMRect, b: DOMRect, by = 0.5) =>
    a.left < b.right - by && b.left < a.right - by && a.top < b.bottom - by && b.top < a.bottom - by
  const isWithin = (box: DOMRect, other: DOMRect, by = 0.5) =>
    box.left >= other.left - by &&
    box.right <= other.right + by &&
    box.top >= other.top - by &&
    box.bottom <= other.bottom + by
  /** The box of a text without the space above and below the letters of its font. */
  const printed = (element: Element): DOMRect => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, top, width, height } = range.getBoundingClientRect()
    const lines = Math.max(1, Math.round(height / (Number.parseFloat(getComputedStyle(element).lineHeight) * zoom)))
    const space = (height / lines) * 0.1
    return new DOMRect(left, top + space, width, height - 2 * space)
  }

  const texts: Text[] = []
  for (const { element, id, name, box } of rooms) {
    const whole = element.querySelector('[data-name="whole"]')
    if (whole) texts.push({ name, box: printed(whole), of: id })
    if (whole && !isWithin(printed(whole), box, 1)) faults.push(`${name} is larger than its box`)
    if (
      !whole &&
      isWithin(box, frame, -1) &&
      !panel.querySelector(`[data-key-label="${id}"]`) &&
      element.querySelector('[data-name="hidden"]')
    )
      faults.push(`${name} is in sight without its name`)
  }
  for (const label of panel.querySelectorAll<HTMLElement>('[data-key-label]')) {
    const [name, box] = [`label ${label.textContent}`, label.getBoundingClientRect()]
    texts.push({ name, box, of: label.dataset.keyLabel })
    if (!isWithin(printed(label), box, 1)) faults.push(`${name} is larger than its box`)
    if (!isWithin(box, frame)) faults.push(`${name} is cropped`)
  }
  for (const word of panel.querySelectorAll<HTMLElement>('[data-word]')) {
    const [name, box] = [`word ${word.textContent}`, printed(word)]
    texts.push({ name, box, of: word.dataset.of })
    if (!isWithin(box, word.getBoundingClientRect(), 1)) faults.push(`${name} is larger than its place`)
  }

  for (const [index, a] of texts.entries()) {
    for (const b of texts.slice(index + 1)) if (overlap(a.box, b.box)) faults.push(`${a.name} lies on ${b.name}`)
    for (const room of rooms)
      if (a.name.startsWith('word') && room.id !== a.of && overlap(a.box, room.box))
        faults.push(`${a.name} lies on ${room.name}`)
  }
  for (const [index, a] of rooms.entries())
    for (const b of rooms.slice(index + 1)) if (overlap(a.box, b.box)) faults.push(`${a.name} is drawn over ${b.name}`)
  const here = panel.querySelector('[data-here]')
  if (here?.querySelector('[data-name="whole"]') === null && !panel.querySelector(`[data-key-label][data-here]`))
    faults.push('the room of the agent has no name')

  for (const path of drawing.querySelectorAll<SVGPathElement>('path[class*="line"]')) {
    // Only rooms near the line are checked, because a map has hundreds of lines and rooms.
    const extent = path.getBoundingClientRect()
    const near = rooms.filter(({ box }) => overlap(extent, box, -1))
    if (near.length === 0) continue
    const toScreen = path.getScreenCTM() as DOMMatrix
    const length = path.getTotalLength()
    const crossed = new Set<string>()
    for (let at = 0; at <= length; at += 1.5) {
      const { x, y } = path.getPointAtLength(at).matrixTransform(toScreen)
      for (const { name, box } of near) if (isWithin(new DOMRect(x, y), box, -0.6)) crossed.add(name)
    }
    for (const name of crossed) faults.push(`a line runs through ${name}`)
  }

  const textScale = Number(document.documentElement.style.getPropertyValue('--text-scale')) || 1
  for (const element of drawing.querySelectorAll('.react-flow__viewport *')) {
    const isText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
    const { width, height } = element.getBoundingClientRect()
    if (!isText || width < 2 || height < 2) continue
    const size = Number.parseFloat(getComputedStyle(element).fontSize) * zoom
    if (size < 10.95 * textScale) faults.push(`"${element.textContent}" is ${size.toFixed(1)} px high`)
  }
  return faults
}
