/** One plausible mistake of a maintainer, and which tests are to see it. */
export interface PlantedBreak {
  /** Short, for the command line and the output. */
  readonly name: string
  /** From the root of the repository. */
  readonly file: string
  /** Stands in the file exactly once. */
  readonly find: string
  readonly put: string
  /** What would become of the product, in a few words. */
  readonly means: string
  /**
   * Test files that are asked first; without them the one beside the file. If they see nothing, every test that
   * reaches the file is asked.
   */
  readonly tests?: readonly string[]
}

/** The source with the mistake in it. Throws for a text that is not found once: the list is older than the source. */
export function plant({ name, file, find, put }: PlantedBreak, source: string): string {
  const parts = source.split(find)
  if (parts.length !== 2) throw new Error(`${name}: ${file} holds ${parts.length - 1} times, and not once: ${find}`)
  return parts.join(put)
}
