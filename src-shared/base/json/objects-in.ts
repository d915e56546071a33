/** Every outermost `{…}` of a text, found in one pass that understands strings and escapes. */
export function objectsIn(text: string): readonly string[] {
  const objects: string[] = []
  let start = 0
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (depth > 0 && inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (depth > 0 && character === '"') inString = true
    else if (character === '{' && depth++ === 0) start = at
    else if (character === '}' && depth > 0 && --depth === 0) objects.push(text.slice(start, at + 1))
  }
  return objects
}
