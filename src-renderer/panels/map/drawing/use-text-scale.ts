import { useView } from '../../../session/view/view-store'

/** Text size, 1 for 100 %. A zoom of this much shows boxes and text in proportion. */
export const useTextScale = (): number => useView(({ textSize }) => textSize) / 100
