import { expect, test } from 'vitest'
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
