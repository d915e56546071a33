/** A new episode's folder name: legal on every platform, sorted by its start, e.g. `2026-11-21T10-15-30-lamp-works`. Two in one second get a number. */
export function newEpisodeId(now: Date, storyId: string, taken: (id: string) => boolean): string {
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const story = storyId.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '').slice(0, 40) || 'story'
  const base = `${stamp}-${story}`
  let id = base
  for (let count = 2; taken(id); count++) id = `${base}-${count}`
  return id
}
