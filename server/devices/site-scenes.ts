import { foldedName, MOST_CUSTOM_SCENES } from '#contract/site-scenes.ts'
import type { Who } from '../access/sees-channel.ts'
import { askerOf, seesSite } from '../access/sees-channel.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Db } from '../db/open.ts'

/** Scenes of organizations' own, and the labels of sites. Both are compared without regard to capitals, and shown as they were first written. */
export class SiteScenes {
  readonly #db: Db

  constructor({ db }: { db: Db }) {
    this.#db = db
  }

  /** Scenes and labels by name, and how many of the sites that the person sees have each. */
  async list(who: Who) {
    const seen = this.#db.selectFrom('site').where(seesSite(askerOf(who)))
    const used = await seen.where('scene', '=', 'custom').select('custom_scene').execute()
    const kept = await this.#db.selectFrom('custom_scene').where('organization_id', '=', who.organizationId).select('name').execute()
    const labels = await seen.innerJoin('site_label', 'site_label.site_id', 'site.id').select('label').execute()
    const scenes = countNames(used.map((site) => site.custom_scene))
    for (const { name } of kept) scenes.set(foldedName(name), { name, sites: scenes.get(foldedName(name))?.sites ?? 0 })
    return {
      scenes: byName(scenes).map(({ name, sites }) => ({ sceneName: name, sites })),
      labels: byName(countNames(labels.map(({ label }) => label))).map(({ name, sites }) => ({ label: name, sites })),
    }
  }

  /** Fails with scene-name-taken, too-many-scenes. */
  async add(organizationId: string, name: string): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      if ((await keptScene(db, organizationId, name)) !== undefined) throw new CallFault('scene-name-taken', { field: 'sceneName' })
      await insertScene(db, organizationId, name, 'sceneName')
    })
  }

  /** Fails with scene-missing, scene-in-use. */
  async remove(organizationId: string, name: string): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      const used = db.selectFrom('site').where('organization_id', '=', organizationId).where('scene', '=', 'custom').select('custom_scene')
      const folded = foldedName(name)
      if ((await used.execute()).some((site) => foldedName(site.custom_scene) === folded)) throw new CallFault('scene-in-use')
      const scene = db.deleteFrom('custom_scene').where('organization_id', '=', organizationId).where('folded_name', '=', folded)
      const { numDeletedRows } = await scene.executeTakeFirst()
      if (numDeletedRows === 0n) throw new CallFault('scene-missing')
    })
  }
}

/** Keeps the scene of a site, if it is new, and answers how it is written. Fails with too-many-scenes. */
export async function keepScene(db: Db, organizationId: string, name: string | undefined): Promise<string> {
  if (name === undefined) return ''
  const kept = await keptScene(db, organizationId, name)
  if (kept === undefined) await insertScene(db, organizationId, name, 'customScene')
  return kept ?? name
}

/** Gives a site these labels alone. Labels that are not named at all stay. */
export async function writeLabels(db: Db, siteId: string, labels: readonly string[] | undefined): Promise<void> {
  if (labels === undefined) return
  await db.deleteFrom('site_label').where('site_id', '=', siteId).execute()
  const rows = labels.map((label) => ({ site_id: siteId, folded_label: foldedName(label), label }))
  if (rows.length > 0) await db.insertInto('site_label').values(rows).execute()
}

/** The labels of sites, by site, each site's by name. */
export async function labelsOf(db: Db, siteIds: readonly string[]): Promise<Map<string, string[]>> {
  if (siteIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('site_label')
    .where('site_id', 'in', [...siteIds])
    .selectAll()
    .orderBy('folded_label')
    .execute()
  return new Map([...Map.groupBy(rows, (row) => row.site_id)].map(([siteId, ofSite]) => [siteId, ofSite.map(({ label }) => label)]))
}

async function keptScene(db: Db, organizationId: string, name: string): Promise<string | undefined> {
  const kept = db.selectFrom('custom_scene').where('organization_id', '=', organizationId).where('folded_name', '=', foldedName(name))
  return (await kept.select('name').executeTakeFirst())?.name
}

async function insertScene(db: Db, organizationId: string, name: string, field: string): Promise<void> {
  const { total } = await db
    .selectFrom('custom_scene')
    .where('organization_id', '=', organizationId)
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  if (Number(total) >= MOST_CUSTOM_SCENES) throw new CallFault('too-many-scenes', { field })
  await db
    .insertInto('custom_scene')
    .values({ organization_id: organizationId, folded_name: foldedName(name), name })
    .execute()
}

function countNames(names: readonly string[]): Map<string, { name: string; sites: number }> {
  const counted = new Map<string, { name: string; sites: number }>()
  for (const name of names) {
    const known = counted.get(foldedName(name))
    counted.set(foldedName(name), { name: known?.name ?? name, sites: (known?.sites ?? 0) + 1 })
  }
  return counted
}

function byName<Named extends { name: string }>(named: ReadonlyMap<string, Named>): Named[] {
  return [...named.values()].toSorted((one, other) => one.name.localeCompare(other.name))
}
