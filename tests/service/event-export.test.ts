import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { read, utils } from 'xlsx'
import { eventExport } from '#contract/calls/event/event-export.ts'
import type { InputOf } from '#contract/define-call.ts'
import { readReply, TOKEN_HEADER, writeTokenHeader } from '#contract/envelope.ts'
import { writeRequest } from '#contract/write-request.ts'
import { noteAnswered } from '#tests/support/answered-calls.ts'
import { report, waitForEvents } from '#tests/support/seen-events.ts'
import { channel, demoDevices, TestService, type PersonName } from '#tests/support/service.ts'

let service: TestService
let span: { fromMs: number; toMs: number }
let seenAtMs: number

beforeAll(async () => {
  service = await TestService.start()
  await service.edit((db) => db.updateTable('site').set({ name: '=1+1, "the gate"' }).where('id', '=', 'harbor-gate').execute())
  const agent = await service.connectDevice(demoDevices.gate, [channel(0, { name: '大门' })])
  seenAtMs = service.now
  span = { fromMs: seenAtMs - 60_000, toMs: seenAtMs + 60_000 }
  report(agent, { event: 'plate', plate: 'KV 482 T', attributes: { vehicleType: 'van' } }, seenAtMs - 2_000)
  report(agent, { event: 'person', attributes: { age: 'youth' } }, seenAtMs)
  const person = { owner: '@Ada', birthday: '1990-12-05', idType: 'passport', idNumber: 'XE0998021' } as const
  report(agent, { event: 'face', similarity: 88, person }, seenAtMs - 4_000)
  await waitForEvents(await service.signIn('admin'), 3, service.now)
})
afterAll(() => service.close())

async function download(name: PersonName, question: Partial<InputOf<typeof eventExport>>): Promise<Response> {
  const { token = '' } = await service.signIn(name)
  const input = { ...span, format: 'csv', language: 'en-US', ...question }
  return fetch(service.url + eventExport.path, {
    method: 'POST',
    body: writeRequest(input, { id: randomUUID(), nonce: 'n', nowMs: Date.now() }),
    headers: { 'content-type': 'application/json', [TOKEN_HEADER]: writeTokenHeader(token) },
  })
}

test('events leave as a CSV file whose length is known ahead, by the clocks of the site', async () => {
  const response = await download('admin', {})
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-length': String(bytes.byteLength),
    'content-disposition': "attachment; filename*=UTF-8''events.csv",
  })
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  expect(text.startsWith('\uFEFFTime,Time zone,Event,Site,Camera,')).toBe(true)
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  noteAnswered(eventExport.path)
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam', dateStyle: 'short' }).format(seenAtMs)
  expect(lines[1]).toContain(`${local} `)
  expect(lines[1]).toContain(',Europe/Amsterdam,person,"\'=1+1, ""the gate""",大门,')
  expect(lines[2]).toContain(',KV 482 T,')
})

test('and as an Excel file, headed in Chinese', async () => {
  const response = await download('admin', { format: 'xlsx', language: 'zh-CN', kinds: ['plate'] })
  const book = read(new Uint8Array(await response.arrayBuffer()), { type: 'array' })
  const rows = utils.sheet_to_json<string[]>(book.Sheets['Events'] ?? {}, { header: 1 })
  expect(rows).toHaveLength(2)
  expect(rows[0]?.slice(0, 3)).toEqual(['时间', '时区', '事件'])
  expect(rows[1]?.slice(2, 5)).toEqual(['plate', '\'=1+1, "the gate"', '大门'])
})

test('whom a camera has recognized is in it, with the number of the document for administrators alone', async () => {
  const rowFor = async (name: PersonName) => (await (await download(name, { kinds: ['face'] })).text()).trimEnd().split('\r\n')[1]
  expect(await rowFor('admin')).toContain(",,88,'@Ada,1990-12-05,,passport,XE0998021,")
  expect(await rowFor('operator')).toContain(",,88,'@Ada,1990-12-05,,passport,***21,")
})

test('what the person may not see is not in it, and failures are envelopes', async () => {
  expect((await (await download('stranger', {})).text()).trimEnd().split('\r\n')).toHaveLength(1)
  const codeOf = async (response: Response) => {
    const reply = readReply(await response.json())
    return reply?.ok === false ? reply.code : 200
  }
  expect(await codeOf(await download('guard', {}))).toBe(5000)
  expect(await codeOf(await download('admin', { fromMs: 0 }))).toBe(33060)
  expect(await codeOf(await download('admin', { format: 'pdf' as 'csv' }))).toBe(1000)
})
