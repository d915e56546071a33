/** Calls `act` when the launcher (build/scripts/start.mjs) has ended, which closes its channel. */
export function onLauncherGone(act: () => void): void {
  const { connected }: { readonly connected?: boolean } = process
  if (connected) process.once('disconnect', act)
  else if (connected === false) act()
}

/** Runs all steps in order, even if one fails; failures are reported. Never rejects. */
export async function closeInOrder(
  steps: readonly (() => Promise<void>)[],
  onFault: (error: Error) => void,
): Promise<void> {
  for (const step of steps) await step().catch(onFault)
}
