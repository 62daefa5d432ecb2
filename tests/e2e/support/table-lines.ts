import type { Locator } from '@playwright/test'

/**
 * How far apart, in pixels, the lines are on which the words of a row's cells stand: of each cell its first text that is seen. The font tells how far
 * below its line a text reaches, so that sizes may differ.
 */
export function spreadOfLines(row: Locator): Promise<number> {
  return row.evaluate((element) => {
    const context = document.createElement('canvas').getContext('2d')
    const isUnseen = (text: Node) => {
      for (let around = text.parentElement; around !== null && around !== element; around = around.parentElement)
        if (getComputedStyle(around).clipPath !== 'none') return true
      return false
    }
    const lineOf = (cell: Element): number[] => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        if (!text.textContent?.trim() || isUnseen(text) || context === null || text.parentElement === null) continue
        range.selectNodeContents(text)
        const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(text.parentElement)
        context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
        return [range.getBoundingClientRect().bottom - context.measureText('x').fontBoundingBoxDescent]
      }
      return []
    }
    const lines = [...element.querySelectorAll('td')].flatMap(lineOf)
    return lines.length < 2 ? Number.NaN : Math.max(...lines) - Math.min(...lines)
  })
}
