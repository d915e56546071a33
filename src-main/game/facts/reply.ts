/**
 * Parts a reply from the prompt: what follows the last newline at a read is the prompt, and is cut off nowhere else.
 */
export function splitPrompt(
  text: string,
  hasEnded: boolean,
): { readonly observation: string; readonly prompt: string } {
  const promptAt = hasEnded ? text.length : text.lastIndexOf('\n') + 1
  return { observation: text.slice(0, promptAt), prompt: text.slice(promptAt) }
}
