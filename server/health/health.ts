import { gradeOf, healthGrades, healthKinds, type HealthLine } from '#contract/calls/health/health-line.ts'
import { LONGEST_KNOWN_MS } from '#contract/calls/health/health-know.ts'
import { MOST_HEALTH_LINES, type healthSummary } from '#contract/calls/health/health-summary.ts'
import type { OutputOf } from '#contract/define-call.ts'
import type { Principal } from '../access/caller.ts'
import type { Rights } from '../access/rights.ts'
import { askerOf, seesDevice } from '../access/sees-channel.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Db } from '../db/open.ts'
import type { WebPush } from '../push/web/web-push.ts'
import type { Now } from '../runtime/clock.ts'
import type { Licences } from '../sales/licence/licences.ts'
import type { ArchiveGrowth } from './archive-growth.ts'
import { archiveLines, cloudLines, licenceLines, mailLines } from './organization-lines.ts'
import {
  alarmLines,
  cameraLines,
  countCameras,
  dropLines,
  goneDevices,
  leastRoom,
  outageLines,
  standingDevices,
  standingOfSites,
  storageLines,
  versionLines,
  type Line,
} from './places-lines.ts'

interface Parts {
  db: Db
  now: Now
  rights: Rights
  licences: Licences
  webPush: WebPush
  archiveGrowth: ArchiveGrowth
}

/** What is wrong of all that somebody sees, from what the service has written down: nothing is asked of anybody. */
export class Health {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async summary(who: Principal): Promise<OutputOf<typeof healthSummary>> {
    const atMs = this.#parts.now()
    const found = await this.#find(who, atMs)
    const { licence, archive, storage } = found
    const lines = await this.#withKnown(who.organizationId, found.lines, atMs)
    const open = lines.filter(({ known }) => known === undefined)
    return {
      atMs,
      lines: lines.slice(0, MOST_HEALTH_LINES),
      total: lines.length,
      toDo: open.filter(({ kind }) => gradeOf(kind) !== 'note').length,
      sites: [...Map.groupBy(open, ({ siteId }) => siteId)].flatMap(([siteId, ofSite]) => {
        const [worst] = ofSite
        return siteId === undefined || worst === undefined ? [] : [{ siteId, worst: worst.kind, lines: ofSite.length }]
      }),
      checked: found.checked,
      licence: { cameras: licence.coverage.cameras, covered: licence.coverage.covered },
      archive,
      storage,
    }
  }

  /** Says that a trouble is known, or is not any more. Fails with health-line-missing. */
  async know(who: Principal, key: string, untilMs: number | null): Promise<void> {
    const { db, now } = this.#parts
    const isThere = (await this.#find(who, now())).lines.some((line) => keyOf(line) === key)
    if (!isThere) throw new CallFault('health-line-missing')
    const { alias } = await db.selectFrom('user').where('id', '=', who.userId).select('alias').executeTakeFirstOrThrow()
    const ofOrganization = { organization_id: who.organizationId, line_key: key }
    await db.transaction().execute(async (inside) => {
      const old = inside.deleteFrom('health_known').where('organization_id', '=', who.organizationId)
      await old.where(({ or, eb }) => or([eb('until_ms', '<=', now()), eb('line_key', '=', key)])).execute()
      if (untilMs === null || untilMs <= now()) return
      const values = { ...ofOrganization, until_ms: Math.min(untilMs, now() + LONGEST_KNOWN_MS), by_name: alias }
      await inside.insertInto('health_known').values(values).execute()
    })
  }

  async #find(who: Principal, nowMs: number) {
    const { db, rights, licences, archiveGrowth } = this.#parts
    const [devices, cameras, drops, troubles, storage, alarms, told, licence, archive] = await Promise.all([
      standingDevices(db, who),
      countCameras(db, who),
      dropLines(db, who),
      storageLines(db, rights, who),
      leastRoom(db, who),
      alarmLines(db, who, nowMs),
      this.#told(who),
      licences.describe(who.organizationId),
      who.role === 'administrator' ? archiveGrowth.of(who.organizationId) : null,
    ])
    const sites = standingOfSites(devices)
    // Most of the time nothing is gone, and there is nothing to be read of it.
    const gone = sites.some(({ offline }) => offline > 0) ? await goneDevices(db, who) : []
    const lines = [
      ...outageLines(sites, gone),
      ...(cameras.gone > 0 ? await cameraLines(db, who) : []),
      ...drops,
      ...troubles,
      ...versionLines(devices),
      ...alarms,
      ...licenceLines(licence),
      ...(archive === null ? [] : [...archiveLines(archive), ...(await this.#own(who, nowMs))]),
    ]
    const total = sites.reduce((sum, site) => sum + site.devices, 0)
    return { lines, licence, archive, storage, checked: { ...told, sites: sites.length, devices: total, cameras: cameras.cameras } }
  }

  /** Of the organization as a whole, for its administrators. */
  async #own({ organizationId }: Principal, nowMs: number): Promise<Line[]> {
    const { db, webPush } = this.#parts
    const waiting = webPush.waitingOf(organizationId)
    const notices: Line[] = waiting === 0 ? [] : [{ kind: 'notices-waiting', count: waiting }]
    return [...(await mailLines(db, organizationId, nowMs)), ...(await cloudLines(db, organizationId, nowMs)), ...notices]
  }

  /** Of how many devices it is known how their storage is, and since when of the one that was heard of longest ago. */
  async #told(who: Principal) {
    const told = await this.#parts.db
      .selectFrom('device_health')
      .innerJoin('device', 'device.sn', 'device_health.sn')
      .where('device_health.organization_id', '=', who.organizationId)
      .where('told_at_ms', 'is not', null)
      .where(seesDevice(askerOf(who)))
      .select(({ fn }) => [fn.countAll<number | string>().as('heardOf'), fn.min<number | null>('told_at_ms').as('oldest')])
      .executeTakeFirstOrThrow()
    return { heardOf: Number(told.heardOf), oldestToldMs: told.oldest }
  }

  /** With their keys, and what is known of them; worst first, those that are known last. */
  async #withKnown(organizationId: string, lines: readonly Line[], nowMs: number): Promise<HealthLine[]> {
    const rows = await this.#parts.db
      .selectFrom('health_known')
      .where('organization_id', '=', organizationId)
      .where('until_ms', '>', nowMs)
      .selectAll()
      .execute()
    const known = new Map(rows.map((row) => [row.line_key, { untilMs: row.until_ms, byName: row.by_name }]))
    const keyed = lines.map((line): HealthLine => {
      const key = keyOf(line)
      const byNow = known.get(key)
      return { key, ...line, ...(byNow && { known: byNow }) }
    })
    return keyed.toSorted((one, other) => weightOf(one) - weightOf(other) || (one.sinceMs ?? 0) - (other.sinceMs ?? 0))
  }
}

function keyOf({ kind, siteId, sn, chlIndex, part, name }: Line): string {
  // Of a model, the name is all there is.
  const whose = sn ?? siteId ?? (kind === 'version-behind' ? name : undefined)
  return [kind, whose, chlIndex, kind === 'version-behind' ? undefined : part].filter((one) => one !== undefined).join(' ')
}

function weightOf({ kind, known }: HealthLine): number {
  const weight = healthGrades.indexOf(gradeOf(kind)) * healthKinds.length + healthKinds.indexOf(kind)
  return known === undefined ? weight : weight + healthGrades.length * healthKinds.length
}
