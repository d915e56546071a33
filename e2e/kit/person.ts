import type { Locator, Page } from '@playwright/test'

/** A dropped file. The page gets its name and content, never its path. */
interface DroppedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * A user with mouse and keyboard, for the tests in `tasks`, which state the number of steps of their task. A step is
 * one click, key, text typed at the focus, choice in a list, or drop. Looking is free, so expectations use the page
 * directly. Filling an unfocused field is two steps: a click and a text.
 */
interface Person {
  /** The number of steps so far. */
  readonly steps: number
  /** `options` are those of Playwright, such as the right button or Shift. A double click is one step. */
  click(target: Locator, options?: Parameters<Locator['click']>[0]): Promise<void>
  /** Presses one key, or several at once, such as `ControlOrMeta+k`. */
  press(key: string): Promise<void>
  /** Types at the focus. */
  type(text: string): Promise<void>
  /** Chooses an option of a `select` by its label. */
  choose(list: Locator, option: string): Promise<void>
  /** Drags one element onto another. */
  drag(thing: Locator, target: Locator): Promise<void>
  /** Drops files, all at once. */
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
