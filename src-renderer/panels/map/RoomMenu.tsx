import { Copy, PanelRightOpen, PinOff, Route } from 'lucide-react'
import { Menu } from '../../kit/overlay/Menu'
import { copyText } from '../../session/episode/links/copy'
import { mapStrings } from './strings'

interface RoomMenuProps {
  readonly name: string
  readonly at: { readonly x: number; readonly y: number }
  readonly onOpen: () => void
  /** Undefined if no route can begin here. */
  readonly onRoute: (() => void) | undefined
  /** Undefined if the user did not place the room. */
  readonly onUnlock: (() => void) | undefined
  readonly onClose: () => void
}

/** The context menu of a room on the map. */
export function RoomMenu({ name, at, onOpen, onRoute, onUnlock, onClose }: RoomMenuProps) {
  const { open, routeTo, copyName } = mapStrings.menu
  return (
    <Menu
      name={name}
      at={at}
      onClose={onClose}
      groups={[
        [
          { label: open, icon: PanelRightOpen, run: onOpen },
          ...(onRoute ? [{ label: routeTo, icon: Route, run: onRoute }] : []),
        ],
        [
          { label: copyName, icon: Copy, run: () => copyText(name) },
          ...(onUnlock ? [{ label: mapStrings.unlock, icon: PinOff, run: onUnlock }] : []),
        ],
      ]}
    />
  )
}
