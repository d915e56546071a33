/** A size or a limit as text, such as "4 MB". */
export function describeBytes(bytes: number): string {
  if (bytes >= 2 ** 30) return `${rounded(bytes / 2 ** 30, 1)} GB`
  return bytes >= 2 ** 20 ? `${rounded(bytes / 2 ** 20, 0)} MB` : `${rounded(bytes, 0)} bytes`
}

const rounded = (value: number, maximumFractionDigits: number) => value.toLocaleString('en', { maximumFractionDigits })
