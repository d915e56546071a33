/**
 * Calls `act` when the process that started this one with a channel is gone (build/scripts/start.mjs); at once if it
 * already is, never without a channel.
 */
export function onLauncherGone(act: () => void): void {
  const { connected }: { readonly connected?: boolean } = process
  if (connected) process.once('disconnect', act)
  else if (connected === false) act()
}
