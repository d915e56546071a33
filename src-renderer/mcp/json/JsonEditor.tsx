import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { Annotation, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { ConfigProblem } from '@shared/mcp/mcp-config'
import type { KnownNames } from './complete-config'
import { configCompletion } from './editor-completion'
import { editorTheme } from './editor-theme'
import styles from '../mcp.module.css'

export interface JsonEditorHandle {
  /** Moves the cursor. Line and column count from 1. */
  goTo(line: number, column: number): void
}

interface JsonEditorProps {
  readonly ref?: Ref<JsonEditorHandle>
  readonly label: string
  readonly text: string
  readonly problems: readonly ConfigProblem[]
  /** Names that the completion offers. */
  readonly known: KnownNames
  readonly onChange: (text: string) => void
  readonly onSave: () => void
}

/** A JSON editor. Tab and Escape leave it, so that it is no keyboard trap. */
export function JsonEditor({ ref, label, text, problems, known, onChange, onSave }: JsonEditorProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const latest = useRef({ text, known, onChange, onSave })
  useEffect(() => {
    latest.current = { text, known, onChange, onSave }
  })

  useEffect(() => {
    if (!frame.current) return
    const leave = () => {
      frame.current?.focus()
      return true
    }
    const save = () => {
      latest.current.onSave()
      return true
    }
    const extensions = [
      lineNumbers(),
      foldGutter(),
      lintGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      typedOverSelection,
      highlightActiveLine(),
      json(),
      configCompletion(() => latest.current.known),
      editorTheme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
      EditorView.updateListener.of(({ docChanged, state, transactions }) => {
        if (docChanged && !transactions.some((transaction) => transaction.annotation(given)))
          latest.current.onChange(withLineEndsOf(latest.current.text, state.doc.toString()))
      }),
      keymap.of([
        { key: 'Escape', run: leave },
        { key: 'Mod-s', run: save },
        ...historyKeymap,
        ...foldKeymap,
        ...defaultKeymap,
      ]),
    ]
    const created = new EditorView({
      parent: frame.current,
      state: EditorState.create({ doc: latest.current.text, extensions }),
    })
    setView(created)
    return () => created.destroy()
  }, [label])

  useEffect(() => {
    if (view && view.state.doc.toString() !== withoutReturns(text))
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, annotations: given.of(true) })
  }, [view, text])
  useEffect(() => {
    if (view)
      view.dispatch(
        setDiagnostics(
          view.state,
          problems.map((problem) => diagnosticOf(view, problem)),
        ),
      )
  }, [view, problems])
  useImperativeHandle(
    ref,
    () => ({
      goTo(line, column) {
        if (!view) return
        view.dispatch({ selection: { anchor: offsetOf(view, line, column) }, scrollIntoView: true })
        view.focus()
      },
    }),
    [view],
  )
  return <div ref={frame} className={styles.frame} tabIndex={-1} />
}

/**
 * Replaces the selection by typed text through the editor. Chromium's own edit would copy the style of the replaced
 * text inline, which the page's policy forbids.
 */
const typedOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view
    if (event.inputType !== 'insertText' || event.data === null || state.selection.main.empty) return false
    const typed = { scrollIntoView: true, userEvent: 'input.type' }
    view.dispatch(state.update(state.replaceSelection(event.data), typed))
    event.preventDefault()
    return true
  },
})

/** Marks text that was passed in instead of typed. */
const given = Annotation.define<true>()

/** Converts line endings to \n, which the editor uses. A file with \r\n keeps its line endings. */
const withoutReturns = (text: string): string => text.replaceAll(/\r\n?/g, '\n')
const withLineEndsOf = (file: string, text: string): string =>
  file.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text

/** A quoted text, a number or a word. */
const WORD = /^(?:"(?:[^"\\]|\\.)*"?|[\w.+-]+)/

function diagnosticOf(view: EditorView, { line, column, message, severity }: ConfigProblem): Diagnostic {
  const from = offsetOf(view, line, column)
  const [found] = WORD.exec(view.state.sliceDoc(from, view.state.doc.lineAt(from).to)) ?? ['']
  return { from, to: Math.min(from + Math.max(1, found.length), view.state.doc.length), severity, message }
}

/** The offset of a line and column. Clamped to the end, because the text may have changed since it was checked. */
function offsetOf({ state: { doc } }: EditorView, line: number, column: number): number {
  const { from, length } = doc.line(Math.max(1, Math.min(line, doc.lines)))
  return from + Math.max(0, Math.min(column - 1, length))
}
