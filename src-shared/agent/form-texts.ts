import notes from './prompts/notes.md?raw'
import objectives from './prompts/objectives.md?raw'
import { SYSTEM_PROMPT } from './system-prompt'

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Explanations in the prompts of earlier versions. */
const IN_EARLIER_PROMPTS = [
  'what it is about: an object, a direction',
  'where it is, where it leads, or',
  'one sentence',
  'why this action, in a few sentences',
]

/** The explanations of the fields of an answer. */
const EXPLANATIONS: readonly string[] = [
  ...[SYSTEM_PROMPT, objectives, notes].flatMap((prompt) =>
    [...prompt.matchAll(/^- \w+: (.+)$/gm)].map(([, text]) => text ?? ''),
  ),
  ...IN_EARLIER_PROMPTS,
].map(plain)

/** Whether a value begins like the explanation of a field. Small models copy the form instead of filling it in. */
export function isFormText(value: string): boolean {
  const said = plain(value)
  return said.includes(' ') && EXPLANATIONS.some((text) => text.startsWith(said) || said.startsWith(text))
}
