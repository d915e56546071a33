import { visibleLine } from '../../base/visible-text'
import type { BundleOffer, Offer } from './offer'
import { offerPackage, whyNoStdio } from './offer-package'
import { offerRemote } from './offer-remote'
import type { RegistryPackage, RegistryServer } from './registry-server'
import { whyNoDownload } from './why-no-address'

/** A name as the schema of server.json requires it. */
const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/

/** The ways to use this server, packages first. `registry` is the address of the registry that lists it. */
export function offersOf(server: RegistryServer, registry: string): readonly (Offer | BundleOffer)[] {
  const refused = whyRefused(server)
  return [
    ...server.packages.map((offered) =>
      offered.registryType === 'mcpb' ? offerBundleFile(offered, registry) : offerPackage(offered),
    ),
    ...server.remotes.map((remote) => offerRemote(remote, registry)),
  ].map((offer) => (refused === null ? offer : { ...offer, refused }))
}

function whyRefused({ name, status }: RegistryServer): string | null {
  if (!NAME.test(name))
    return 'Its name is not one that a registry may give: it may imitate another. It cannot be added.'
  return status === 'deleted' ? 'The registry has withdrawn this server. It cannot be added.' : null
}

function offerBundleFile({ identifier: url, version, fileSha256, transport }: RegistryPackage, registry: string) {
  const shown = visibleLine(url, 500)
  return {
    label: ['Bundle', visibleLine(url, 200), version ?? ''].filter((text) => text !== '').join(' '),
    refused:
      whyNoStdio(transport) ??
      whyNoDownload(url, registry) ??
      (fileSha256 == null
        ? `The registry gives no SHA-256 of this bundle, so it cannot be checked. Download ${shown} yourself, and open the file under Import.`
        : null),
    file: { url, sha256: fileSha256 ?? '' },
  }
}
