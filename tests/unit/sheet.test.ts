import { inflateRawSync } from 'node:zlib'
import { XMLParser } from 'fast-xml-parser'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readList } from '#workers/sheet/read-list.ts'
import { writeWorkbook } from '#workers/sheet/write-workbook.ts'
import type { ListRow } from '#contract/sheet-api.ts'
import { comparablePlate, isPlateLike } from '#contract/plates.ts'
import { attributeValues, colours } from '#contract/event-attributes.ts'
import { csvOf } from '#shared/sheet/write-csv.ts'
import { parseCsv } from '#shared/sheet/csv.ts'
import { colourOf, vehicleTypeOf } from '#shared/sheet/vehicle-names.ts'
import { readZip } from '#shared/sheet/zip-guard.ts'
import { deep } from '#tests/support/depth.ts'
import { hostileFiles, sheetXml, workbookOf, workbookParts, zipOf } from '#tests/support/sheets/sheet-files.ts'

const numRuns = deep(1_000, 60)
const file = (bytes: Uint8Array, name = 'list.xlsx') => new File([new Uint8Array(bytes)], name)
/** What XML can hold and a spreadsheet program would write. */
const text = fc.string({ unit: fc.constantFrom(...Array.from('AZ az09-·.*<>&"\'/粤B:#=+'), '😀', '\u00e9'), maxLength: 40 })

/** The rows of a workbook as a second reader sees them, which knows nothing of ours: the parts of the zip, and a walk through their XML. */
function secondReader(bytes: Uint8Array): string[][] {
  const parts = readZip(bytes)
  if (typeof parts === 'string') throw new Error(parts)
  const partOf = (name: string) => {
    const part = parts.find((one) => one.name === name)
    return part && Buffer.from(part.isPacked ? inflateRawSync(part.bytes) : part.bytes).toString('utf8')
  }
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    trimValues: false,
    isArray: (name) => ['row', 'c', 'si', 'r'].includes(name),
  })
  const parsed = (name: string) => parser.parse(partOf(name) ?? '<none/>') as Record<string, Record<string, unknown>>
  const words = (node: unknown): string => {
    if (typeof node === 'string') return node
    if (typeof node !== 'object' || node === null) return ''
    const { '#text': own, t } = node as { '#text'?: string; t?: unknown }
    return own ?? words(t)
  }
  const shared = ((parsed('xl/sharedStrings.xml')['sst']?.['si'] ?? []) as unknown[]).map(words)
  interface Cell {
    '@_r': string
    '@_t'?: string
    v?: unknown
    is?: unknown
  }
  const data = parsed('xl/worksheets/sheet1.xml')['worksheet']?.['sheetData'] as { row?: { '@_r': string; c?: Cell[] }[] } | ''
  const rows: string[][] = []
  for (const { '@_r': number, c: cells = [] } of (data || {}).row ?? []) {
    const row: string[] = (rows[Number(number) - 1] = [])
    for (const cell of cells) {
      const place = cell['@_r'].charCodeAt(0) - 65
      const value = words(cell.v)
      row[place] = cell['@_t'] === 's' ? (shared[Number(value)] ?? '') : cell['@_t'] === 'inlineStr' ? words(cell.is) : value
    }
  }
  return Array.from(rows, (row: string[] | undefined) => Array.from(row ?? [], (value: string | undefined) => unescaped(value ?? '')))
}

/** Signs that XML cannot hold are written `_x000D_`. */
function unescaped(value: string): string {
  return value.replaceAll(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** The rows of a list as they have to be, told from what the second reader sees by the words of the specification. */
function expected(rows: readonly string[][]): Pick<ListRow, 'row' | 'values'>[] {
  return rows.flatMap((row, index) => {
    if (index === 0 || row.every((value) => value.trim() === '')) return []
    return [{ row: index + 1, values: { plate: (row[0] ?? '').trim(), owner: (row[1] ?? '').trim() } }]
  })
}

describe('an import', () => {
  test('has the rows that a second reader sees, whatever stands in them and however the file was written', async () => {
    const rows = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom('library', 'inline', 'ours'), async (body, way) => {
        const all = [['Plate', 'Owner'], ...body]
        const bytes =
          way === 'library'
            ? workbookOf(all)
            : way === 'ours'
              ? writeWorkbook('Plates', all)
              : zipOf(workbookParts(sheetXml(noFormula(all))))
        const seen = expected(secondReader(bytes))
        const read = await readList('plates', file(bytes))
        if (seen.length === 0) expect(read).toBe('no-rows')
        else expect((read as ListRow[]).map(({ row, values }) => ({ row, values }))).toEqual(seen)
      }),
      { numRuns },
    )
  })

  test('says of each row what is wrong with it, by the rules alone', async () => {
    const plate = fc.oneof(fc.constantFrom('', 'KV 1', 'kv-1', 'A<B', 'A*', 'x'.repeat(33)), text)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(plate, text), { minLength: 1, maxLength: 20 }), async (body) => {
        const read = await readList('plates', file(workbookOf([['Plate', 'Owner'], ...body])))
        const seen = new Set<string>()
        const faults = body.flatMap(([number, owner]) => {
          const [is, of] = [number.trim(), owner.trim()]
          if (is === '' && of === '') return []
          if (is === '') return ['missing']
          if (is.length > 32 || of.length > 32) return ['too-long']
          const key = comparablePlate(is)
          if (key === '' || /[<>&,'"/\\%:#*?]/.test(is)) return ['forbidden']
          if (seen.has(key)) return ['twice']
          seen.add(key)
          return ['none']
        })
        if (faults.length === 0) expect(read).toBe('no-rows')
        else expect((read as ListRow[]).map(({ fault }) => fault?.kind ?? 'none')).toEqual(faults)
      }),
      { numRuns },
    )
  })

  test('reads what is exported, as a workbook and as text, in either language and in the writing of China', async () => {
    const contacts = [
      ['姓名', '邮箱', '电话'],
      ['=Ada', 'ada@harbor.example', '+31 10'],
      ['李文', 'li@harbor.example', '010'],
    ]
    const values = [
      { name: '=Ada', email: 'ada@harbor.example', phone: '+31 10' },
      { name: '李文', email: 'li@harbor.example', phone: '010' },
    ]
    // 姓名;邮箱;电话 and 李文 in GB 18030.
    const chinese = Buffer.from('d0d5c3fb3bd3cacfe43bb5e7bbb00d0ac0eecec43b6c6940686172626f722e6578616d706c653b303130', 'hex')
    const readAll = async (one: File) => ((await readList('contacts', one)) as ListRow[]).map((row) => row.values)
    expect(await readAll(file(writeWorkbook('Contacts', contacts)))).toEqual(values)
    expect(await readAll(file(Buffer.from(csvOf(contacts)), 'list.csv'))).toEqual(values)
    expect(await readAll(file(chinese, 'list.csv'))).toEqual(values.slice(1))
  })

  test('reads the older files of Excel, and long numbers whole', async () => {
    for (const bookType of ['biff8', 'xlsx'] as const) {
      const rows = await readList(
        'plates',
        file(
          workbookOf(
            [
              ['Plate', 'Phone'],
              ['KV 1', '0123'],
            ],
            bookType,
          ),
        ),
      )
      expect(rows).toEqual([{ row: 2, values: { plate: 'KV 1', phone: '0123' } }])
    }
    const { utils, write } = await import('xlsx')
    const book = utils.book_new(
      utils.aoa_to_sheet([
        ['Plate', 'Phone'],
        [12, 8613812345678],
      ]),
      'Plates',
    )
    const numbers = await readList('plates', file(new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)))
    expect(numbers).toEqual([{ row: 2, values: { plate: '12', phone: '8613812345678' } }])
  })
})

describe('a hostile file', () => {
  test.each([
    ['a zip bomb', 'too-large'],
    ['a zip bomb that lies of its size', 'damaged'],
    ['entries that overlap', 'overlapping'],
    ['a million rows', 'too-many-rows'],
    ['half a file', 'damaged'],
  ])('that is %s is refused: %s', async (what, reason) => {
    expect(await readList('plates', file(hostileFiles[what]?.() ?? Buffer.alloc(0)))).toBe(reason)
  })

  test('with a formula has that row refused, and its result is not taken', async () => {
    const rows = [
      ['Plate', 'Owner'],
      ['=HYPERLINK("http://evil.example")', 'Ada'],
      ['KV 1', '=1+1'],
      ['KV 2', 'Bo'],
    ]
    const read = (await readList('plates', file(zipOf(workbookParts(sheetXml(rows)))))) as ListRow[]
    expect(read.map(({ row, fault }) => [row, fault?.kind, fault?.column])).toEqual([
      [2, 'formula', 'plate'],
      [3, 'formula', 'owner'],
      [4, undefined, undefined],
    ])
  })

  test('with headings that every object has by itself has no columns, and reads as any other beside real ones', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    expect(await readList('plates', file(workbookOf([names, ['1', '2', '3', '4']])))).toBe('no-column')
    const read = (await readList(
      'plates',
      file(
        workbookOf([
          [...names, 'plate'],
          ['1', '2', '3', '4', 'KV 1'],
        ]),
      ),
    )) as ListRow[]
    expect(read).toEqual([{ row: 2, values: { plate: 'KV 1' } }])
    expect(({} as Record<string, unknown>)['1']).toBeUndefined()
  })

  test('whose sheet has the name of what every object has by itself is refused', async () => {
    const sheet = sheetXml([['Plate'], ['KV 1']])
    expect(await readList('plates', file(zipOf(workbookParts(sheet, { sheetName: '__proto__' }))))).toBe('damaged')
  })

  test('that says it is as large as a sheet can be is as large as what is in it', async () => {
    const sheet = sheetXml([['Plate'], ['KV 1']], { dimension: 'A1:XFD1048576' })
    expect(await readList('plates', file(zipOf(workbookParts(sheet))))).toEqual([{ row: 2, values: { plate: 'KV 1' } }])
  })

  test('of any bytes is refused or read, and never more', async () => {
    const good = workbookOf([['Plate'], ['KV 1'], ['KV 2']])
    const damage = fc.array(fc.tuple(fc.nat(good.byteLength - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const bytes = Buffer.from(good)
        for (const [at, value] of changes) bytes[at] = value
        const read = await readList('plates', file(bytes))
        expect(typeof read === 'string' || read.length <= 3).toBe(true)
      }),
      { numRuns },
    )
  })
})

test('a text of values reads as it was written', () => {
  const cell = fc.string({ unit: fc.constantFrom(...Array.from('ab;,\t"\n\r é粤')), maxLength: 8 })
  const width = fc.integer({ min: 2, max: 4 })
  const table = width.chain((columns) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 6 }),
  )
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';', '\t'), (body, parting) => {
      const heading = (body[0] ?? []).map((_, index) => `h${index}`)
      const rows = [heading, ...body]
      const written = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(parting)).join('\r\n')
      expect(parseCsv(written)).toEqual(rows)
    }),
    { numRuns },
  )
})

test('a pattern of a plate stands for what a regular expression of it does', () => {
  const sign = fc.constantFrom(...Array.from('aB1-* ?.'))
  fc.assert(
    fc.property(
      fc.string({ unit: sign, maxLength: 12 }),
      fc.string({ unit: fc.constantFrom(...Array.from('aB1-. ')), maxLength: 12 }),
      (pattern, plate) => {
        const source = comparablePlate(pattern).replaceAll('*', '.*').replaceAll('?', '.')
        expect(isPlateLike(pattern, plate)).toBe(new RegExp(`^${source}$`).test(comparablePlate(plate)))
      },
    ),
    { numRuns: numRuns * 10 },
  )
})

test('colours and types of vehicles are known by the names that are shown for them, in both languages', async () => {
  const { readFileSync } = await import('node:fs')
  const catalog = readFileSync('locales/zh-CN.po', 'utf8')
  const chineseOf = (english: string) => new RegExp(`^msgid "${english}"\\nmsgstr "(.*)"$`, 'm').exec(catalog)?.[1] ?? ''
  const { colourNames, vehicleTypeNames } = await import('#src/ui/event/vehicle-words.ts')
  for (const colour of colours) {
    const english = colourNames[colour]?.message ?? ''
    expect([colourOf(english), colourOf(chineseOf(english))]).toEqual([colour, colour])
  }
  for (const type of attributeValues.vehicleType.filter((one) => one !== 'other')) {
    const english = vehicleTypeNames[type]?.message ?? ''
    expect([vehicleTypeOf(english), vehicleTypeOf(chineseOf(english))]).toEqual([type, type])
  }
})

/** Texts that the helper would write as formulas, as texts. */
function noFormula(rows: readonly string[][]): string[][] {
  return rows.map((row) => row.map((value) => (value.startsWith('=') ? ` ${value}` : value)))
}
