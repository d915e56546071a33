import type { MenuItemConstructorOptions } from 'electron'
import { z } from 'zod'
import { keptJson } from './kept-json'

const choices = z.object({
  /** Whether episodes continue after the last window is closed. */
  keepsRunning: z.boolean().default(false),
  /** Whether quitting asks while an episode is running. */
  asksToQuit: z.boolean().default(true),
  /** Whether the windows use hardware acceleration; read only at the start. */
  usesGpu: z.boolean().default(true),
})
type Choices = z.infer<typeof choices>

const LABELS: Readonly<Record<keyof Choices, string>> = {
  keepsRunning: 'Keep Running without a Window',
  asksToQuit: 'Ask before Quitting during an Episode',
  usesGpu: 'Use Hardware Acceleration (from the Next Start)',
}

/** The user's choices that only the shell needs. */
export function openShellChoices(file: string) {
  const kept = keptJson<Choices>(file, choices, choices.parse({}))
  const set = (change: Partial<Choices>) => kept.set({ ...kept.get(), ...change })
  return {
    get: kept.get,
    set,
    menuItems: (): MenuItemConstructorOptions[] =>
      (Object.keys(LABELS) as (keyof Choices)[]).map((name) => ({
        label: LABELS[name],
        type: 'checkbox',
        checked: kept.get()[name],
        click: ({ checked }) => set({ [name]: checked }),
      })),
  }
}
