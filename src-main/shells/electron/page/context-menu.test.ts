import type { ContextMenuParams } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { contextMenuItems } from './context-menu'

vi.mock('electron', () => ({ clipboard: {}, Menu: {} }))

const editFlags = { canCopy: true, canPaste: true } as ContextMenuParams['editFlags']
const rolesFor = (clicked: Partial<ContextMenuParams>) =>
  contextMenuItems({ isEditable: false, editFlags, selectionText: '', linkURL: '', ...clicked }).map(
    ({ role, label }) => role ?? label,
  )

describe('the context menu', () => {
  it('of a field cuts, copies and pastes', () => {
    expect(rolesFor({ isEditable: true })).toEqual(expect.arrayContaining(['cut', 'copy', 'paste', 'selectAll']))
  })

  it('of a selection copies it, and of a link to elsewhere its address', () => {
    expect(rolesFor({ selectionText: 'lantern' })).toEqual(['copy'])
    expect(rolesFor({ linkURL: 'https://reactflow.dev/' })).toEqual(['Copy Link'])
  })

  it('is not shown without a possible action, nor for an address inside the page', () => {
    expect(rolesFor({ selectionText: ' ' })).toEqual([])
    expect(rolesFor({ linkURL: 'app://zorkgpt/#/episode/one/trunk' })).toEqual([])
  })
})
