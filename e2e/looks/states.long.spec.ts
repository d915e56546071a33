import { chunksOf, type ScriptedReply, startScriptedEndpoint } from '../../src-main/llm/scripted-endpoint.testkit'
import type { LoggedEvent } from '../../src-shared/episode/log/event'
import { sampleEpisode } from '../../src-shared/episode/state/sample-episode.testkit'
import { prepareForkAndParent, writeLog } from '../kit/compared-episodes'
import { button, expect, region, startExplorer, startModel, type TestApp } from '../kit/launch-app'
import { goTo, openOnly, useLooks, withLog } from '../kit/looks'

/** Checks every state of the window, and representative states in all looks. */
const { state, view, every, atEnd } = useLooks()
const log = sampleEpisode({ turns: 40 })
const played = withLog(log)
const endedAs = (ended: 'won' | 'died' | 'stopped' | 'error', reason: string) =>
  withLog(log.map((event) => (event.event_type === 'episode_ended' ? { ...event, ended, reason } : event)))
const badge = ({ page }: TestApp, word: string | RegExp) =>
  expect(page.getByRole('banner').getByText(word)).toBeVisible()
const lastTurnIs = ({ page }: TestApp, name: RegExp) =>
  expect(region(page, 'Story').getByRole('article').last()).toHaveAccessibleName(name)

/** Starts an AI model that gives the same answer to every call. */
async function playWith({ page }: TestApp, reply: ScriptedReply): Promise<void> {
  const endpoint = await startScriptedEndpoint(() => reply)
  atEnd(() => endpoint.close())
  await startModel(page, endpoint.baseUrl)
}
/** A reply that starts with this text and never finishes. */
const says = (text: string): ScriptedReply => ({ kind: 'stall', chunks: chunksOf({ content: text }).slice(0, 3) })

every.state('idle', {}, async ({ page }) => {
  await expect(page.getByText('No episode open.')).toBeVisible()
  await expect(region(page, 'Map')).toContainText('Rooms appear here')
})

every.state('live', { wordsPerSecond: 12 }, async (app) => {
  await startExplorer(app.page)
  await lastTurnIs(app, /^Turn [2-9]/)
})

state('behind', { wordsPerSecond: 40 }, async (app) => {
  await startExplorer(app.page)
  await lastTurnIs(app, /^Turn [3-9]/)
  await button(app.page, 'First turn').click()
  await button(app.page, 'Next turn').click()
  await badge(app, /^Viewing 1, live/)
})

state('pausing', {}, async (app) => {
  await playWith(
    app,
    says('{"thinking": "A card is nailed to the gatepost. I read it first, for it may tell what this place is'),
  )
  await expect(region(app.page, 'Story').getByText('A card is nailed').first()).toBeVisible()
  await button(app.page, 'Pause').click()
  await badge(app, 'Pausing after this call')
  await expect(button(app.page, 'Cancel call')).toBeVisible()
})

state('paused', { wordsPerSecond: 200 }, async (app) => {
  await startExplorer(app.page)
  await lastTurnIs(app, /^Turn [2-9]/)
  await button(app.page, 'Pause').click()
  await badge(app, /^Paused/)
})

state('stepping', {}, async (app) => {
  await playWith(app, says('{"thinking": "North first'))
  await expect(region(app.page, 'Story').getByText('North first').first()).toBeVisible()
  await button(app.page, 'Pause').click()
  await button(app.page, 'Cancel call').click()
  await badge(app, /^Paused/)
  await app.page.mouse.move(0, 0)
  await button(app.page, 'Step turn').click()
  await badge(app, 'One turn, then pause')
})

state('awaiting a person', {}, async ({ page }) => {
  await button(page, 'Play yourself').click()
  await expect(page.getByRole('textbox', { name: 'Your action' })).toBeFocused()
  await expect(page.getByText('Tab completes, ↑ and ↓ recall.')).toBeVisible()
  await page.keyboard.type('take crook')
  await page.keyboard.press('Enter')
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 1' })).toContainText('human')
})

state('a call that failed', { settings: '[retry]\ninitial_delay = 600\nmax_delay = 600\n' }, async (app) => {
  await playWith(app, { kind: 'error', status: 503, body: { error: { message: 'The model is loading.' } } })
  await expect(region(app.page, 'Story')).toContainText(/Retrying in 1\d min \d+ s \(attempt 2\)/)
})

every.view('past', played, async (app) => {
  await openOnly(app)
  await app.page.keyboard.press('5')
  await badge(app, 'Turn 20 of 40')
})

view('ended at the limit', played, async (app) => {
  await openOnly(app)
  await expect(region(app.page, 'Story')).toContainText('Turn limit reached')
})

state('won', endedAs('won', 'The story says that it is won.'), async (app) => {
  await openOnly(app)
  await badge(app, 'Won')
})

state('died', endedAs('died', 'The player died on turn 40, and a death ends this episode.'), async (app) => {
  await openOnly(app)
  await badge(app, 'Died')
})

state('stopped', endedAs('stopped', 'Stopped by the reader.'), async (app) => {
  await openOnly(app)
  await badge(app, 'Stopped')
})

state(
  'ended by an error',
  endedAs(
    'error',
    'The endpoint http://127.0.0.1:1/v1 refused the connection four times. Start the model server, or choose another endpoint in Settings, and resume.',
  ),
  async (app) => {
    await openOnly(app)
    await badge(app, 'Error')
  },
)

state('recovered with a torn last line', withLog(log.slice(0, -8), '{"seq":'), async (app) => {
  await openOnly(app)
  await expect(app.page.getByRole('status').filter({ hasText: 'Restored to turn 39' })).toContainText(
    'The last event was cut off and left out.',
  )
})

state('unreadable', withLog(log.toSpliced(0, 1)), async ({ page }) => {
  await region(page, 'Episodes').getByRole('link').click()
  await expect(page.getByRole('alert')).toContainText('Nothing of the episode can be read')
  await expect(page.getByRole('alert').getByRole('button', { name: 'Delete…' })).toBeVisible()
  for (const name of ['Story', 'Map', 'Timeline'])
    await expect(region(page, name)).toContainText('This episode cannot be shown.')
})

state('opening', withLog(sampleEpisode({ turns: 2000 })), async ({ page }) => {
  // The host becomes slow and then stops sending: the window stays as it was.
  let isHeld = false
  await page.routeWebSocket(/\/socket/, (socket) => {
    let sent = Promise.resolve()
    socket.connectToServer().onMessage((message) => {
      sent = sent.then(async () => {
        await new Promise((resolve) => setTimeout(resolve, 60))
        if (!isHeld) socket.send(message)
      })
    })
  })
  await page.reload()
  await region(page, 'Episodes').getByRole('link').click()
  await expect(page.getByRole('banner')).toContainText(/of 2,000 turns/)
  isHeld = true
})

view('disconnected', played, async (app) => {
  const { page } = app
  const sockets: { close(): Promise<void> }[] = []
  let isDown = false
  await page.routeWebSocket(/\/socket/, (socket) => {
    if (isDown) return void socket.close()
    sockets.push(socket)
    socket.connectToServer()
  })
  await page.reload()
  await openOnly(app)
  await badge(app, 'Turn limit')
  isDown = true
  await Promise.all(sockets.map((socket) => socket.close()))
  await expect(page.getByRole('alert')).toContainText('Lost the host at turn 40')
})

view('find without a hit', played, async (app) => {
  await openOnly(app)
  await app.page.keyboard.press('ControlOrMeta+f')
  await app.page.keyboard.type('xyzzy')
  await app.page.getByRole('switch', { name: 'Only turns with hits' }).check()
  await expect(region(app.page, 'Story')).toContainText('No turn matches “xyzzy”.')
})

every.state('find', played, async (app) => {
  await openOnly(app)
  await app.page.keyboard.press('ControlOrMeta+f')
  await app.page.keyboard.type('the')
  await app.page.keyboard.press('Enter')
  await expect(app.page.getByRole('search').getByRole('status')).toHaveText(/^Hit \d+ of /)
})

/** Long names from a story, a model and a user. */
const LONG =
  'The Extraordinarily Long and Winding Passage beneath the Abandoned Observatory of Saint Bartholomew-upon-the-Marshes'
const longNames = JSON.parse(
  JSON.stringify(log)
    .replaceAll('The Sample', `${LONG}, a Tale in Forty Parts`)
    .replaceAll('Gallery 1', LONG)
    .replaceAll('Maze', 'Donaudampfschifffahrtsgesellschaftskapitänskajüte')
    .replaceAll('builtin/explorer-1', 'some-vendor/some-model-with-a-very-long-name-and-a-date-2026-03-02-preview'),
) as readonly LoggedEvent[]

every.state('long names', withLog(longNames), async (app) => {
  await openOnly(app)
  await app.page.keyboard.press('5')
  await app.page.keyboard.press('n')
  await expect(app.page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await app.page.keyboard.type(`${LONG}: ${LONG}`)
  await app.page.keyboard.press('ControlOrMeta+Enter')
  await expect(region(app.page, 'Story').getByRole('note').first()).toBeVisible()
})

every.state('comparison', { prepare: prepareForkAndParent }, async ({ page }) => {
  await goTo(page, '#/compare/parent/fork/14')
  await expect(region(page, 'Both stories')).toContainText('First difference: turn 11')
})

state('comparison, differences', { prepare: prepareForkAndParent }, async ({ page }) => {
  await goTo(page, '#/compare/parent/fork')
  await page.getByRole('tab', { name: 'Differences' }).click()
  await expect(page.getByRole('row', { name: /^Tokens in/ })).toHaveCount(2)
})

const withLongNames = {
  prepare(dataFolder: string) {
    prepareForkAndParent(dataFolder)
    writeLog(dataFolder, 'long', longNames)
  },
}
state('comparison with long names', withLongNames, async ({ page }) => {
  await goTo(page, '#/compare/parent/long')
  await expect(region(page, 'Both stories')).toContainText('Different from the opening')
})

view('choice of an episode to compare with', withLongNames, async ({ page }) => {
  await region(page, 'Episodes').getByRole('link').first().click()
  await expect(region(page, 'Story').getByRole('article').last()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('compare with another')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
})
