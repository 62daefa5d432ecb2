import { planLimits, type PlanPlace } from '#contract/map-views.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Db } from '../db/open.ts'
import { lockAccount } from '../sales/licence/account.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { randomId } from '../runtime/secrets.ts'

interface NewPlan {
  organizationId: string
  siteId: string
  planName: string
  /** In the store already. */
  pictureKey: string
  widthPx: number
  heightPx: number
}

/** Plans of sites, and where cameras stand on them. Who may is for the handlers to say. */
export class SitePlans {
  readonly #db: Db
  readonly #objects: ObjectStore

  constructor({ db, objects }: { db: Db; objects: ObjectStore }) {
    this.#db = db
    this.#objects = objects
  }

  /** Fails with plan-name-taken, too-many-plans. */
  async requireRoom(organizationId: string, siteId: string, planName: string, db: Db = this.#db): Promise<void> {
    const { count } = db.fn
    const ofOrganization = db.selectFrom('site_plan').where('organization_id', '=', organizationId)
    const { total } = await ofOrganization.select(count<number | string>('id').as('total')).executeTakeFirstOrThrow()
    const ofSite = await db.selectFrom('site_plan').where('site_id', '=', siteId).select('name').execute()
    if (ofSite.some(({ name }) => name === planName)) throw new CallFault('plan-name-taken', { field: 'planName' })
    if (ofSite.length >= planLimits.ofSite || Number(total) >= planLimits.ofOrganization) throw new CallFault('too-many-plans')
  }

  /** Answers with its identifier. Fails with plan-name-taken, too-many-plans; the picture is gone then. */
  async add({ organizationId, siteId, planName, pictureKey, widthPx, heightPx }: NewPlan): Promise<string> {
    const id = randomId()
    const row = { id, organization_id: organizationId, site_id: siteId, name: planName, picture_key: pictureKey }
    try {
      await this.#db.transaction().execute(async (db) => {
        // Whoever else adds one waits.
        await lockAccount(db, organizationId)
        await this.requireRoom(organizationId, siteId, planName, db)
        await db
          .insertInto('site_plan')
          .values({ ...row, width_px: widthPx, height_px: heightPx })
          .execute()
      })
    } catch (fault) {
      await this.#objects.delete([pictureKey])
      throw fault
    }
    return id
  }

  /** Fails with plan-missing, plan-name-taken. */
  async rename(organizationId: string, planId: string, planName: string): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      const plans = db.selectFrom('site_plan').where('organization_id', '=', organizationId)
      const plan = await plans.where('id', '=', planId).select('site_id').executeTakeFirst()
      if (plan === undefined) throw new CallFault('plan-missing')
      const same = plans.where('site_id', '=', plan.site_id).where('name', '=', planName).where('id', '!=', planId)
      if ((await same.select('id').executeTakeFirst()) !== undefined) throw new CallFault('plan-name-taken', { field: 'planName' })
      await db.updateTable('site_plan').set({ name: planName }).where('id', '=', planId).execute()
    })
  }

  /** Fails with plan-missing. */
  async remove(organizationId: string, planId: string): Promise<void> {
    const plan = this.#db.deleteFrom('site_plan').where('id', '=', planId).where('organization_id', '=', organizationId)
    const gone = await plan.returning('picture_key').executeTakeFirst()
    if (gone === undefined) throw new CallFault('plan-missing')
    await this.#objects.delete([gone.picture_key])
  }

  /** The site of a plan. Fails with plan-missing. */
  async siteOf(organizationId: string, planId: string): Promise<string> {
    const plan = this.#db.selectFrom('site_plan').where('id', '=', planId).where('organization_id', '=', organizationId)
    const found = await plan.select('site_id').executeTakeFirst()
    if (found === undefined) throw new CallFault('plan-missing')
    return found.site_id
  }

  async putCamera(planId: string, { sn, chlIndex }: { sn: string; chlIndex: number }, place: PlanPlace | null): Promise<void> {
    const name = { plan_id: planId, sn, chl_index: chlIndex }
    if (place === null) {
      const camera = this.#db.deleteFrom('plan_camera').where('plan_id', '=', planId).where('sn', '=', sn)
      await camera.where('chl_index', '=', chlIndex).execute()
      return
    }
    const { x, y, directionDeg, angleDeg, rangeShare } = place
    const values = { x, y, direction_deg: directionDeg, angle_deg: angleDeg, range_share: rangeShare }
    await this.#db
      .insertInto('plan_camera')
      .values({ ...name, ...values })
      .onConflict((conflict) => conflict.columns(['plan_id', 'sn', 'chl_index']).doUpdateSet(values))
      .execute()
  }
}
