import { createCanvas } from '@napi-rs/canvas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { avatarUpdate } from '#contract/calls/account/avatar-update.ts'
import { merchantLogoUpload } from '#contract/calls/account/merchant-logo-upload.ts'
import { customerWebsiteGet } from '#contract/calls/user/customer-website-get.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { almostSigned } from '#tests/support/almost.ts'
import { TestService } from '#tests/support/service.ts'
import { upload } from '#tests/support/upload.ts'

const DAY_MS = 24 * 60 * 60_000
let service: TestService

beforeEach(async () => {
  service = await TestService.start()
})
afterEach(() => service.close())

/** A real PNG, made longer behind its end to be of a size. */
function picture(bytes?: number): File {
  const canvas = createCanvas(8, 8)
  const png = new Uint8Array(canvas.toBuffer('image/png'))
  const whole = new Uint8Array(bytes ?? png.byteLength)
  whole.set(png)
  return new File([whole], 'me.png', { type: 'image/png' })
}

test('an avatar is served by a signed link, and replaces the last one', async () => {
  const guard = await service.signIn('guard')
  const first = await upload(guard, avatarUpdate, {}, picture())
  if (!first.ok) throw new Error(`Refused with ${first.code}`)
  const answer = await fetch(service.url + first.data.avatarUrl)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await answer.arrayBuffer()).byteLength).toBe(picture().size)
  expect((await guard.call(profileGet, null)).avatarUrl).toBe(first.data.avatarUrl)
  expect((await fetch(service.url + almostSigned(first.data.avatarUrl))).status).toBe(404)
  const second = await upload(guard, avatarUpdate, {}, picture())
  if (!second.ok) throw new Error(`Refused with ${second.code}`)
  expect((await fetch(service.url + first.data.avatarUrl)).status).toBe(404)
  expect((await fetch(service.url + second.data.avatarUrl)).status).toBe(200)
})

test('a picture over 2 MB is answered 20017, one over its own limit or none 20018', async () => {
  const admin = await service.signIn('admin')
  const attempt = async (call: typeof avatarUpdate | typeof merchantLogoUpload, file: File) => {
    const answer = await upload(admin, call, {}, file)
    return answer.ok ? 200 : answer.code
  }
  expect(await attempt(avatarUpdate, picture(2 * 1024 * 1024))).toBe(200)
  expect(await attempt(avatarUpdate, picture(2 * 1024 * 1024 + 1))).toBe(20017)
  expect(await attempt(merchantLogoUpload, picture(500 * 1024))).toBe(200)
  expect(await attempt(merchantLogoUpload, picture(500 * 1024 + 1))).toBe(20018)
  expect(await attempt(avatarUpdate, new File(['<svg onload="alert(1)"/>'], 'me.png', { type: 'image/png' }))).toBe(20018)
  const bmp = new File([new Uint8Array([0x42, 0x4d, 0, 0])], 'me.bmp', { type: 'image/bmp' })
  expect(await attempt(merchantLogoUpload, bmp)).toBe(20018)
  expect(await attempt(avatarUpdate, bmp)).toBe(200)
  expect(await attempt(avatarUpdate, picture(9 * 1024 * 1024))).toBe(1000)
})

test('a logo is for administrators, and shows in the branding of their organization', async () => {
  expect(await upload(await service.signIn('guard'), merchantLogoUpload, {}, picture())).toMatchObject({ ok: false, code: 5000 })
  expect(await upload(service.client(), avatarUpdate, {}, picture())).toMatchObject({ ok: false, code: 10002 })
  const logo = await upload(await service.signIn('admin'), merchantLogoUpload, {}, picture())
  if (!logo.ok) throw new Error(`Refused with ${logo.code}`)
  const { logoUrl } = await service.client().call(customerWebsiteGet, null)
  expect(logoUrl).toBe(logo.data.logoUrl)
  expect((await fetch(service.url + (logoUrl ?? ''))).status).toBe(200)
})

test('twenty pictures may be uploaded in a day', async () => {
  const guard = await service.signIn('guard')
  for (let count = 0; count < 20; count += 1) expect((await upload(guard, avatarUpdate, {}, picture())).ok).toBe(true)
  expect(await upload(guard, avatarUpdate, {}, picture())).toMatchObject({ ok: false, code: 20019 })
  service.advance(DAY_MS)
  expect((await upload(await service.signIn('guard'), avatarUpdate, {}, picture())).ok).toBe(true)
})
