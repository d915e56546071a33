/** Runs all steps in order, also after a step failed, which is reported. Never rejects. */
export async function closeInOrder(
  steps: readonly (() => Promise<void>)[],
  onFault: (error: Error) => void,
): Promise<void> {
  for (const step of steps) await step().catch(onFault)
}
