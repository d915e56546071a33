import type { Locator, Page } from '@playwright/test'

/** A file as it is dropped: the page learns its name and what is in it, never where it lies. */
interface DroppedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Somebody with two hands, for the tests in `tasks`, each of which states in how many steps its task is done. A step
 * is what a hand does: a click, a key, a text typed in one go where the focus is, a choice in a list, a drop. Looking
 * costs nothing, so what is expected in between goes by the page itself. What a person would do in two steps is two
 * here as well: to fill a field that has not the focus is a click and a text.
 */
interface Person {
  /** So far. */
  readonly steps: number
  /** `options` as Playwright has them: the right button, Shift held, a double click, which is one step. */
  click(target: Locator, options?: Parameters<Locator['click']>[0]): Promise<void>
  /** One key, or several at once as `ControlOrMeta+k`. */
  press(key: string): Promise<void>
  /** Where the focus is. */
  type(text: string): Promise<void>
  /** An option of a `select`, by its words. */
  choose(list: Locator, option: string): Promise<void>
  /** One thing onto another with the mouse held. */
  drag(thing: Locator, target: Locator): Promise<void>
  /** Files from elsewhere, all at once. */
  drop(...files: readonly DroppedFile[]): Promise<void>
}

export function personAt(page: Page): Person {
  let steps = 0
  const step = (act: () => Promise<unknown>) => {
    steps++
    return act().then(() => {})
  }
  return {
    get steps() {
      return steps
    },
    click: (target, options) => step(() => target.click(options)),
    press: (key) => step(() => page.keyboard.press(key)),
    type: (text) => step(() => page.keyboard.type(text)),
    choose: (list, option) => step(() => list.selectOption({ label: option })),
    drag: (thing, target) => step(() => thing.dragTo(target)),
    drop: (...files) => step(() => dropFiles(page, files)),
  }
}

async function dropFiles(page: Page, files: readonly DroppedFile[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (dropped) => {
      const transfer = new DataTransfer()
      for (const { name, base64 } of dropped) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], name))
      }
      return transfer
    },
    files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') })),
  )
  await page.dispatchEvent('body', 'dragover', { dataTransfer })
  await page.dispatchEvent('body', 'drop', { dataTransfer })
}
