import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CHOICE_KEPT_UNDER, schemeAtStart, THEIRS_KEPT_UNDER } from '#src/ui/theme/kept-theme.ts'
import { colorsOfGround } from '#src/ui/theme/theme.ts'

/** A browser's storage in which these were kept. */
function kept(here?: string, theirs?: string): Pick<Storage, 'getItem'> {
  const texts = new Map([
    [CHOICE_KEPT_UNDER, here],
    [THEIRS_KEPT_UNDER, theirs],
  ])
  return { getItem: (key) => texts.get(key) ?? null }
}

test.each([
  ['dark', kept('dark', 'light'), '/user/alerts', false],
  ['light', kept('light', 'dark'), '/user/live', true],
  ['dark', kept(undefined, 'dark'), '/user/alerts', false],
  ['light', kept(undefined, 'light'), '/user/live', true],
  ['dark', kept(undefined, 'system'), '/user/live', false],
  ['dark', kept(undefined, 'system'), '/user/live/window', false],
  ['dark', kept(undefined, 'system'), '/user/', false],
  ['light', kept(undefined, 'system'), '/user/alerts', false],
  ['dark', kept(undefined, 'system'), '/user/alerts', true],
  ['light', kept('system', 'dark'), '/user/alerts', false],
  // Nobody is signed in: the sign-in page comes, whose theme is the system's.
  ['light', kept(), '/user/live', false],
])('a page begins %s (%#)', (scheme, storage, pathname, systemIsDark) => {
  expect(schemeAtStart(storage, pathname, systemIsDark)).toBe(scheme)
})

test('the ground of the first picture is that of all that follow', () => {
  const page = readFileSync('index.html', 'utf8')
  expect(page.match(/background: #\w+/g)).toEqual([`background: ${colorsOfGround.dark}`, `background: ${colorsOfGround.light}`])
})
