import type { PowerSaveBlocker } from 'electron'

/** Tells the system not to fall asleep while something goes on; the screen may still turn off. */
export function keepAwake(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>): (goesOn: boolean) => void {
  let id: number | null = null
  return (goesOn) => {
    if (goesOn) id ??= blocker.start('prevent-app-suspension')
    else if (id !== null) {
      blocker.stop(id)
      id = null
    }
  }
}
