import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type CommandName, commands } from '#contract/plugin/command-registry.ts'
import { type Command, defineCommand, type ReplyOf, type RequestOf } from '#contract/plugin/define-command.ts'
import { list, text, wholeBetween } from '#contract/plugin/fields.ts'
import { MAX_XML_CHARACTERS, readFrame, writeCommand, writeFault, writeReply } from '#contract/plugin/xml.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'

/** Of every kind of field; each command has a recording besides (`tests/fixtures/plugin`). */
type Samples = { [Name in CommandName]?: { request: RequestOf<(typeof commands)[Name]>; reply: ReplyOf<(typeof commands)[Name]> } }

const samples = {
  connectToServer: { request: { address: 'https://video.example.org', ticket: 'a-_9', sessionId: 'b-_8' }, reply: {} },
  getOCXVersion: { request: {}, reply: { pluginVersion: '1.0.0.1914' } },
  preview: {
    request: { tabId: 'tab <1> & "two"', winIndex: 15, sn: 'N0000007', chlIndex: 255, streamType: 'sub' },
    reply: { mediaTicket: 'x'.repeat(43) },
  },
  stop: { request: { tabId: 't', winIndex: -1 }, reply: {} },
  SetPluginSize: { request: { tabId: 't', winIndex: 0, width: 1920, height: 1080 }, reply: {} },
  snap: {
    request: { tabId: 't', winIndex: 3 },
    reply: { fileName: 'a b.jpg', filePath: 'C:\\Ä\\"a" b.jpg', createTime: 1_763_700_000_123 },
  },
  CreateDownloadTask: {
    request: {
      owner: 'p-1',
      taskId: 'a-1',
      type: 'cloudArchive',
      sn: 'N0000007',
      chlIndex: 3,
      fileName: "Truck at 'gate' & yard.avi",
      startTime: 1_763_700_000_000,
      endTime: 1_763_700_004_000,
      sizeBytes: 12,
      url: '/archive-download?token=a_b&c=1',
      goodForMs: 59_000,
    },
    reply: { result: 1 },
  },
  getDownloadTasks: {
    request: { owner: 'p-1' },
    reply: {
      tasks: [
        {
          taskId: 'a-1',
          type: 'cloud',
          sn: 'N0000007',
          chlIndex: 3,
          fileName: '007.avi',
          startTime: 1,
          endTime: 2,
          createTime: 3,
          status: 'continue',
          speedKbps: 12_000,
          progressPercent: 7,
          sizeBytes: 12,
          errorCode: 0,
          needsLink: true,
        },
      ],
    },
  },
  downloadTaskControl: { request: { owner: 'p-1', taskId: 'a-1', status: 'pause' }, reply: {} },
  downloadTaskDelete: { request: { owner: 'p-1', taskId: 'a-1' }, reply: {} },
  downloadTaskOpenFolder: { request: { owner: 'p-1', taskId: 'a-1' }, reply: {} },
  updateCloudToken: { request: { owner: 'p-1', taskId: 'a-1', url: '/objects/a.mp4?until=1&signature=x', goodForMs: 600_000 }, reply: {} },
  transportApi: { request: { sn: 'N0000007', name: 'disk-health', request: '{"diskId":"hdd-1"}' }, reply: { result: '{"a":"<b>"}' } },
  getStorageInfo: {
    request: { sn: 'N0000007' },
    reply: {
      disks: [{ diskId: 'hdd-1', model: '007', status: 'normal', totalBytes: 4e12, freeBytes: 17 }],
      raid: { level: '5', status: 'normal' },
    },
  },
  getDiskHealth: {
    request: { sn: 'N0000007', diskId: 'hdd-1' },
    reply: {
      diskId: 'hdd-1',
      health: 'good',
      temperatureC: 38.5,
      powerOnHours: 9_000,
      smart: [{ id: 5, name: 'Reallocated_Sector_Ct', value: 199, worst: 199, threshold: 140, raw: 24 }],
    },
  },
  formatDisk: { request: { sn: 'N0000007', diskId: 'hdd-1' }, reply: {} },
  getSdCardStatus: { request: { sn: 'N0000007' }, reply: { status: 'none', totalBytes: 0, freeBytes: 0 } },
  formatSdCard: { request: { sn: 'N0000007' }, reply: {} },
} satisfies Samples

function bodyOf(xml: string): unknown {
  const frame = readFrame(xml)
  if (frame === undefined) throw new Error(`not read: ${xml}`)
  return frame.body
}

describe.each(Object.keys(samples) as (keyof typeof samples)[])('%s', (name) => {
  const command: Command = commands[name]

  test('its request comes back as it was', () => {
    const xml = writeCommand(command, '7', samples[name].request)
    expect(readFrame(xml)).toMatchObject({ kind: 'request', id: '7', name: command.name })
    expect(command.request.parse(bodyOf(xml))).toEqual(samples[name].request)
  })

  test('its reply comes back as it was', () => {
    const xml = writeReply(command, '7', samples[name].reply)
    expect(readFrame(xml)).toMatchObject({ kind: 'reply', id: '7', name: command.name, code: 200 })
    expect(command.reply.parse(bodyOf(xml))).toEqual(samples[name].reply)
  })

  test('is registered under the name that it has on the wire', () => expect(command.name).toBe(name))
})

test('a reply without its optional field has no such field', () => {
  expect(commands.preview.reply.parse(bodyOf(writeReply(commands.preview, '1', {})))).toEqual({})
  expect(commands.preview.reply.parse(bodyOf(writeReply(commands.preview, '1', { mediaTicket: undefined })))).toEqual({})
})

test('a failure carries its code, status and nothing else', () => {
  const xml = writeFault('snap', '9', 503)
  expect(xml).toContain('status="failed"')
  expect(readFrame(xml)).toEqual({ kind: 'reply', id: '9', name: 'snap', code: 503, body: {} })
})

describe('lists', () => {
  const command = defineCommand({
    name: 'presets',
    request: z.object({ presets: list(z.object({ index: wholeBetween(0, 255), name: text })), tags: list(text) }),
    reply: z.object({}),
  })

  test.each([0, 1, 2])('a list of %i stays a list', (length) => {
    const request = {
      presets: Array.from({ length }, (_, index) => ({ index, name: `0${index}` })),
      tags: Array.from({ length }, () => '007'),
    }
    expect(command.request.parse(bodyOf(writeCommand(command, '1', request)))).toEqual(request)
  })
})

describe('values', () => {
  const command = defineCommand({ name: 'any', request: z.object({ value: text }), reply: z.object({}) })
  const roundTrip = (value: string) => command.request.parse(bodyOf(writeCommand(command, '1', { value }))).value

  test.each([
    '007',
    '1e3',
    'true',
    '',
    ' ',
    '  padded\n',
    '&amp;',
    '&#65;',
    ']]>',
    '<!DOCTYPE x>',
    '\u{1f3a5}',
    '"\'<>&',
    '0x10',
    '__proto__',
    '%00',
  ])('%j stays what it is', (value) => expect(roundTrip(value)).toBe(value))

  test('numbers are read from digits only', () => {
    const { request } = commands.SetPluginSize
    const size = { tabId: 't', winIndex: '1', width: '640' }
    expect(request.parse({ ...size, height: '007' }).height).toBe(7)
    for (const height of ['', ' 7', '7 ', '7.5', '1e3', '0x10', '-1', '99999', '٧', 'NaN']) {
      expect(request.safeParse({ ...size, height }).success, height).toBe(false)
    }
  })

  test('a window, channel or tab that cannot be is refused', () => {
    const good = { tabId: 't', winIndex: '0', sn: 'N0000007', chlIndex: '0', streamType: 'main' }
    const { request } = commands.preview
    expect(request.safeParse(good).success).toBe(true)
    for (const bad of [
      { winIndex: '256' },
      { winIndex: '-1' },
      { chlIndex: '256' },
      { sn: '../../etc' },
      { tabId: '' },
      { tabId: 'x'.repeat(65) },
      { streamType: 'third' },
      { tabId: ['a', 'b'] },
    ]) {
      expect(request.safeParse({ ...good, ...bad }).success, JSON.stringify(bad)).toBe(false)
    }
  })
})

describe('what is not a message of ours', () => {
  const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">]><request id="1" name="snap"><tabId>&lol2;</tabId></request>`

  test.each([
    ['nothing', ''],
    ['no XML', 'hello'],
    ['JSON', '{"id":1}'],
    ['an open end', '<request id="1" name="snap">'],
    ['crossed tags', '<request id="1" name="snap"><a><b></a></b></request>'],
    ['no id', '<request name="snap"/>'],
    ['no name', '<request id="1"/>'],
    ['another root', '<command id="1" name="snap"/>'],
    ['two roots', '<request id="1" name="snap"/><request id="2" name="snap"/>'],
    ['two kinds of roots', '<request id="1" name="snap"/><reply id="1" name="snap" code="200"/>'],
    ['text after the root', '<request id="1" name="snap"/>more'],
    ['a reply without code', '<reply id="1" name="snap"/>'],
    ['a reply with a code that is no number', '<reply id="1" name="snap" code="2e2"/>'],
    [
      'an external entity',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><request id="1" name="snap"><tabId>&x;</tabId></request>',
    ],
    ['billion laughs', laughs],
    ['CDATA', '<request id="1" name="snap"><tabId><![CDATA[x]]></tabId></request>'],
    ['a forbidden character', '<request id="1" name="snap"><tabId>\u0000</tabId></request>'],
    ['a reach for the prototype', '<request id="1" name="snap"><__proto__><isAdmin>1</isAdmin></__proto__></request>'],
    ['a tower of tags', `<request id="1" name="snap">${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}</request>`],
    ['too much', `<request id="1" name="snap"><tabId>${'x'.repeat(MAX_XML_CHARACTERS)}</tabId></request>`],
  ])('%s is refused', (_, xml) => expect(readFrame(xml)).toBeUndefined())

  test('an entity that was not declared stays text', () => {
    expect(readFrame('<request id="1" name="snap"><tabId>&secret;</tabId></request>')?.body).toEqual({ tabId: '&secret;' })
  })

  test('layout between elements means nothing', () => {
    const xml = '<?xml version="1.0"?>\n<request id="1" name="snap">\n  <tabId>t</tabId>\n  <winIndex>2</winIndex>\n</request>\n'
    expect(commands.snap.request.parse(bodyOf(xml))).toEqual({ tabId: 't', winIndex: 2 })
  })

  test('two thousand damaged messages are read or refused, and never throw', () => {
    const random = new SeededRandom(31_853)
    const names = Object.keys(samples) as (keyof typeof samples)[]
    let read = 0
    for (let round = 0; round < 2_000; round++) {
      const name = names[random.below(names.length)] as keyof typeof samples
      const command: Command = commands[name]
      const frame = readFrame(random.mutate(Buffer.from(writeCommand(command, '7', samples[name].request))).toString())
      if (frame === undefined) continue
      read += 1
      command.request.safeParse(frame.body)
    }
    expect(read).toBeGreaterThan(20)
    expect(read).toBeLessThan(1_000)
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })

  test('a thousand odd texts come back as they were', () => {
    const command = defineCommand({ name: 'any', request: z.object({ value: text, list: list(text) }), reply: z.object({}) })
    const random = new SeededRandom(1914)
    const alphabet = [
      '<',
      '>',
      '&',
      '"',
      "'",
      ' ',
      '\n',
      '\t',
      ';',
      '#',
      'x',
      '0',
      '!',
      '[',
      ']',
      '-',
      '/',
      '=',
      'é',
      '影',
      '\u{1f3a5}',
      'amp;',
      'lt;',
    ]
    const odd = () => Array.from({ length: random.below(12) }, () => alphabet[random.below(alphabet.length)]).join('')
    for (let round = 0; round < 1_000; round++) {
      const request = { value: odd(), list: Array.from({ length: random.below(4) }, odd) }
      const id = odd()
      const xml = writeCommand(command, id, request)
      expect(command.request.parse(bodyOf(xml)), xml).toEqual(request)
    }
  })
})

test('elements in elements without end are read as nothing, at any depth, and end nothing', () => {
  const nested = (depth: number) => `<request id="1" name="x">${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</request>`
  expect(readFrame(nested(8))).toMatchObject({ kind: 'request', name: 'x' })
  for (const depth of [40, 1_000, 5_000, 9_000]) expect(readFrame(nested(depth))).toBeUndefined()
})
