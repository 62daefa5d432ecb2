import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { pastedList } from '#src/features/devices/adding/pasted-list.ts'
import { parseCsv } from '#shared/sheet/csv.ts'
import { judge } from '#workers/sheet/judge.ts'

const rowsOf = (text: string) => judge('devices', { rows: parseCsv(pastedList(text)), formulas: new Set() })
const ofOne = { sn: 'SL12345678', securityCode: 'ABCDEF', name: 'Yard', site: 'North' }

test('lines that are pasted are read with headings and without, with tabs, commas, semicolons or spaces between', () => {
  const all = ['SL12345678', 'abcdef', 'Yard', 'North']
  for (const sign of ['\t', ',', ';']) {
    expect(rowsOf(all.join(sign)), sign).toEqual([{ row: 2, values: ofOne }])
    expect(rowsOf(`Site${sign}SN${sign}Code\r\nNorth${sign}sl12345678${sign}ABCDEF\r\n`)).toMatchObject([
      { values: { sn: 'SL12345678', site: 'North' } },
    ])
    expect(rowsOf(`站点${sign}序列号${sign}安全码\nNorth${sign}SL12345678${sign}ABCDEF`)).toMatchObject([
      { values: { securityCode: 'ABCDEF' } },
    ])
  }
  expect(rowsOf('SL12345678 ABCDEF Yard by the wall\nSL87654321  ABCDEF')).toMatchObject([
    { values: { sn: 'SL12345678', name: 'Yard by the wall' } },
    { values: { sn: 'SL87654321', securityCode: 'ABCDEF' } },
  ])
})

test('each line that is wrong says which column is, and the good ones stay good', () => {
  const lines = [
    'SL12345678,ABCDEF',
    'short,ABCDEF',
    'SL00000001,',
    ',ABCDEF',
    'SL00000002,ABC',
    'SL00000003,ABCDEF,a<b',
    'sl12345678,ABCDEF',
    `SL00000004,ABCDEF,${'n'.repeat(33)}`,
  ]
  const faults = rowsOf(lines.join('\n'))
  if (typeof faults === 'string') throw new Error(faults)
  expect(faults.map(({ fault }) => (fault ? `${fault.kind} ${fault.column}` : 'good'))).toEqual([
    'good',
    'label sn',
    'missing securityCode',
    'missing sn',
    'label securityCode',
    'forbidden name',
    'twice sn',
    'too-long name',
  ])
})

test('whatever is pasted is rows or a refusal, and a row without a fault can be bound', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const rows = rowsOf(text)
      if (typeof rows === 'string') return
      for (const { values, fault } of rows)
        if (fault === undefined) expect(`${values.sn} ${values.securityCode}`).toMatch(/^[A-Z0-9]{6,32} [A-Z0-9]{6,16}$/)
    }),
  )
})
