import { type BrowserWindow, clipboard, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron'

type Clicked = Pick<ContextMenuParams, 'isEditable' | 'editFlags' | 'selectionText' | 'linkURL'>

/** Adds the menu of fields, selections and links. The page shows its own menus for episodes, turns and rooms. */
export function offerContextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, clicked) => {
    const items = contextMenuItems(clicked)
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
}

/** Empty if no action is possible. */
export function contextMenuItems({
  isEditable,
  editFlags,
  selectionText,
  linkURL,
}: Clicked): MenuItemConstructorOptions[] {
  const { canCut, canCopy, canPaste, canSelectAll, canUndo, canRedo } = editFlags
  if (isEditable)
    return [
      { role: 'undo', enabled: canUndo },
      { role: 'redo', enabled: canRedo },
      { type: 'separator' },
      { role: 'cut', enabled: canCut },
      { role: 'copy', enabled: canCopy },
      { role: 'paste', enabled: canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: canSelectAll },
    ]
  // An address inside the page is useless elsewhere; the page has commands that copy links.
  const isOutside = /^https?:/.test(linkURL)
  return [
    ...(selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: canCopy } as const]),
    ...(isOutside ? [{ label: 'Copy Link', click: () => void clipboard.writeText(linkURL) }] : []),
  ]
}
