// Configuration of electron-builder that build/electron-builder.yml lacks: the app's identity, and how it is signed.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identityOf } from './identity.mjs'

const SIGNING = [
  'CSC_LINK',
  'CSC_KEY_PASSWORD',
  'CSC_NAME',
  'WIN_CSC_LINK',
  'WIN_CSC_KEY_PASSWORD',
  'APPLE_API_KEY',
  'APPLE_API_KEY_ID',
  'APPLE_API_ISSUER',
]

/**
 * The keys of electron-builder's configuration that are not in its file. Without a certificate, macOS apps get an
 * ad-hoc signature, because Apple silicon runs no unsigned code; Apple does not notarize them. Only signed apps name an
 * update address.
 */
export function derivedConfig(env, { appId, maintainer, owner, project, isPlaceholder } = identityOf()) {
  const updates = isPlaceholder ? {} : { publish: { provider: 'github', owner, repo: project } }
  const isMacSigned = Boolean(env.CSC_LINK || env.CSC_NAME)
  return {
    appId,
    linux: { maintainer },
    mac: isMacSigned ? updates : { identity: '-', hardenedRuntime: false, notarize: false },
    win: env.WIN_CSC_LINK ? updates : {},
  }
}

/** The configuration as arguments of electron-builder's command line. */
export const asArguments = (config) => flatten(config).map(([key, value]) => `-c.${key}=${value}`)

const flatten = (config) =>
  Object.entries(config).flatMap(([key, value]) =>
    typeof value === 'object' ? flatten(value).map(([rest, leaf]) => [`${key}.${rest}`, leaf]) : [[key, value]],
  )

/**
 * The environment of electron-builder, without empty secrets, which it would use. If the key for Apple's API is given
 * as text, it is written to a file in `folder`, because electron-builder needs a file.
 */
export function signingEnvironment(env, folder) {
  const own = Object.fromEntries(Object.entries(env).filter(([name, value]) => value !== '' || !SIGNING.includes(name)))
  if (!own.APPLE_API_KEY?.includes('PRIVATE KEY')) return own
  const file = join(folder, 'AuthKey.p8')
  writeFileSync(file, own.APPLE_API_KEY, { mode: 0o600 })
  return { ...own, APPLE_API_KEY: file }
}

/** Adds `--publish never`, because electron-builder publishes on a tag in CI by default. */
export const publishNothingUnasked = (args) =>
  args.some((arg) => /^(?:--publish|-p)(?:=|$)/.test(arg)) ? args : [...args, '--publish', 'never']
