/** Hands a file to the reader, as a download: the way that every shell has. */
export function saveFile(name: string, type: string, ...parts: readonly BlobPart[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([...parts], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
