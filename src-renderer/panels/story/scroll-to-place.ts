/** So much of what is around a place is to be seen with it. */
const MARGIN_PX = 24

/** Scrolls whatever the place lies in, as far as it is needed to have it in sight: a box of code, and the page. */
export function scrollToPlace(place: Range): void {
  for (let box = place.startContainer.parentElement; box; box = box.parentElement) {
    if (!isScrolled(box)) continue
    const { top, bottom, height, left, right } = place.getBoundingClientRect()
    const frame = box.getBoundingClientRect()
    if (top < frame.top + MARGIN_PX || bottom > frame.bottom - MARGIN_PX)
      box.scrollTop += top - frame.top - Math.max(MARGIN_PX, (frame.height - height) / 3)
    if (left < frame.left || right > frame.right) box.scrollLeft += left - frame.left - MARGIN_PX
  }
}

function isScrolled(box: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(box)
  return [overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll')
}
