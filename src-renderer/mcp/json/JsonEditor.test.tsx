import { undo } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { ConfigProblem } from '@shared/mcp/mcp-config'
import { JsonEditor } from './JsonEditor'

afterEach(cleanup)

/** The editor as in the panel; `changes` has each text that it reported. */
function show(text: string, problems: readonly ConfigProblem[] = []) {
  const changes: string[] = []
  const editor = (shown: string) => (
    <JsonEditor
      label="Text"
      text={shown}
      problems={problems}
      known={{ secrets: [], toolsOf: () => [] }}
      onChange={(next) => void changes.push(next)}
      onSave={() => {}}
    />
  )
  const { rerender } = render(editor(text))
  const view = EditorView.findFromDOM(screen.getByRole('textbox', { name: 'Text' }))
  if (view === null) throw new Error('There is no editor.')
  return { view, changes, showText: (next: string) => rerender(editor(next)) }
}

describe('the text editor', () => {
  it('reports typed changes, but not a text that is passed in', () => {
    const { view, changes, showText } = show('{}')
    showText('{ "a": 1 }')
    expect(view.state.doc.toString()).toBe('{ "a": 1 }')
    expect(changes).toEqual([])
    view.dispatch({ changes: { from: 0, insert: '// a note\n' } })
    expect(changes).toEqual(['// a note\n{ "a": 1 }'])
  })

  it('replaces the selection by typed text, without the browser’s edit', () => {
    const { view, changes } = show('{ "a": 1 }')
    view.dispatch({ selection: { anchor: 7, head: 8 } })
    const typed = new InputEvent('beforeinput', { inputType: 'insertText', data: '2', bubbles: true, cancelable: true })
    view.contentDOM.dispatchEvent(typed)
    expect(changes).toEqual(['{ "a": 2 }'])
    expect(typed.defaultPrevented).toBe(true)
  })

  it('undoes changes, but never removes the loaded text', () => {
    const { view, changes, showText } = show('{}')
    undo(view)
    expect(changes).toEqual([])
    showText('{ "a": 1 }')
    undo(view)
    expect(changes).toEqual(['{}'])
  })

  it('keeps the line endings of the file', () => {
    const { view, changes, showText } = show('{\r\n}\r\n')
    expect(changes).toEqual([])
    view.dispatch({ changes: { from: 1, insert: '\n  "a": 1' } })
    expect(changes).toEqual(['{\r\n  "a": 1\r\n}\r\n'])
    showText('{\r\n  "a": 1\r\n}\r\n')
    expect(changes).toHaveLength(1)
  })

  it('underlines the whole word at the position of a problem', () => {
    const at = (column: number) => ({ line: 1, column, server: 'a', message: 'Why.', severity: 'warning' }) as const
    const { view } = show('{ "a key": -12.5, : }', [at(3), at(12), at(19)])
    const marked = [...view.dom.querySelectorAll('.cm-lintRange')].map(({ textContent }) => textContent)
    expect(marked).toEqual(['"a key"', '-12.5', ':'])
  })
})
