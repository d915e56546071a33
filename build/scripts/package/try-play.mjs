// For try-installer.mjs: plays in an installed app, in its window and by its command line, and checks a picture of its
// window.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const TURNS = 2
const POLL_MS = 250

/**
 * Starts the rule-based player in the window and stops it after two turns with the MCP server thoughtbox. The game runs
 * in a thread whose file is in the app's archive.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} dataFolder
 * @param {number} limitMs
 */
export async function playInWindow(page, dataFolder, limitMs) {
  const known = episodesIn(dataFolder)
  await page.getByRole('button', { name: 'New episode', exact: true }).first().click()
  const sheet = page.getByRole('dialog', { name: 'New episode' })
  await sheet.getByRole('radio', { name: /^Explorer — rule-based/ }).check()
  await sheet.getByRole('button', { name: 'Start', exact: true }).click()
  await sheet.waitFor({ state: 'hidden' })
  const started = () => episodesIn(dataFolder).find((name) => !known.includes(name))
  const events = () => eventsOf(dataFolder, started() ?? '')
  const wait = async (what, isThere) => {
    for (const until = Date.now() + limitMs; !isThere(); await sleep(POLL_MS))
      if (Date.now() > until) throw new Error(`${what} within ${limitMs / 1000} s: ${JSON.stringify(events().at(-1))}`)
  }
  await wait(`The window played no ${TURNS} turns`, () => turnsIn(events()) >= TURNS || isOver(events()))
  requireTurns(events())
  // Stops the episode, because closing the window would ask whether to quit.
  await page.keyboard.press('Shift+F8')
  await wait('The episode did not stop', () => isOver(events()))
}

/**
 * Does the same from the command line of the installed app.
 *
 * @param {readonly string[]} command
 * @param {string} dataFolder
 */
export function playInTerminal([program = '', ...words], dataFolder) {
  const known = episodesIn(dataFolder)
  const play = ['play', '--game', 'glass-weather', '--player', 'explorer', '--turns', String(TURNS), '--json']
  execFileSync(program, [...words, ...play, '--data', dataFolder], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [own = ''] = episodesIn(dataFolder).filter((name) => !known.includes(name))
  requireTurns(eventsOf(dataFolder, own))
}

/**
 * Saves a picture of the window. Fails if the window is empty: without a working graphics process the picture has one
 * color.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} file
 */
export async function lookAt(page, file) {
  const picture = await page.screenshot({ path: file })
  const colors = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    context.drawImage(bitmap, 0, 0)
    return new Set(new Uint32Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer)).size
  }, picture.toString('base64'))
  if (colors < FEWEST_COLORS) throw new Error(`The window shows ${colors} colors only: see ${file}.`)
}

const FEWEST_COLORS = 30

const turnsIn = (events) => events.filter(({ event_type: type }) => type === 'turn_completed').length
const isOver = (events) => events.some(({ event_type: type }) => type === 'episode_ended')

/** Throws unless enough turns were played, with a ready server in each. */
function requireTurns(events) {
  if (turnsIn(events) < TURNS) throw new Error(`The episode ended too early: ${JSON.stringify(events.at(-1))}`)
  const sessions = events.filter(({ event_type: type }) => type === 'mcp_session_started')
  const isReady = ({ servers }) => servers.some(({ name, state }) => name === 'thoughtbox' && state === 'ready')
  if (sessions.length < TURNS || !sessions.every(isReady)) throw new Error('The server thoughtbox was not ready.')
}

const episodesIn = (dataFolder) =>
  existsSync(dataFolder) ? readdirSync(dataFolder).filter((name) => !name.startsWith('.')) : []

function eventsOf(dataFolder, episode) {
  const file = join(dataFolder, episode, 'events.jsonl')
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}
