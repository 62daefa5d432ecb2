import { createCanvas } from '@napi-rs/canvas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { avatarUpdate } from '#contract/calls/account/avatar-update.ts'
import { brandingPictureUpload } from '#contract/calls/account/branding-picture-upload.ts'
import { brandingUpdate } from '#contract/calls/account/branding-update.ts'
import { merchantLogoUpload } from '#contract/calls/account/merchant-logo-upload.ts'
import { organizationGet } from '#contract/calls/account/organization-get.ts'
import { customerWebsiteGet } from '#contract/calls/user/customer-website-get.ts'
import { TestService } from '#tests/support/service.ts'
import { upload } from '#tests/support/upload.ts'

let service: TestService

beforeEach(async () => {
  service = await TestService.start()
})
afterEach(() => service.close())

/** A real PNG, made longer behind its end to be of a size. */
function picture(bytes?: number): File {
  const png = new Uint8Array(createCanvas(8, 8).toBuffer('image/png'))
  const whole = new Uint8Array(bytes ?? png.byteLength)
  whole.set(png)
  return new File([whole], 'picture.png', { type: 'image/png' })
}

test('an administrator changes the branding, whoever opens the app sees it, and other screens are told', async () => {
  const admin = await service.signIn('admin')
  const guard = await service.openPush(await service.signIn('guard'))
  const before = await service.client().call(customerWebsiteGet, null)
  const changes = { productName: 'Harbor & Sons', pageTitle: '<b>Watch</b>', accentColor: '#AA3300' }
  const changed = await admin.call(brandingUpdate, changes)
  expect(changed).toEqual({ ...before, ...changes, accentColor: '#aa3300' })
  expect(await service.client().call(customerWebsiteGet, null)).toEqual(changed)
  expect((await admin.call(organizationGet, null)).branding).toEqual(changed)
  expect((await guard.next('resource-changed')).infoContent.resource).toBe('organization')
  expect(await admin.call(brandingUpdate, {})).toEqual(changed)
})

test('the branding is changed by administrators of that organization alone, and only to what can be shown', async () => {
  const admin = await service.signIn('admin')
  expect((await (await service.signIn('guard')).failure(brandingUpdate, { pageTitle: 'Mine' })).code).toBe(5000)
  const before = await service.client().call(customerWebsiteGet, null)
  await (await service.signIn('stranger')).call(brandingUpdate, { pageTitle: 'Theirs' })
  expect(await service.client().call(customerWebsiteGet, null)).toEqual(before)
  expect((await admin.failure(brandingUpdate, { accentColor: 'red;background:url(x)' })).detail.field).toBe('accentColor')
  expect((await admin.failure(brandingUpdate, { pageTitle: '  ' })).detail.field).toBe('pageTitle')
  expect((await admin.failure(brandingUpdate, { productName: 'two\nlines' })).detail.field).toBe('productName')
})

test('background and icon are uploaded, replaced and removed, and nothing is left behind', async () => {
  const admin = await service.signIn('admin')
  const send = (kind: 'background' | 'favicon', file: File) => upload(admin, brandingPictureUpload, { kind }, file)
  const first = await send('background', picture())
  const second = await send('background', picture())
  const icon = await send('favicon', picture())
  const logo = await upload(admin, merchantLogoUpload, {}, picture())
  if (!first.ok || !second.ok || !icon.ok || !logo.ok) throw new Error('A picture was refused.')
  const shown = await service.client().call(customerWebsiteGet, null)
  expect(shown).toMatchObject({ backgroundUrl: second.data.url, faviconUrl: icon.data.url, logoUrl: logo.data.logoUrl })
  const statusOf = async (path: string) => (await fetch(service.url + path)).status
  expect(await Promise.all([first, second, icon].map(({ data }) => statusOf(data.url)))).toEqual([404, 200, 200])
  const bare = await admin.call(brandingUpdate, { remove: ['logo', 'background', 'favicon'] })
  expect(bare).toMatchObject({ logoUrl: null, backgroundUrl: null, faviconUrl: null })
  expect(await Promise.all([second.data.url, icon.data.url, logo.data.logoUrl].map(statusOf))).toEqual([404, 404, 404])
})

test('a background or a picture of oneself over 2 MB, an icon or a logo over 500 KB, and what is no picture are refused', async () => {
  const admin = await service.signIn('admin')
  const codeOf = async (kind: 'background' | 'favicon', file: File) => {
    const answer = await upload(admin, brandingPictureUpload, { kind }, file)
    return answer.ok ? 200 : answer.code
  }
  expect(await codeOf('background', picture(2 * 1024 * 1024 + 1))).toBe(20017)
  expect(await codeOf('favicon', picture(500 * 1024 + 1))).toBe(20018)
  for (const [call, most, code] of [
    [merchantLogoUpload, 500 * 1024, 20018],
    [avatarUpdate, 2 * 1024 * 1024, 20017],
  ] as const) {
    expect(await upload(admin, call, {}, picture(most + 1))).toMatchObject({ ok: false, code })
    expect(await upload(admin, call, {}, picture(most))).toMatchObject({ ok: true })
  }
  expect(await upload(admin, merchantLogoUpload, {}, new File(['BM'], 'x.png'))).toMatchObject({ ok: false, code: 20018 })
  expect(await codeOf('background', new File(['<svg onload="alert(1)"/>'], 'x.png', { type: 'image/png' }))).toBe(20018)
  expect(await codeOf('favicon', new File([new Uint8Array([0xff, 0xd8, 0xff, 0])], 'x.jpg', { type: 'image/jpeg' }))).toBe(20018)
})
