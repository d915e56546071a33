/**
 * Describes an error of `parseArgs` in a sentence. Node does not explain how to write a value that begins with a dash.
 */
export function whyBadOptions({ message }: Error): string {
  const ambiguous = /^Option '(?:-\w, )?(--[\w-]+)[^']*' argument is ambiguous/.exec(message)?.[1]
  return ambiguous === undefined
    ? `${message.split(/\.\s/, 1)[0]}.`
    : `${ambiguous} is followed by a value that begins with a dash. Write it as ${ambiguous}=VALUE.`
}
