import { z } from 'zod'

export const httpAddress = z.url({
  protocol: /^https?$/,
  error: 'Takes an address that begins with http:// or https://, such as https://models.example.org/v1',
})
