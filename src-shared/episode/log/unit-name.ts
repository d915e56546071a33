import { z } from 'zod'

/** The name of an experiment or of an arm. It is part of file names and addresses, so it has no separators. */
export const unitName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/,
    'takes at most 60 letters, digits, dots, hyphens and underscores, beginning with a letter or a digit',
  )
