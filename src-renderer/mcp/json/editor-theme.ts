import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Uses the window's tokens, so that the editor follows the theme. */
const surface = EditorView.theme({
  '&': { backgroundColor: 'var(--panel)', color: 'var(--text)', fontSize: 'var(--size-code)' },
  '&.cm-focused': { outline: '2px solid var(--interactive)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: 'var(--line-ui)', fontVariantLigatures: 'none' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--text-third)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 45%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--interactive) 28%, var(--panel))',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--hover)', outline: '1px solid var(--control-edge)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--hover)', border: 'none', color: 'var(--text-second)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--hairline)',
    borderRadius: 'var(--radius-control)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-code)', maxHeight: '14em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: 'var(--space-4) var(--space-8)', color: 'var(--text)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--hover)',
    color: 'var(--text)',
    boxShadow: 'inset 2px 0 var(--interactive)',
  },
  '.cm-completionMatchedText': { color: 'var(--interactive)', textDecoration: 'none' },
  '.cm-tooltip.cm-completionInfo, .cm-explanation': {
    maxInlineSize: '36ch',
    margin: '0',
    padding: 'var(--space-8)',
    fontFamily: 'var(--font-ui)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--failure)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--text-third)' },
  // The package draws the markers as pictures in fixed colors.
  '.cm-lint-marker': { content: 'normal', inlineSize: '10px', blockSize: '10px', margin: '0 auto' },
  '.cm-lint-marker-error': { borderRadius: '50%', backgroundColor: 'var(--failure)' },
  '.cm-lint-marker-warning': { clipPath: 'polygon(50% 5%, 100% 95%, 0 95%)', backgroundColor: 'var(--now)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--failure)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--text-third)' },
})

const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--interactive)' },
  { tag: tags.string, color: 'var(--tool)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--thought)' },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: 'var(--text-second)' },
  { tag: tags.comment, color: 'var(--text-third)' },
  { tag: tags.invalid, color: 'var(--failure)' },
])

export const editorTheme = [surface, syntaxHighlighting(highlighting)]
