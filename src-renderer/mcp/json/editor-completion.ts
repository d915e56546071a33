import { autocompletion, type CompletionSource, pickedCompletion } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'
import { completeConfig, explainConfig, type KnownNames } from './complete-config'

/**
 * Completion and hover texts for `mcp_config.json`. `known` is called for each list, because secrets and tools change.
 */
export function configCompletion(known: () => KnownNames): Extension {
  return [autocompletion({ override: [sourceOf(known)], icons: false }), explanation]
}

const sourceOf =
  (known: () => KnownNames): CompletionSource =>
  ({ state, pos, explicit }) => {
    const found = completeConfig(state.doc.toString(), pos, known())
    // Without typed text, the list opens only on request.
    if (!found || found.options.length === 0 || (!explicit && found.replaceFrom === pos)) return null
    const { from, replaceFrom, replaceTo, options } = found
    return {
      from,
      options: options.map((option) => ({
        label: option.label,
        ...(option.meaning && { info: option.meaning }),
        apply: (view, completion) => {
          // Text that was typed after the list was created is replaced, too.
          const to = replaceTo + view.state.selection.main.head - pos
          const { insert, cursor } = option
          view.dispatch({
            changes: { from: replaceFrom, to, insert },
            selection: { anchor: replaceFrom + cursor },
            annotations: pickedCompletion.of(completion),
            userEvent: 'input.complete',
          })
        },
      })),
      validFor: /^[$\w:{]*$/,
    }
  }

const explanation = hoverTooltip(({ state }, pos) => {
  const found = explainConfig(state.doc.toString(), pos)
  if (!found) return null
  const create = () => {
    const dom = document.createElement('p')
    dom.className = 'cm-explanation'
    dom.textContent = found.meaning
    return { dom }
  }
  return { pos: found.from, end: found.to, above: true, create }
})
