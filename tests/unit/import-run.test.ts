import { expect, test } from 'vitest'
import type { ListRow } from '#contract/sheet-api.ts'
import { ImportRun, type Importer } from '#src/ui/import/import-run.ts'

const rows: ListRow[] = [
  { row: 2, values: { plate: 'A' } },
  { row: 3, values: { plate: '' }, fault: { kind: 'missing', column: 'plate' } },
  { row: 4, values: { plate: 'B' } },
  { row: 5, values: { plate: 'C' } },
  { row: 6, values: { plate: 'D' } },
]
const sheet = new File(['x'], 'list.xlsx')
const fault = Object.assign(new Error('gone'), { code: 12344, kind: 'network', detail: {} })

/** An importer with pieces of one, and what it was sent. */
function importer(change: Partial<Importer<string>> = {}) {
  const sent: string[][] = []
  const made: Importer<string> = {
    read: async () => rows,
    compare: async (sound) => ({ compared: sound.map(({ values }) => ({ standing: 'add', item: values.plate ?? '' })), room: 10 }),
    send: async (items) => {
      sent.push(items)
      return { refused: [] }
    },
    piece: 1,
    ...change,
  }
  return { made, sent }
}

const outcomesOf = (run: ImportRun<string>) => {
  const state = run.read()
  return 'rows' in state && typeof state.rows !== 'number' ? state.rows.map(({ outcome }) => outcome) : []
}

test('nothing is written before the report was looked at, and what is wrong is never sent', async () => {
  const { made, sent } = importer()
  const run = new ImportRun(made)
  await run.open(sheet)
  expect(run.read()).toMatchObject({ kind: 'report', ready: 4 })
  expect(sent).toEqual([])
  await run.send()
  expect(sent).toEqual([['A'], ['B'], ['C'], ['D']])
  expect(outcomesOf(run)).toEqual(['added', 'missing', 'added', 'added', 'added'])
})

test('what there is no room for, and what is there already, is told and not sent', async () => {
  const { made, sent } = importer({
    compare: async () => ({
      compared: [
        { standing: 'same' },
        { standing: 'add', item: 'B' },
        { standing: 'elsewhere', place: 'Fleet' },
        { standing: 'add', item: 'D' },
      ],
      room: 1,
    }),
  })
  const run = new ImportRun(made)
  await run.open(sheet)
  expect(outcomesOf(run)).toEqual(['same', 'missing', 'add', 'elsewhere', 'full'])
  await run.send()
  expect(sent).toEqual([['B']])
})

test('what is called off in the middle is told exactly, and can be gone on with', async () => {
  const { made, sent } = importer()
  const run = new ImportRun({
    ...made,
    send: async (items) => {
      if (sent.length === 1) run.stop()
      return made.send(items)
    },
  })
  await run.open(sheet)
  await run.send()
  expect(run.read()).toMatchObject({ kind: 'done', left: 2 })
  expect(outcomesOf(run)).toEqual(['added', 'missing', 'added', 'add', 'add'])
  await run.send()
  expect(sent.flat()).toEqual(['A', 'B', 'C', 'D'])
  expect(run.read()).toMatchObject({ kind: 'done', left: 0 })
})

test('a network that goes loses nothing: the rest is sent when it is back', async () => {
  let isGone = true
  const { made, sent } = importer()
  const run = new ImportRun({ ...made, send: async (items) => (isGone && sent.length === 2 ? Promise.reject(fault) : made.send(items)) })
  await run.open(sheet)
  await run.send()
  expect(run.read()).toMatchObject({ kind: 'done', left: 2, fault: { code: 12344 } })
  isGone = false
  await run.send()
  expect(sent.flat()).toEqual(['A', 'B', 'C', 'D'])
})

test('what the service refuses of a piece stands at its row', async () => {
  const { made } = importer({ piece: 3, send: async (items) => ({ refused: items[0] === 'A' ? [{ index: 1, code: 33056 }] : [] }) })
  const run = new ImportRun(made)
  await run.open(sheet)
  await run.send()
  expect(outcomesOf(run)).toEqual(['added', 'missing', 'refused', 'added', 'added'])
})

test('another file in the middle of reading is the one that is read', async () => {
  const { promise, resolve } = Promise.withResolvers<ListRow[]>()
  const { made } = importer()
  const second = new File(['y'], 'second.xlsx')
  const run = new ImportRun({
    ...made,
    read: async (file, { signal }) => {
      if (file === second) return rows.slice(0, 1)
      const read = await promise
      signal.throwIfAborted()
      return read
    },
  })
  const first = run.open(sheet)
  await run.open(second)
  resolve(rows)
  await first
  expect(outcomesOf(run)).toEqual(['add'])
})
