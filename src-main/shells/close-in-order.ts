/** Takes all steps, one after another: each also if the one before it failed, which is told. Never rejects. */
export async function closeInOrder(
  steps: readonly (() => Promise<void>)[],
  onFault: (error: Error) => void,
): Promise<void> {
  for (const step of steps) await step().catch(onFault)
}
