import type { Role } from '#contract/access.ts'
import type { SiteInput } from '#contract/calls/device/site-input.ts'
import { namesFor, type Viewer } from '#contract/masked.ts'
import type { MapPosition } from '#contract/site-scenes.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Db } from '../db/open.ts'
import type { Bus } from '../nodes/bus.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import type { PushHub } from '../push/hub.ts'
import { randomId } from '../runtime/secrets.ts'
import { positionColumns } from './map-columns.ts'
import { keepScene, writeLabels } from './site-scenes.ts'

interface Assigned {
  userId: string
  role: Role
}

/** Sites of organizations: made, changed, deleted and assigned to people. Whoever sees one is told that assets have changed. */
export class Sites {
  readonly #db: Db
  readonly #bus: Bus
  readonly #push: PushHub
  readonly #objects: ObjectStore

  constructor({ db, bus, push, objects }: { db: Db; bus: Bus; push: PushHub; objects: ObjectStore }) {
    this.#db = db
    this.#bus = bus
    this.#push = push
    this.#objects = objects
  }

  /** Makes a site and answers with its identifier. Fails with site-name-taken when the name is taken, too-many-scenes. */
  async add(organizationId: string, input: SiteInput): Promise<string> {
    const id = randomId()
    await this.#db.transaction().execute(async (db) => {
      await refuseTakenName(db, organizationId, input.siteName)
      const custom_scene = await keepScene(db, organizationId, input.customScene)
      await db
        .insertInto('site')
        .values({ id, organization_id: organizationId, ...toColumns(input), custom_scene, ...positionColumns(input.position ?? null) })
        .execute()
      await writeLabels(db, id, input.labels)
    })
    await this.#tell(organizationId, id)
    return id
  }

  /** Fails with site-missing, site-name-taken, too-many-scenes. A position that is not named stays, and so do labels. */
  async edit(organizationId: string, siteId: string, input: SiteInput): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await refuseTakenName(db, organizationId, input.siteName, siteId)
      const site = db.updateTable('site').where('id', '=', siteId).where('organization_id', '=', organizationId)
      const custom_scene = await keepScene(db, organizationId, input.customScene)
      const place = input.position === undefined ? {} : positionColumns(input.position)
      const { numUpdatedRows } = await site.set({ ...toColumns(input), custom_scene, ...place }).executeTakeFirst()
      if (numUpdatedRows === 0n) throw new CallFault('site-missing')
      await writeLabels(db, siteId, input.labels)
    })
    await this.#tell(organizationId, siteId)
  }

  /** Fails with site-missing, site-has-devices. */
  async remove(organizationId: string, siteId: string): Promise<void> {
    const watchers = await this.#watchers(organizationId, siteId)
    const pictures = await this.#db.transaction().execute(async (db) => {
      const device = await db
        .selectFrom('device')
        .where('site_id', '=', siteId)
        .where('organization_id', '=', organizationId)
        .select('sn')
        .executeTakeFirst()
      if (device !== undefined) throw new CallFault('site-has-devices')
      const plans = await db
        .selectFrom('site_plan')
        .where('site_id', '=', siteId)
        .where('organization_id', '=', organizationId)
        .select('picture_key')
        .execute()
      const site = db.deleteFrom('site').where('id', '=', siteId).where('organization_id', '=', organizationId)
      const { numDeletedRows } = await site.executeTakeFirst()
      if (numDeletedRows === 0n) throw new CallFault('site-missing')
      return plans.map(({ picture_key }) => picture_key)
    })
    if (pictures.length > 0) await this.#objects.delete(pictures)
    this.#push.send(watchers, { infoType: 'assets-changed', infoContent: {} })
  }

  async place(organizationId: string, siteId: string, position: MapPosition | null): Promise<void> {
    const site = this.#db.updateTable('site').where('id', '=', siteId).where('organization_id', '=', organizationId)
    const { numUpdatedRows } = await site.set(positionColumns(position)).executeTakeFirst()
    if (numUpdatedRows === 0n) throw new CallFault('site-missing')
    await this.#tell(organizationId, siteId)
  }

  /** People assigned to a site, by alias, as this viewer sees their names. */
  async users(siteId: string, viewer: Viewer) {
    const users = await this.#db
      .selectFrom('user_site_role')
      .innerJoin('user', 'user.id', 'user_site_role.user_id')
      .where('site_id', '=', siteId)
      .select(['user.id as userId', 'user.alias', 'user.email', 'user_site_role.role'])
      .orderBy('user.alias')
      .orderBy('user.id')
      .execute()
    return users.map((user) => {
      const names = namesFor(viewer, user.userId)
      return { ...user, alias: names.name(user.alias), email: names.email(user.email) }
    })
  }

  /**
   * Assigns the site to these people, and takes it from all others together with their roles on its channels. Fails with user-missing for
   * somebody who is not of the organization, or administers it.
   */
  async assign(organizationId: string, siteId: string, users: readonly Assigned[]): Promise<void> {
    const before = await this.#watchers(organizationId, siteId)
    await this.#db.transaction().execute(async (db) => {
      const known = await db
        .selectFrom('user')
        .where('organization_id', '=', organizationId)
        .where('role', '!=', 'administrator')
        .select('id')
        .execute()
      const isKnown = new Set(known.map((user) => user.id))
      const stranger = users.findIndex((user) => !isKnown.has(user.userId))
      if (stranger !== -1) throw new CallFault('user-missing', { field: `users.${stranger}.userId` })
      const channelsHere = db.selectFrom('device').where('site_id', '=', siteId).select('sn')
      let lost = db.deleteFrom('user_channel_role').where('sn', 'in', channelsHere)
      if (users.length > 0) {
        lost = lost.where(
          'user_id',
          'not in',
          users.map((user) => user.userId),
        )
      }
      await lost.execute()
      await db.deleteFrom('user_site_role').where('site_id', '=', siteId).execute()
      const rows = users.map(({ userId, role }) => ({ user_id: userId, site_id: siteId, role }))
      if (rows.length > 0) await db.insertInto('user_site_role').values(rows).execute()
    })
    const concerned = new Set([...before, ...(await this.#watchers(organizationId, siteId))])
    this.#bus.tell('rights-changed', { userIds: [...concerned] })
    this.#push.send(concerned, { infoType: 'assets-changed', infoContent: {} })
  }

  async #tell(organizationId: string, siteId: string): Promise<void> {
    this.#push.send(await this.#watchers(organizationId, siteId), { infoType: 'assets-changed', infoContent: {} })
  }

  async #watchers(organizationId: string, siteId: string): Promise<string[]> {
    const assigned = this.#db.selectFrom('user_site_role').where('site_id', '=', siteId).select('user_id')
    const users = await this.#db
      .selectFrom('user')
      .where('organization_id', '=', organizationId)
      .where((where) => where.or([where('role', '=', 'administrator'), where('id', 'in', assigned)]))
      .select('id')
      .execute()
    return users.map((user) => user.id)
  }
}

async function refuseTakenName(db: Db, organizationId: string, name: string, besides?: string): Promise<void> {
  let same = db.selectFrom('site').where('organization_id', '=', organizationId).where('name', '=', name)
  if (besides !== undefined) same = same.where('id', '!=', besides)
  if ((await same.select('id').executeTakeFirst()) !== undefined) throw new CallFault('site-name-taken', { field: 'siteName' })
}

function toColumns(input: SiteInput) {
  const { siteName, scene, city, address, contact, phone, timeZone } = input
  return { name: siteName, scene, city, address, contact, phone, time_zone: timeZone }
}
