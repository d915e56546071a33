import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { TabList, TabPanel } from './Tabs'

function Sample() {
  const [selected, select] = useState<'one' | 'two' | 'three'>('one')
  return (
    <>
      <TabList
        label="Sample"
        tabs={{ one: 'One', two: 'Two', three: 'Three' }}
        selected={selected}
        idPrefix="sample"
        onSelect={select}
      />
      <TabPanel idPrefix="sample" selected={selected}>{`Content of ${selected}`}</TabPanel>
    </>
  )
}
afterEach(cleanup)

it('arrows, Home and End move the selection and the focus together, wrapping around at the ends', async () => {
  render(<Sample />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('tab', { name: 'One' }))
  for (const [key, name] of [
    ['{ArrowRight}', 'Two'],
    ['{End}', 'Three'],
    ['{ArrowRight}', 'One'],
    ['{ArrowLeft}', 'Three'],
    ['{Home}', 'One'],
  ] as const) {
    await user.keyboard(key)
    const tab = screen.getByRole('tab', { name, selected: true })
    expect(document.activeElement).toBe(tab)
  }
})

it('only the selected tab is a tab stop, and it labels its panel', () => {
  render(<Sample />)
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1])
  expect(screen.getByRole('tabpanel', { name: 'One' }).textContent).toBe('Content of one')
})
