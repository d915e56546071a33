import type { PowerSaveBlocker } from 'electron'

/** Prevents the system from sleeping while an episode runs; the screen may turn off. */
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
