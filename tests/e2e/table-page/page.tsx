import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useState } from 'react'
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
const rows = Array.from({ length: count }, (_, index): Row => ({ number: index + 1, name: `Event ${index + 1}` }))
const idOf = ({ number }: Row) => String(number)
const nameOf = ({ name }: Row) => name

/** A table as long as its address says, without the rest of the app. */
function TablePage() {
  const [opened, setOpened] = useState<Row>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
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
