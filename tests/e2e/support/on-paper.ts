import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** A4 in points, as PDF counts. */
const A4 = [595, 842]

/** Prints what the page prints, and expects one sheet of A4 on which these texts stand and those do not. */
export async function expectOnPaper(page: Page, { seen, unseen }: { seen: readonly string[]; unseen: readonly string[] }): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  const shown = await page.evaluate(() => document.body.innerText)
  for (const text of seen) expect(shown).toContain(text)
  for (const text of unseen) expect(shown).not.toContain(text)
  await page.emulateMedia({ media: null })
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  const box = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)
  expect([Math.round(Number(box?.[1])), Math.round(Number(box?.[2]))]).toEqual(A4)
}
