import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Column } from '#src/ui/controls/table/column.ts'
import { DataTable } from '#src/ui/controls/table/data-table.tsx'

interface Row {
  number: number
  name: string
}
const columns: Column<Row>[] = [
  { id: 'name', name: 'Name', kind: 'main', widthPx: 240, sortBy: ({ name }) => name, cell: ({ name }) => name },
  { id: 'number', name: 'Number', kind: 'number', narrow: 'second', sortBy: ({ number }) => number, cell: ({ number }) => number },
  { id: 'half', name: 'Half of it', kind: 'number', narrow: 'none', cell: ({ number }) => number / 2 },
]
const count = Number(new URLSearchParams(location.search).get('rows') ?? 100_000)
const atFirst = Array.from({ length: count }, (_, index): Row => ({ number: index + 1, name: `Event ${index + 1}` }))
const idOf = ({ number }: Row) => String(number)
const nameOf = ({ name }: Row) => name

/** A table as long as its address says, without the rest of the app. `x` takes the row away that has the focus, `n` puts one before all. */
function TablePage() {
  const [rows, setRows] = useState(atFirst)
  const [opened, setOpened] = useState<Row>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const changeRows = ({ key }: KeyboardEvent) => {
      const gone = Number(document.activeElement?.getAttribute('data-index') ?? -1)
      if (key === 'x') setRows((all) => all.filter((_, index) => index !== gone))
      if (key === 'n') setRows((all) => [{ number: 0, name: 'Event 0' }, ...all])
    }
    addEventListener('keydown', changeRows)
    return () => removeEventListener('keydown', changeRows)
  }, [])
  return (
    <>
      <h1>Events</h1>
      <p role="status">{`Open: ${opened?.name ?? 'none'}. Chosen: ${chosen.size}.`}</p>
      <DataTable
        id="lab"
        label="Events"
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowName={nameOf}
        openId={opened && idOf(opened)}
        onOpen={setOpened}
        selection={{ chosen, onChoose: setChosen }}
      />
    </>
  )
}

i18n.loadAndActivate({ locale: 'en-US', messages: {} })
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <TablePage />
    </I18nProvider>,
  )
