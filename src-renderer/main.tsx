import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@fontsource-variable/literata/wght.css'
import './kit/tokens.css'
import './kit/base.css'
import './no-code-from-text'
import { createRoot } from 'react-dom/client'
import { AppWindow } from './app/AppWindow'
import { askBeforeLeaving } from './app/ask-before-leaving'
import { loadAhead } from './app/on-demand'
import { linkToShell } from './app/shell-link'
import { listenToKeys } from './commands/keyboard'
import { connectPort } from './session/connection/connect-port'
import { keepConnected } from './session/connection/connection-store'
import { openLinksInTabs } from './session/host/tell-shell'
import { followTheme } from './session/view/theme'

const closing = new AbortController()
window.addEventListener('pagehide', () => closing.abort(), { once: true })

followTheme(closing.signal)
listenToKeys(closing.signal)
linkToShell(closing.signal)
openLinksInTabs(closing.signal)
askBeforeLeaving(closing.signal)
void keepConnected(connectPort, closing.signal)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root".')
createRoot(root).render(<AppWindow />)
void loadAhead(closing.signal)
