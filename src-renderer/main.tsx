import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@fontsource-variable/literata/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import './no-code-from-text'
import { createRoot } from 'react-dom/client'
import { connectPort } from './store/connect-port'
import { keepConnected } from './store/connection-store'
import { AppWindow } from './ui/AppWindow'
import { listenToKeys } from './ui/keyboard'
import { linkToShell } from './ui/shell-link'
import { followTheme } from './ui/theme'

const closing = new AbortController()
window.addEventListener('pagehide', () => closing.abort(), { once: true })

followTheme(closing.signal)
listenToKeys(closing.signal)
linkToShell(closing.signal)
void keepConnected(connectPort, closing.signal)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root".')
createRoot(root).render(<AppWindow />)
