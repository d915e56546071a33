import { findBrowser } from '../../build/scripts/find-browser.mjs'
import { whyBuild } from '../../build/scripts/outputs.mjs'
import { whyNoElectron } from '../drivers/electron'

/** Refuses a stale build, a missing browser and, with REQUIRE_ELECTRON=1, an electron driver that cannot run. */
export default function globalSetup(): void {
  const stale = whyBuild()
  if (stale) throw new Error(`The app has to be built first (npm run build): ${stale}.`)
  if (findBrowser() === null)
    throw new Error('There is no browser to test with: install Chromium, Chrome or Edge, or set CHROMIUM_PATH.')
  const reason = whyNoElectron()
  if (reason && process.env.REQUIRE_ELECTRON === '1')
    throw new Error(`The electron driver is required, and cannot run: ${reason}`)
}
