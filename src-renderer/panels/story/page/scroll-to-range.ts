/** Least visible margin around the range. */
const MARGIN_PX = 24

/** Scrolls all scroll containers of a range until it is visible. */
export function scrollToRange(range: Range): void {
  for (let box = range.startContainer.parentElement; box; box = box.parentElement) {
    if (!isScrolled(box)) continue
    const { top, bottom, height, left, right } = range.getBoundingClientRect()
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
