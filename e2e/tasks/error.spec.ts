import { acts, type ScriptedReply, startScriptedEndpoint } from '../../src-main/llm/scripted-endpoint.testkit'
import { button, expect, launchApp, region, startModel, test } from '../kit/launch-app'
import { personAt } from '../kit/person'

test('a user whose model fails reads why, fixes it, and resumes: 1 step', async ({ driver }) => {
  const app = await launchApp(driver)
  let reply: ScriptedReply = { kind: 'error', status: 404, body: { error: { message: 'There is no such model.' } } }
  const endpoint = await startScriptedEndpoint(() => reply)
  try {
    const { page } = app
    const person = personAt(page)
    await startModel(page, endpoint.baseUrl)
    const banner = page.getByRole('banner')
    await expect(region(page, 'Story')).toContainText('There is no such model.')
    // The error is shown only once.
    await expect(banner).not.toContainText('There is no such model.')
    await expect(banner.getByText('Paused', { exact: true })).toBeVisible()
    await expect(banner.getByRole('heading', { name: 'Glass Weather' })).toBeVisible()
    reply = acts('look')
    await person.click(button(page, 'Resume'))
    await expect(region(page, 'Story').getByRole('article', { name: 'Turn 1', exact: true })).toBeVisible()
    await expect(region(page, 'Story')).not.toContainText('There is no such model.')
    expect(person.steps).toBe(1)
  } finally {
    await endpoint.close()
    await app.close()
  }
})
