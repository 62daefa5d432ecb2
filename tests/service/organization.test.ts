import { afterEach, beforeEach, expect, test } from 'vitest'
import { organizationGet } from '#contract/calls/account/organization-get.ts'
import { organizationUpdate } from '#contract/calls/account/organization-update.ts'
import { archivesUpdate } from '#contract/calls/archive/archives-update.ts'
import { licenseOrderCancel } from '#contract/calls/licence/license-order-cancel.ts'
import { siteUserAssign } from '#contract/calls/device/site-user-assign.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { durationTypes } from '#contract/licence-terms.ts'
import { Shop } from '#tests/support/payment/shop.ts'
import { identifiersOf, putObjects } from '#tests/support/registry/objects.ts'
import { ownOwner } from '#tests/support/registry/owners.ts'
import type { PushClient } from '#tests/support/push-client.ts'
import { TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

let service: TestService
let admin: ServiceClient
/** The same administrator somewhere else, somebody of the organization who is none, and somebody of another one. */
let otherScreen: PushClient
let guard: PushClient
let stranger: PushClient

beforeEach(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  otherScreen = await service.openPush(await service.signIn('admin'))
  guard = await service.openPush(await service.signIn('guard'))
  stranger = await service.openPush(await service.signIn('stranger'))
})
afterEach(() => service.close())

/** Resources that a screen was told of, up to a change of the organization, which is made last: what came before it has come. */
async function heard(push: PushClient): Promise<string[]> {
  const resources: string[] = []
  while (resources.at(-1) !== 'organization') resources.push((await push.next('resource-changed')).infoContent.resource)
  return resources
}

test('an administrator changes what the organization tells of itself, and everybody of it reads it', async () => {
  const before = await admin.call(organizationGet, null)
  expect(before.organizationName).toBe('Harbor Logistics')
  const changed = await admin.call(organizationUpdate, {
    organizationName: 'Harbor Sons',
    city: 'Oslo',
    phone: '+47 22',
  })
  expect(changed).toEqual({ ...before, organizationName: 'Harbor Sons', city: 'Oslo', phone: '+47 22' })
  const person = await service.signIn('guard')
  expect(await person.call(organizationGet, null)).toEqual(changed)
  expect((await person.call(profileGet, null)).organizationName).toBe('Harbor Sons')
  expect((await person.failure(organizationUpdate, { city: 'Bergen' })).code).toBe(5000)
  expect((await (await service.signIn('stranger')).failure(organizationUpdate, { organizationName: 'HARBOR SONS' })).code).toBe(20042)
  expect((await admin.failure(organizationUpdate, { organizationName: '' })).detail.field).toBe('organizationName')
  expect(await admin.call(organizationUpdate, {})).toEqual(changed)
  expect((await admin.failure(organizationUpdate, { organizationName: 'harbor sons' })).code).toBe(200)
})

test('other screens are told of archives, purchases, people and rights that changed, each as far as they may see them', async () => {
  await service.edit((db) => putObjects(db, ownOwner, service.now))
  await admin.call(archivesUpdate, { archiveId: identifiersOf(ownOwner).archiveId ?? '', title: 'Gate at night' })
  await admin.call(userInvite, { kind: 'company', email: 'new@company.example' })
  await admin.call(siteUserAssign, { siteId: 'harbor-gate', users: [{ userId: 'harbor-guard', role: 'live-only' }] })
  await admin.failure(archivesUpdate, { archiveId: 'no-such-archive', title: 'Nothing' })
  await admin.call(organizationUpdate, { city: 'Oslo' })
  expect(await heard(otherScreen)).toEqual(['archives', 'people', 'people', 'organization'])
  expect(await heard(guard)).toEqual(['archives', 'organization'])
  await (await service.signIn('stranger')).call(organizationUpdate, { city: 'Bergen' })
  expect(await heard(stranger)).toEqual(['organization'])
})

test('a screen with an order hears when it was placed, cancelled, and when its time was over', async () => {
  const shop = new Shop(admin)
  const purchase = { kind: 'buy' as const, chlNum: 3, durationType: durationTypes.days30 }
  const { orderId } = await shop.order(purchase)
  await admin.call(licenseOrderCancel, { orderId })
  await shop.order(purchase)
  for (let told = 0; told < 3; told += 1) expect((await otherScreen.next('resource-changed')).infoContent.resource).toBe('purchases')
  await service.edit((db) => db.updateTable('vas_order').set({ pay_before_ms: service.now }).execute())
  expect((await otherScreen.next('resource-changed')).infoContent.resource).toBe('purchases')
})
