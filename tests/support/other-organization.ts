import { deviceStatuses, deviceTypes } from '#contract/enums.ts'
import type { Db } from '#server/db/open.ts'
import { keptKeys, quickHash } from './kept-keys.ts'

/** Administers the other organization, whose every identifier must be as good as none to people of the first. */
export const OTHER_PERSON = { loginName: 'stranger', password: 'Stranger42x' }
export const OTHER_SITE_ID = 'other-site'
export const OTHER_DEVICE = { sn: 'OTHER00001', securityCode: 'OTHERCODE' }

const otherHash = quickHash(OTHER_PERSON.password)

/** Puts a second organization with a site, a device with one channel, and an administrator into the database. */
export async function addOtherOrganization(db: Db): Promise<void> {
  const organization = { id: 'other', name: 'Other Company', host: 'other.example', product_name: 'Other', page_title: 'Other Video' }
  await db
    .insertInto('organization')
    .values({ ...organization, accent_color: '#884400', logo_url: null, background_url: null, favicon_url: null })
    .execute()
  const place = { scene: 'store', city: 'Oslo', address: 'Havnegata 1', time_zone: 'Europe/Oslo' }
  await db
    .insertInto('site')
    .values({ id: OTHER_SITE_ID, organization_id: 'other', name: 'Other Site', ...place })
    .execute()
  await db
    .insertInto('user')
    .values({
      id: 'other-admin',
      organization_id: 'other',
      login_name: OTHER_PERSON.loginName,
      email: 'stranger@other.example',
      alias: 'Stranger',
      phone: '',
      role: 'administrator',
      status: 1,
      password_hash: otherHash,
      language: 'en-US',
      theme: 'system',
    })
    .execute()
  await db
    .insertInto('device')
    .values({
      sn: OTHER_DEVICE.sn,
      key_hex: await keptKeys().deviceKey(OTHER_DEVICE.securityCode, OTHER_DEVICE.sn),
      organization_id: 'other',
      site_id: OTHER_SITE_ID,
      name: 'Other Device',
      dev_type: deviceTypes.ipc,
      model: '',
      version: '',
      status: deviceStatuses.offline,
      status_since_ms: 1,
    })
    .execute()
  await db
    .insertInto('channel')
    .values({
      sn: OTHER_DEVICE.sn,
      chl_index: 0,
      name: 'Other Camera',
      status: 0,
      status_since_ms: 1,
      support_fun_json: '[]',
      streams_json: '[]',
    })
    .execute()
}
