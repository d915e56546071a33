import { z } from 'zod'
import { isProtected } from '../base/web-address'

export const httpAddress = z.url({
  protocol: /^https?$/,
  error: 'Takes an address that begins with http:// or https://, such as https://models.example.org/v1',
})

/** An address whose answers determine what is executed. */
export const protectedAddress = z.string().refine(isProtected, {
  error: 'Takes an https address, or an http address of this computer',
})
