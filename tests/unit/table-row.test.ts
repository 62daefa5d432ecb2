import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Column } from '#src/ui/controls/table/column.ts'
import { TableRow } from '#src/ui/controls/table/table-row.tsx'

it('a text that has no room in its cell is read whole by pointing at it', () => {
  const columns: Column<string>[] = [
    { id: 'text', name: 'Text', cell: (row) => row },
    { id: 'drawn', name: 'Drawn', title: (row) => `all of ${row}`, cell: (row) => createElement('b', null, row) },
    { id: 'pressed', name: 'Pressed', cell: (row) => createElement('button', null, row) },
  ]
  const row = { row: 'Hall A', index: 0, columns, select: undefined, isChosen: false, isOpen: false, isDim: false }
  const html = renderToStaticMarkup(createElement(TableRow<string>, { ...row, tabIndex: undefined, isLong: false, measure: undefined }))
  expect(html.match(/<td[^>]*>/g)?.map((cell) => /title="([^"]*)"/.exec(cell)?.[1])).toEqual(['Hall A', 'all of Hall A', undefined])
})
