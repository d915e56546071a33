import { autocompletion, type CompletionSource, pickedCompletion } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'
import { completeConfig, explainConfig, type KnownNames } from './complete-config'

/** Completion and explanations for `mcp_config.json`. `known` is asked each time: secrets and tools come and go. */
export function configCompletion(known: () => KnownNames): Extension {
  return [autocompletion({ override: [sourceOf(known)], icons: false }), explanation]
}

const sourceOf =
  (known: () => KnownNames): CompletionSource =>
  ({ state, pos, explicit }) => {
    const found = completeConfig(state.doc.toString(), pos, known())
    // Where nothing was typed yet a list would be in the way, unless it was asked for.
    if (!found || found.options.length === 0 || (!explicit && found.replaceFrom === pos)) return null
    const { from, replaceFrom, replaceTo, options } = found
    return {
      from,
      options: options.map((option) => ({
        label: option.label,
        ...(option.meaning && { info: option.meaning }),
        apply: (view, completion) => {
          // What was typed since the list was made belongs to what is replaced.
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
