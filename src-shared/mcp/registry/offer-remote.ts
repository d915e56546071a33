import { visibleLine } from '../../base/visible-text'
import { fieldsOf, type Part, textsOf, textsOfPublisher } from './input-fields'
import { keepSecrets } from './keep-secrets'
import type { Offer } from './offer'
import type { RegistryInput, RegistryRemote } from './registry-server'
import { whyNoAddress } from './why-no-address'
import { whyFormed, whyUnsafe } from './why-unsafe'

const TRANSPORTS = { 'streamable-http': 'Streamable HTTP', sse: 'SSE' } as const
const HEADER = /^[\w!#$%&'*+.^`|~-]+$/

export function offerRemote({ type, url, headers, variables }: RegistryRemote, registry: string): Offer {
  const input: RegistryInput = { ...FIXED, value: url, variables }
  const address: Part = { id: 'address', title: '', input, isRepeated: false }
  const lines = headers.map((header): Part => ({
    id: `header ${header.name}`,
    title: header.name,
    input: header,
    isRepeated: false,
  }))
  const parts = [address, ...lines]
  const isOpen = fieldsOf(address).length > 0
  const badHeader = headers.find(({ name }) => !HEADER.test(name))
  return {
    label: `${TRANSPORTS[type]} ${visibleLine(url, 200)}`,
    refused:
      (badHeader ? `“${visibleLine(badHeader.name, 100)}” is not the name of a header.` : null) ??
      whyUnsafe(parts.flatMap(textsOfPublisher)) ??
      (isOpen ? null : whyNoAddress(url, registry)),
    notes: [],
    fields: parts.flatMap(fieldsOf),
    write(answers, name, secretNames) {
      const { keep, secrets } = keepSecrets(name, secretNames)
      const [written = url] = textsOf(address, answers, keep) ?? []
      const rows = Object.fromEntries(
        lines.flatMap((part) => {
          const [text] = textsOf(part, answers, keep) ?? []
          return text === undefined ? [] : [[part.title, text] as const]
        }),
      )
      return {
        entry: {
          ...(type === 'sse' && { type }),
          url: written,
          ...(Object.keys(rows).length > 0 && { headers: rows }),
        },
        secrets,
        fault: whyFormed(parts, answers) ?? whyNoAddress(written, registry),
      }
    },
  }
}

const FIXED = {
  description: null,
  isRequired: true,
  isSecret: false,
  format: null,
  default: null,
  placeholder: null,
  choices: null,
} as const
