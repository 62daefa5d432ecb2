import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCsv } from '#shared/sheet/csv.ts'
import { unmarkFormulas } from '#shared/sheet/formula-mark.ts'
import { csvOf } from '#shared/sheet/write-csv.ts'

test('a spreadsheet reads every cell as it was, quotes and line breaks included', () => {
  expect(
    csvOf([
      ['a', 'b, c'],
      ['say "yes"', 'two\nlines'],
    ]),
  ).toBe('\uFEFFa,"b, c"\r\n"say ""yes""","two\nlines"\r\n')
})

test('a name that looks like a formula runs nothing', () => {
  expect(csvOf([['=HYPERLINK("x")', '+1', '-1', '@a']])).toBe(`\uFEFF"'=HYPERLINK(""x"")",'+1,'-1,'@a\r\n`)
  expect(csvOf([['＝1+1', '＋1', '－1', '＠a']])).toBe("\uFEFF'＝1+1,'＋1,'－1,'＠a\r\n")
})

/** Cells as a program reads them that parts by this sign, and takes quotes for quotes only where a cell begins with them. */
function cellsParted(text: string, sign: ',' | ';' | '\t'): string[] {
  const cells: string[] = []
  let [cell, isQuoted, isFresh] = ['', false, true]
  const all = text.replace('\uFEFF', '').split('')
  for (let at = 0; at < all.length; at += 1) {
    const character = all[at] ?? ''
    if (isQuoted && character === '"' && all[at + 1] === '"') cell += all[(at += 1)]
    else if (isQuoted && character === '"') isQuoted = false
    else if (!isQuoted && isFresh && character === '"') isQuoted = true
    else if (!isQuoted && (character === sign || character === '\n' || character === '\r')) {
      cells.push(cell)
      ;[cell, isFresh] = ['', true]
      continue
    } else cell += character
    isFresh = false
  }
  return [...cells, cell]
}

test('no name is a formula, whichever sign parts the cells where the file is opened, and each is read as it was', () => {
  const part = fc.constantFrom('=1+1', '+1', '-1', '@a', '＝1+1', '＠a', ';', ',', '\t', '\r\n', '\n', '"', "x'", 'Gate', ' ')
  const name = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(fc.array(name, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 3 }), (rows) => {
      const written = csvOf(rows)
      for (const sign of [',', ';', '\t'] as const) {
        expect(cellsParted(written, sign).filter((cell) => /^\s*[=+\-@＝＋－＠]/.test(cell))).toEqual([])
      }
      expect(
        parseCsv(csvOf([['a', 'b', 'c'], ...rows]))
          .slice(1)
          .map((row) => row.map(unmarkFormulas)),
      ).toEqual(rows)
    }),
    { numRuns: 500 },
  )
})
