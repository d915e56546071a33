import { readFileSync, writeFileSync } from 'node:fs'
import { bundleOf } from '../../src-main/mcp/bundle/bundle.testkit'
import { HOSTILE, startRegistry, type TestRegistry, WEATHER } from '../../src-main/mcp/registry/registry.testkit'
import type { LoggedEvent } from '../../src-shared/episode/log/event'
import { MIND_TURNS, mindEpisode } from '../../src-shared/episode/state/mind-episode.testkit'
import { sampleEpisode } from '../../src-shared/episode/state/sample-episode.testkit'
import { writeLog } from '../kit/compared-episodes'
import { type AppSetup, button, expect, region, startExplorer, test, type TestApp } from '../kit/launch-app'
import { openOnly, useLooks, withLog } from '../kit/looks'

/** Checks everything that opens over the window, or in one of its tabs. */
const { state, view } = useLooks()
const log = sampleEpisode({ turns: 40 })
const played = withLog(log)
const nothingPlayed: AppSetup = {}
const dialog = ({ page }: TestApp, name: string) => page.getByRole('dialog', { name })
const press = ({ page }: TestApp, ...keys: readonly string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

/** A sheet that a key opens beside an open episode. */
const sheet = (title: string, key: string, setup = played) =>
  view(`sheet ${title.toLowerCase()}`, setup, async (app) => {
    await openOnly(app)
    await press(app, '5', key)
    await expect(dialog(app, title)).toBeVisible()
  })

sheet('New episode', 'ControlOrMeta+e')
sheet('Keyboard shortcuts', '?')
sheet('Command palette', 'ControlOrMeta+k')
sheet('Go to turn', ':')
sheet('Pause rules', 'p')
sheet('Note on turn 20', 'n')
sheet('Rename episode', 'F2')
sheet('Delete episode', 'Delete')
const withFindings = log.map((event) =>
  event.event_type === 'observation_made' && event.turn === 3
    ? {
        ...event,
        text: 'A note: the key is sk-abcdefghijklmnopqrstuvwxyz0123456789 and it lies in /home/ada/a/very/long/path/that/goes/on/and/on/secret.txt',
      }
    : event,
)
sheet('Export episode', 'ControlOrMeta+s', withLog(withFindings))

view('new episode with a model and every choice', nothingPlayed, async (app) => {
  await press(app, 'ControlOrMeta+e')
  await dialog(app, 'New episode')
    .getByRole('radio', { name: /^AI model/ })
    .check()
  for (const group of await dialog(app, 'New episode').locator('summary').all()) await group.click()
})

view('help', played, async (app) => {
  await openOnly(app)
  await press(app, 'F1')
  await expect(dialog(app, 'Help').getByRole('textbox', { name: 'Search help' })).toBeFocused()
  await app.page.keyboard.type('handicap')
  await press(app, 'Enter')
  await expect(dialog(app, 'Help').getByRole('heading', { name: 'Handicap and death' })).toBeFocused()
})

view('help contents', nothingPlayed, async (app) => {
  await press(app, 'F1')
  await expect(dialog(app, 'Help').getByRole('article')).toBeVisible()
})

view('legend', played, async (app) => {
  await openOnly(app)
  await button(app.page, 'Legend of marks').click()
  await expect(dialog(app, 'Legend of marks')).toContainText('Your bookmark')
})

view('explanation', nothingPlayed, async (app) => {
  await press(app, 'ControlOrMeta+e')
  await button(app.page, 'What are the players?').click()
  await expect(dialog(app, 'New episode')).toContainText('the explorer follows rules')
})

view('figures', played, async (app) => {
  await openOnly(app)
  await button(app.page, 'Show as table').click()
  await expect(dialog(app, 'Episode figures')).toBeVisible()
})

view('about', nothingPlayed, async (app) => {
  await button(app.page, 'Version 0.1.0').click()
  await expect(dialog(app, 'About ZorkGPT')).toContainText('Third-party licences')
})

view('stories', nothingPlayed, async (app) => {
  await button(app.page, 'Stories').click()
  await dialog(app, 'Stories').getByText('Details', { exact: true }).first().click()
  await expect(dialog(app, 'Stories')).toContainText('Full support')
})

const inSettings: AppSetup = {
  settings:
    '[mcp.weather-of-the-fells]\ncommand = ["uvx", "weather-server", "--city", "Merrow"]\nenvironment = { LOG_LEVEL = "debug" }\n\n[mcp.archive]\nurl = "https://archive.example.org/mcp"\n',
}
view('server of the settings', inSettings, async (app) => {
  await button(app.page, 'MCP servers').click()
  await dialog(app, 'MCP servers')
    .getByRole('button', { name: /^weather-of-the-fells/ })
    .click()
  await expect(dialog(app, 'MCP servers')).toContainText('uvx weather-server --city Merrow')
  await expect(dialog(app, 'MCP servers')).toContainText(/zorkgpt\.toml, line \d+\. Edit it there\./)
})

for (const page of ['Model', 'Secrets', 'All settings', 'Appearance'])
  view(`settings ${page.toLowerCase()}`, nothingPlayed, async (app) => {
    await button(app.page, 'Settings').click()
    await dialog(app, 'Settings').getByRole('tab', { name: page }).click()
    await expect(dialog(app, 'Settings').getByRole('tabpanel')).not.toContainText('Reading')
  })

const openServers = async (app: TestApp) => {
  await button(app.page, 'MCP servers').click()
  const panel = dialog(app, 'MCP servers')
  await panel.getByRole('button', { name: 'Test all' }).click()
  await expect(panel).toContainText('1 of 1 server answered.')
  return panel
}
for (const [tab, text] of [
  ['Form', 'What will be executed'],
  ['JSON', 'mcpServers'],
  ['Tools', 'about'],
  ['Log', 'initialize'],
] as const)
  view(`servers ${tab.toLowerCase()}`, nothingPlayed, async (app) => {
    const panel = await openServers(app)
    await panel.getByRole('tab', { name: tab }).click()
    await expect(panel.getByRole('tabpanel')).toContainText(text)
  })

let registry: TestRegistry
test.beforeAll(async () => {
  registry = await startRegistry([WEATHER, ...HOSTILE])
})
test.afterAll(() => registry.close())
const withRegistry: AppSetup = { registries: () => [registry.address] }
for (const [name, found] of [
  ['server of a registry', /io.github.fells/],
  ['server of a registry that is refused', /evil.shell/],
] as const)
  view(name, withRegistry, async (app) => {
    await button(app.page, 'MCP servers').click()
    await dialog(app, 'MCP servers').getByRole('button', { name: 'Find…' }).click()
    const sheet = dialog(app, 'Find a server')
    await sheet.getByRole('button', { name: 'Search', exact: true }).click()
    await sheet.getByRole('button', { name: found }).click()
    await expect(sheet.getByRole('region', { name: /^About/ })).toBeVisible()
  })

view('bundle of a server', nothingPlayed, async (app) => {
  await button(app.page, 'MCP servers').click()
  await dialog(app, 'MCP servers').getByRole('button', { name: 'Import…' }).click()
  const chooser = app.page.waitForEvent('filechooser')
  await app.page.getByRole('button', { name: 'Open a bundle (.mcpb)…' }).click()
  const file = { name: 'lamp.mcpb', mimeType: 'application/zip', buffer: Buffer.from(bundleOf()) }
  await (await chooser).setFiles(file)
  await expect(dialog(app, 'Open a bundle')).toContainText('Merrow Lamps')
})

let failures = 0
const failing = log.map((event) =>
  event.event_type === 'mcp_tool_result' && failures++ % 3 === 0
    ? ({ ...event, event_type: 'mcp_tool_timeout', timeout_seconds: 30, duration_ms: 30_000 } as LoggedEvent)
    : event,
)
view('servers log of a server that fails often', withLog(failing), async (app) => {
  const panel = await openServers(app)
  await panel.getByRole('tab', { name: 'Log' }).click()
  await expect(panel.getByRole('tabpanel')).toContainText('It fails often.')
})

state('servers with a fault', {}, async (app) => {
  const file = JSON.parse(readFileSync(app.mcpConfig, 'utf8')) as { mcpServers: Record<string, unknown> }
  writeFileSync(
    app.mcpConfig,
    JSON.stringify(
      {
        mcpServers: {
          ...file.mcpServers,
          'a-server-with-a-rather-long-name-for-weather-and-tides': {
            command: 'no-such-program',
            args: ['--flag', 'a value with spaces'],
            env: { WEATHER_API_KEY: '${secret:WEATHER}' },
          },
          off: { command: 'node', disabled: true },
          remote: { url: 'https://example.org/mcp' },
        },
      },
      null,
      2,
    ),
  )
  await button(app.page, 'MCP servers').click()
  await dialog(app, 'MCP servers')
    .getByRole('button', { name: /^a-server-with/ })
    .click()
  await expect(dialog(app, 'MCP servers')).toContainText('Secret WEATHER is not stored yet.')
})

view('server added by the form, with a secret variable', nothingPlayed, async (app) => {
  await button(app.page, 'MCP servers').click()
  const panel = dialog(app, 'MCP servers')
  await panel.getByRole('button', { name: 'Add server' }).click()
  await panel.getByRole('textbox', { name: 'Name of a new variable' }).fill('WEATHER_API_KEY')
  await press(app, 'Enter')
  await panel.getByRole('button', { name: 'Store WEATHER_API_KEY as a secret' }).click()
  await expect(panel.getByLabel(/^Value of the secret/)).toBeFocused()
})

view('servers imported', nothingPlayed, async (app) => {
  await button(app.page, 'MCP servers').click()
  await dialog(app, 'MCP servers').getByRole('button', { name: 'Import…' }).click()
  await dialog(app, 'Import servers')
    .getByRole('textbox', { name: 'Paste a snippet' })
    .fill(
      '{ "mcpServers": { "weather": { "command": "npx", "args": ["-y", "@h/weather"], "env": { "WEATHER_API_KEY": "k-123456" } } } }',
    )
  await expect(dialog(app, 'Import servers').getByRole('region', { name: /^Entry of weather/ })).toBeVisible()
})

view('servers saved', nothingPlayed, async (app) => {
  const panel = await openServers(app)
  await panel.getByRole('tab', { name: 'Tools' }).click()
  await panel.getByRole('switch', { name: 'Offer think to the agent' }).uncheck()
  await panel.getByRole('button', { name: 'Save…' }).click()
  await expect(dialog(app, 'Save mcp_config.json').getByRole('region', { name: 'Changes' })).toBeVisible()
})

state('trash', withLog(log), async (app) => {
  await openOnly(app)
  await press(app, 'Delete')
  await expect(dialog(app, 'Delete episode')).toBeVisible()
  await press(app, 'Enter')
  await expect(app.page.getByText(/^Deleted “Explorer · seed 1 · .+”\.$/)).toBeVisible()
  await button(app.page, 'Trash').click()
  await expect(dialog(app, 'Trash')).toContainText('The Sample')
})

view('empty trash', nothingPlayed, async (app) => {
  await button(app.page, 'Trash').click()
  await expect(dialog(app, 'Trash')).toContainText('Deleted episodes appear here')
})

view('models on this computer', nothingPlayed, async (app) => {
  await press(app, 'ControlOrMeta+k')
  await app.page.keyboard.type('models on this computer')
  await press(app, 'Enter')
  await expect(dialog(app, 'Models on this computer').getByRole('button', { name: /^Download / })).not.toHaveCount(0)
})

const threePlayed: AppSetup = {
  prepare(dataFolder) {
    for (const id of ['first', 'second', 'third']) writeLog(dataFolder, id, log)
  },
}
view('three selected rows', threePlayed, async ({ page }) => {
  await region(page, 'Episodes').getByRole('checkbox').first().click()
  const selected = region(page, 'Episodes').getByRole('row', { selected: true })
  await expect(selected).toHaveCount(1)
  for (const count of [2, 3]) {
    await page.keyboard.press('Shift+ArrowDown')
    await expect(selected).toHaveCount(count)
  }
})

view('library without a match', played, async (app) => {
  await openOnly(app)
  await region(app.page, 'Episodes').getByLabel('Filter episodes').fill('xyzzy')
  await expect(region(app.page, 'Episodes')).toContainText('No episode matches “xyzzy”.')
})

state('first run', { isFirstRun: true }, async ({ page }) => {
  await expect(region(page, 'First steps')).toBeVisible()
  await button(page, 'Pause playback').click()
})

view('tour', played, async (app) => {
  await openOnly(app)
  await press(app, 'F1')
  await button(app.page, 'Show me around').click()
  await press(app, 'Enter', 'Enter')
  await expect(dialog(app, 'Map 3 of 5')).toBeVisible()
})

state('marks and notes', withLog(log), async (app) => {
  await openOnly(app)
  await press(app, '5', 'm', 'b', 'n')
  await expect(app.page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await app.page.keyboard.type('The agent goes round in circles here; it should have tried the cellar first.')
  await press(app, 'ControlOrMeta+Enter')
  await expect(region(app.page, 'Story').getByRole('note')).toBeVisible()
  await region(app.page, 'Timeline').getByLabel('Timeline axis').selectOption('time')
})

view('all that is said of a turn', played, async (app) => {
  await openOnly(app)
  await press(app, '5')
  await button(app.page, 'Filter: Story').click()
  await region(app.page, 'Story').getByRole('button', { name: 'All', exact: true }).click()
  await expect(region(app.page, 'Story')).toContainText('Conclusion')
  await press(app, 'Escape')
  await expect(button(app.page, 'Filter: All')).toBeFocused()
})

/** Splits the first thinking call of a turn into several. */
function withThoughts(turn: number, thoughts: readonly object[]): readonly LoggedEvent[] {
  const grown = log.flatMap((event): readonly LoggedEvent[] => {
    if (!('call_id' in event) || event.turn !== turn || event.iteration !== 1) return [event]
    return thoughts.map((given, index): LoggedEvent => ({
      ...event,
      call_id: `${event.call_id}-${index}`,
      ...(event.event_type === 'mcp_tool_call' && {
        arguments: { thoughtNumber: index + 1, totalThoughts: thoughts.length, nextThoughtNeeded: true, ...given },
      }),
    }))
  })
  return grown.map((event, seq) => ({ ...event, seq }))
}
const branch = (branchId: string, branchFromThought: number) => ({
  branchId,
  branchFromThought,
  thought: `On **${branchId}**: the gate, the wall and the well are all that I have not looked at yet.`,
})
const inspector = ({ page }: TestApp) => region(page, 'Turn inspector')
const inInspector = (
  name: string,
  tab: string,
  setup: AppSetup,
  reach: (app: TestApp) => Promise<unknown> = async () => {},
) =>
  view(`inspector ${name}`, setup, async (app) => {
    await openOnly(app)
    await app.page.setViewportSize({ width: 1280, height: 950 })
    await inspector(app).getByRole('tab', { name: tab }).click()
    await reach(app)
    // A narrow window shows either the inspector or the map.
    await press(app, 'ControlOrMeta+3')
  })

inInspector(
  'chain that straightens out',
  'Thoughts',
  withLog(
    withThoughts(40, [
      { thought: 'Two ways are open.' },
      { thought: 'North is nearer.' },
      { thought: 'No: the lamp is south.', isRevision: true, revisesThought: 2 },
    ]),
  ),
)
inInspector(
  'chain with branches',
  'Thoughts',
  withLog(withThoughts(40, [{ thought: 'Two ways are open.' }, branch('the well', 1), branch('the gate', 1)])),
)
inInspector(
  'tree of thoughts',
  'Thoughts',
  withLog(
    withThoughts(40, [
      { thought: 'Four ways are open.' },
      branch('the well', 1),
      branch('the gate', 1),
      branch('the wall', 1),
      branch('the wall from above', 4),
      branch('back', 1),
    ]),
  ),
  (app) => expect(inspector(app).getByRole('tree')).toBeVisible(),
)
inInspector('call as fields', 'Calls', played, (app) => inspector(app).locator('summary').first().click())
inInspector('call as it was logged', 'Calls', played, async (app) => {
  await inspector(app).locator('summary').first().click()
  await button(app.page, 'Raw').click()
  await expect(inspector(app)).toContainText('"event_type": "mcp_tool_result"')
})
inInspector('calls of the episode', 'Calls', played, (app) => button(app.page, 'Whole episode').click())
inInspector('request', 'Request', played, (app) => expect(inspector(app)).toContainText('Share of the request'))
inInspector('raw request', 'Request', played, (app) => button(app.page, 'Raw JSON').click())
inInspector('diff', 'Diff', played, (app) => expect(inspector(app)).toContainText('State'))

view('place objects', played, async (app) => {
  await openOnly(app)
  await region(app.page, 'Map').getByRole('tab', { name: 'Objects' }).click()
})

const minded = withLog(mindEpisode())
view('mind with a contradicted note', minded, async (app) => {
  await openOnly(app)
  const place = region(app.page, 'Map')
  await place.getByRole('tab', { name: 'Mind' }).click()
  await place.getByText('4 closed notes').click()
  await expect(place).toContainText('Contradicted in')
})
view('mind of a stuck player', minded, async (app) => {
  await openOnly(app)
  await region(app.page, 'Map').getByRole('tab', { name: 'Mind' }).click()
  await region(app.page, 'Timeline').getByRole('slider').press('Home')
  for (let turn = 0; turn < MIND_TURNS.moreStuck; turn++) await app.page.keyboard.press('j')
  await expect(region(app.page, 'Map')).toContainText('Stuck, level 2')
})

state('empty tabs', { wordsPerSecond: 2 }, async (app) => {
  await startExplorer(app.page)
  await app.page.setViewportSize({ width: 1280, height: 950 })
  await region(app.page, 'Map').getByRole('tab', { name: 'Mind' }).click()
  await expect(region(app.page, 'Map')).toContainText('Notes and objectives of the player appear here')
  await inspector(app).getByRole('tab', { name: 'Calls' }).click()
  await expect(inspector(app)).toContainText('Tool calls appear here as they are made.')
})
