import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type Axe from 'axe-core'
import { languages, type Language } from '#contract/enums.ts'
import { deep } from '#tests/support/depth.ts'
import { expect } from './expect.ts'

declare const axe: typeof Axe

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** What is looked for: rules by their tags or names, and some of them that are left out. */
type Rules = Pick<Axe.RunOptions, 'runOnly' | 'rules'>
/** These alone, by their names. */
export const onlyRules = (...values: string[]): Rules => ({ runOnly: { type: 'rule', values } })
export const everyRule: Rules = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  // Beside what the guidelines ask for: a column without a name is one that nobody can be told of.
  rules: { 'empty-table-header': { enabled: true } },
}
/** What another theme can change: it is colours only. */
const colours = onlyRules('color-contrast', 'link-in-text-block')
/** They compare each element with all that is behind and around it, which takes eight times as long as all other rules together. */
const slowRules = ['color-contrast', 'link-in-text-block', 'target-size']
/** The slow ones are for the long form; in the short one the main pages are looked at by every rule, all others by the quick ones. */
const withoutSlow = Object.fromEntries(slowRules.map((id) => [id, { enabled: false }]))
const usualRules: Rules = deep(everyRule, { ...everyRule, rules: { ...everyRule.rules, ...withoutSlow } })
export const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const
const widest = { width: 1920, height: 1080 } as const
/** In the long form a large screen, too. */
export const everySize = deep<readonly { width: number; height: number }[]>([...sizes, widest], sizes)
/** What everything must fit into: a page of 1280 pixels, four times as large. */
const smallest = { width: 320, height: 640 }
const softly = expect.configure({ soft: true })

/**
 * Another size of the page's window, to which the page has answered: styles follow at once, scripts that ask whether it is narrow are told with the
 * next frame. A page behind another one that is resized answers the mouse a second late, each time, until it comes forward.
 */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.bringToFront()
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** Takes a picture into the folder that the variable LOOK_AT names, for who wants to look. */
export async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['LOOK_AT']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** A page, or what stands in a frame of one. */
type Looked = Pick<Page, 'evaluate'>

/** Fails, softly, when axe finds something on the page as it stands now, or the page is wider than its window. `where` names it in the failure. */
export async function expectSound(page: Looked, where: string, rules: Rules = usualRules): Promise<void> {
  // A page that has just become narrow still has to put something else in the place of what is too wide.
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await softly.poll(excess, `${where} is wider than its window`).toBeLessThanOrEqual(0)
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axeSource)
  const { violations, passes, incomplete } = await page.evaluate(runAxe, rules)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  expect.soft(found, where).toEqual([])
  // Text over a picture is incomplete: axe cannot tell its background.
  expect(passes.length + incomplete.length, `axe has looked at ${where}`).toBeGreaterThan(0)
}

/**
 * What axe finds. Where a list has been scrolled to is chance: what has slid halfway behind a bar that stays in its place is as large as ever, and so
 * what seems too small to be hit is looked at once more in the middle of what it scrolls in.
 */
async function runAxe(rules: Rules): Promise<Axe.AxeResults> {
  const results = await axe.run({ ...rules, resultTypes: ['violations'] })
  for (const violation of results.violations.filter(({ id }) => id === 'target-size')) {
    const small: Axe.NodeResult[] = []
    for (const node of violation.nodes) {
      const [selector] = node.target
      if (typeof selector === 'string') document.querySelector(selector)?.scrollIntoView({ block: 'center' })
      const again = await axe.run({ include: node.target }, { runOnly: { type: 'rule', values: [violation.id] } })
      if (again.violations.length > 0) small.push(node)
    }
    violation.nodes = small
  }
  return { ...results, violations: results.violations.filter(({ nodes }) => nodes.length > 0) }
}

/**
 * Fails, softly, when a text is cut off on the smallest of pages and nothing shows that it goes on: an ellipsis, or something that scrolls
 * within a page or dialog. What is open stays open; the size is as before afterwards.
 */
export async function expectWholeTexts(page: Page, where: string): Promise<void> {
  const before = page.viewportSize()
  await resize(page, smallest)
  await look(page, `${where.replaceAll(/\W+/g, '-')}-${smallest.width}`)
  await softly.poll(() => page.evaluate(findCutTexts), `texts that are cut off, ${where}, ${smallest.width}`).toEqual([])
  if (before !== null) await resize(page, before)
}

function findCutTexts(): string[] {
  const cut: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    range.selectNodeContents(text)
    const { left, right, width } = range.getBoundingClientRect()
    if (width === 0) continue
    let isOwnLine = true
    for (let around = text.parentElement; around !== null; around = around.parentElement) {
      const style = getComputedStyle(around)
      const box = around.getBoundingClientRect()
      // For screen readers alone.
      if (style.clipPath !== 'none' || style.opacity === '0') break
      if (style.display === 'inline') continue
      // An ellipsis comes at the end of lines that are the element's own.
      const scrolls = /auto|scroll/.test(style.overflowX) && !around.matches('dialog, [popover]')
      if (scrolls || (isOwnLine && style.textOverflow === 'ellipsis')) break
      const isEdge = style.overflowX !== 'visible' || around === document.body
      if (isEdge && (left < box.left - 1 || right > box.right + 1)) cut.push(text.textContent ?? '')
      isOwnLine = false
    }
  }
  return cut
}

/** What a page is looked at in: each size and each theme, where the second theme changes colours alone. */
const allLooks = everySize.flatMap((size) => [
  { size, theme: 'dark', rules: everyRule },
  { size, theme: 'light', rules: colours },
])
/** One of them has what is wide and dark, the other what is narrow and light. */
const shortLooks = [[{ size: sizes[0], theme: 'dark', rules: usualRules }], [{ size: sizes[1], theme: 'light', rules: usualRules }]]

/** What this page is looked at in: in the short form one look of the two by its name, half of all pages each. */
const looksAt = (where: string) => deep(allLooks, shortLooks[where.length % 2] ?? [])

/**
 * `expectSound` in both themes, wide and narrow, without a reload: what is open stays open. Theme and size are as before afterwards. An eighth of all
 * that the browser tests took was this: in the short form a page is looked at once, wide and dark or narrow and light.
 */
export async function expectSoundEverywhere(page: Page, where: string): Promise<void> {
  const before = page.viewportSize()
  const choice = await page.evaluate(() => localStorage.getItem('sightline.theme'))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { size, theme, rules } of looksAt(where)) {
    await resize(page, size)
    // A page that has just begun forgets what is kept of a person, as nobody is signed in.
    await expect(async () => {
      await chooseTheme(page, theme)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme, { timeout: 1_000 })
    }).toPass({ timeout: 20_000 })
    await look(page, `${where.replaceAll(/\W+/g, '-')}-${theme}-${size.width}`)
    await expectSound(page, `${where}, ${theme}, ${size.width}`, rules)
  }
  await chooseTheme(page, choice)
  if (before !== null) await resize(page, before)
}

/**
 * Has this done in each language, as if another tab had chosen it: what is open stays open. The one that was shown comes first, and is there again afterwards.
 */
export async function inEachLanguage(page: Looked, look: (language: Language) => Promise<void>): Promise<void> {
  const shown = await page.evaluate(() => document.documentElement.lang as Language)
  for (const language of [shown, ...languages.filter((one) => one !== shown)]) {
    await chooseLanguage(page, language)
    await look(language)
  }
  await chooseLanguage(page, shown)
}

async function chooseLanguage(page: Looked, language: Language): Promise<void> {
  await page.evaluate((newValue) => dispatchEvent(new StorageEvent('storage', { key: 'sightline.language', newValue })), language)
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language)
}

/** Chooses a theme as another tab would. */
async function chooseTheme(page: Page, choice: string | null): Promise<void> {
  await page.evaluate((newValue) => {
    const key = 'sightline.theme'
    if (newValue === null) localStorage.removeItem(key)
    else localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }, choice)
}
