import { OTHER_DEVICE, OTHER_PERSON, OTHER_SITE_ID } from '../other-organization.ts'
import { demoDevices } from '../service.ts'
import type { Owner } from './objects.ts'

/** The demonstration organization's administrator, with what is at its gate. */
export const ownOwner: Owner = {
  organizationId: 'harbor-logistics',
  userId: 'harbor-admin',
  loginName: 'admin',
  siteId: 'harbor-gate',
  sn: demoDevices.gate.sn,
  mark: 'a',
}

/** The other organization's administrator, with all that it has. */
export const otherOwner: Owner = {
  organizationId: 'other',
  userId: 'other-admin',
  loginName: OTHER_PERSON.loginName,
  siteId: OTHER_SITE_ID,
  sn: OTHER_DEVICE.sn,
  mark: 'b',
}

/** Somebody of the demonstration organization, with what is at its shop. */
export const hiddenOwner: Owner = {
  organizationId: 'harbor-logistics',
  userId: 'harbor-guard',
  loginName: 'guard',
  siteId: 'harbor-shop',
  sn: demoDevices.shop.sn,
  mark: 'd',
}

/** Nobody: identifiers of the same make, which name nothing. */
export const noOwner: Owner = {
  organizationId: 'none',
  userId: 'nobody-here',
  loginName: 'somenobody',
  siteId: 'no-such-st',
  sn: 'NOSUCH0001',
  mark: 'c',
}
