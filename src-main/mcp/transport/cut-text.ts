import { cutCharacters } from '@shared/base/whole-characters'

/** The text, or its first `max` characters with a line that reports the cut. */
export const cutText = (text: string, max: number): string =>
  text.length <= max ? text : `${cutCharacters(text, max)}\n[cut: the first ${max} of ${text.length} characters]`
