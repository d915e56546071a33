import './fonts.css'
import '../kit/tokens.css'
import '../kit/base.css'
import { createRoot } from 'react-dom/client'
import type { ReplayData } from '@shared/episode/export/replay-page'
import { listenToKeys } from '../commands/keyboard'
import { useConnection } from '../session/connection/connection-store'
import { openLocalEpisode } from '../session/episode/local-episodes'
import { followTheme } from '../session/view/theme'
import { ReplayWindow } from './ReplayWindow'

const closing = new AbortController()
window.addEventListener('pagehide', () => closing.abort(), { once: true })

followTheme(closing.signal)
listenToKeys(closing.signal)
useConnection.setState({ connection: { phase: 'none' } })

const root = document.getElementById('root')
if (root === null) throw new Error('replay.html has no element with the id "root".')
// Written by embedEpisode into the page.
const { annotations, ...episode } = JSON.parse(document.getElementById('episode')?.textContent ?? '') as ReplayData
const [first] = episode.events
const turn = first?.event_type === 'episode_started' ? (first.cut?.from_turn ?? 0) : 0
openLocalEpisode({ ...episode, warning: null }, { turn, event: null }, annotations)
createRoot(root).render(<ReplayWindow />)
