import { expect, test } from 'vitest'
import { parseCsv } from '#shared/sheet/csv.ts'
import { csvOf } from '#src/lib/csv.ts'

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
})

test('nor does one where semicolons or tabs part cells, whatever stands in quotes', () => {
  const names = ['x;=HYPERLINK("http://evil.example")', 'a; +1', 'b\t@c', 'd;"=1+1', 'two\n=1', '1;-1']
  const text = csvOf([['Camera', ...names]])
  // As such a spreadsheet cuts it: at every sign, whether in quotes or not.
  const cells = text.split(/[;\t\r\n]/).map((one) => one.replaceAll(/^[ "]+/g, ''))
  expect(cells.filter((one) => /^[=+\-@]/.test(one))).toEqual([])
  expect(parseCsv(text)[0]?.[1]).toBe(`x;'=HYPERLINK("http://evil.example")`)
})
