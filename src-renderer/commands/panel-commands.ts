import { useEffect } from 'react'

/** Commands of mounted panels, for keys and the palette. */
export interface PanelCommands {
  readonly map: {
    readonly tidy: () => void
    readonly undo: () => void
    readonly canUndo: boolean
    /** Opens or closes the search for a route between two locations. */
    readonly toggleRoute: () => void
    readonly routeIsOpen: boolean
  }
  readonly timeline: {
    readonly nearer: () => void
    readonly farther: () => void
    readonly showAll: () => void
  }
}

const registered: { -readonly [Panel in keyof PanelCommands]?: PanelCommands[Panel] } = {}

/** Undefined while the panel is not mounted. */
export const panelCommandsOf = <Panel extends keyof PanelCommands>(panel: Panel): PanelCommands[Panel] | undefined =>
  registered[panel]

/** Registers the commands of a panel while it is mounted. */
export function useRegisterCommands<Panel extends keyof PanelCommands>(
  panel: Panel,
  commands: PanelCommands[Panel],
): void {
  useEffect(() => {
    registered[panel] = commands
    return () => {
      delete registered[panel]
    }
  })
}
