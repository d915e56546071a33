/**
 * Calls back when whoever started this program with a channel is gone, as build/scripts/start.mjs that was killed; at
 * once if that was before. Without a channel never.
 */
export function onLauncherGone(act: () => void): void {
  const { connected }: { readonly connected?: boolean } = process
  if (connected) process.once('disconnect', act)
  else if (connected === false) act()
}
