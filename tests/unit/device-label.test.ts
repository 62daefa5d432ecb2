import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { labelText, parseLabel } from '#contract/device-label.ts'

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('')
const word = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...characters), { minLength, maxLength }).map((all) => all.join(''))
const sn = word(5, 30).map((text) => `${text}7`)
const securityCode = word(6, 16)
const model = fc.constantFrom('SL-IPC-P2', 'DS-2CD2143G2-I', 'SL BRIDGE')
const label = fc.record({ sn, securityCode, model })

describe('the label of a device', () => {
  test('is read from what is printed on ours, whatever the device is called', () => {
    fc.assert(
      fc.property(label, (one) => {
        expect(parseLabel(labelText(one))).toEqual(one)
      }),
    )
    expect(parseLabel(labelText({ sn: 'SL12345678', securityCode: 'ABCDEF', model: 'a;SN:OTHER1' }))).toMatchObject({ sn: 'SL12345678' })
  })

  test('is read from JSON, from the query of an address, from lines and from words one after the other', () => {
    fc.assert(
      fc.property(label, (one) => {
        const texts = [
          JSON.stringify({ SerialNumber: one.sn, verify_code: one.securityCode, deviceModel: one.model }),
          `https://example.org/add?${new URLSearchParams({ sn: one.sn.toLowerCase(), code: one.securityCode, model: one.model })}`,
          `myapp://bind#${new URLSearchParams({ serial: one.sn, sc: one.securityCode, type: one.model })}`,
          `S/N: ${one.sn}\r\nSecurity code: ${one.securityCode.toLowerCase()}\r\nModel: ${one.model}`,
          `序列号：${one.sn}\n验证码：${one.securityCode}\n型号：${one.model}`,
          `${one.sn},${one.securityCode},${one.model}`,
          `www.example.org\r${one.sn}\r${one.securityCode}\r${one.model}`,
          `\uFEFF  ${one.sn} ${one.securityCode} ${one.model}\n`,
        ]
        for (const text of texts) expect(parseLabel(text), text).toEqual(one)
      }),
    )
  })

  test('may lack the code, which is typed then, and is none without a serial number', () => {
    expect(parseLabel('SL12345678')).toEqual({ sn: 'SL12345678', securityCode: '', model: '' })
    expect(parseLabel('SN:SL12345678;CODE:no')).toEqual({ sn: 'SL12345678', securityCode: '', model: '' })
    for (const text of [
      '',
      ' ',
      'https://example.org/',
      'WIFI:S:office;P:secret;;',
      'Please call the office',
      '{"sn":',
      '{"sn":{"a":1}}',
      '[]',
      'SN:<script>',
      `SN:${'1'.repeat(2_000)}`,
    ])
      expect(parseLabel(text), text).toBeUndefined()
  })

  test('is a label or none, whatever is written, and holds nothing but letters, digits and words', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.webUrl({ withQueryParameters: true })), (text) => {
        const read = parseLabel(text)
        if (read === undefined) return
        expect(read.sn).toMatch(/^[A-Z0-9]{6,32}$/)
        expect(read.securityCode).toMatch(/^([A-Z0-9]{6,16})?$/)
        expect(read.model).toMatch(/^\P{C}{0,64}$/u)
      }),
    )
  })
})
