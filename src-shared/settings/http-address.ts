import { z } from 'zod'

/** Where a model is asked. */
export const httpAddress = z.url({
  protocol: /^https?$/,
  error: 'Takes an address that begins with http:// or https://, such as https://models.example.org/v1',
})
