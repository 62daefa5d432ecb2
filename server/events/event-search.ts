import { sql, type Expression, type RawBuilder, type Selectable } from 'kysely'
import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import { eventKinds, type AttributeFilter, type EventKind } from '#contract/event-attributes.ts'
import { comparablePlate } from '#contract/plates.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { Db } from '../db/open.ts'
import type { EventTable } from '../db/schema/event.ts'
import { idsBetween } from './event-id.ts'
import { likePlate } from './plates/like-plate.ts'
import { traitConditions } from './trait-conditions.ts'
import { kindsWith } from './traits.ts'

export type EventRow = Selectable<EventTable>

/** Whose events: all of an organization, or those of some of its channels, which are named or, when they are many, asked for. */
export interface SearchScope {
  organizationId: string
  channels: 'all' | readonly ChannelRef[] | ManyChannels
}
interface ManyChannels {
  seen: Expression<{ sn: string; chl_index: number }>
}
export interface SearchFilter {
  fromMs: number
  toMs: number
  kinds?: readonly EventKind[] | undefined
  attributes?: AttributeFilter | undefined
  plate?: string | undefined
  minSimilarity?: number | undefined
}
interface Page {
  /** Events older than this one. */
  after?: number | undefined
  size: number
}

/** Up to so many channels are searched one by one along their own index, and the results merged. */
export const FEW_CHANNELS = 64
/** Up to so many plates are looked up one by one; a pattern that more of them match finds enough along the time. */
const FEW_PLATES = 500

/**
 * Searches events, newest first. The parts of a search run along an index in the order of time and stop when the page is full: its time
 * depends on how rare what is searched for is, not on how many events there are.
 */
export class EventSearch {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async find(scope: SearchScope, filter: SearchFilter, page: Page): Promise<EventRow[]> {
    return this.read(await this.ids(scope, filter, page))
  }

  /** These events, newest first, without those that are forgotten by now. */
  async read(ids: readonly number[]): Promise<EventRow[]> {
    if (ids.length === 0) return []
    return this.#db.selectFrom('event').where('id', 'in', ids).selectAll().orderBy('id', 'desc').execute()
  }

  /** When there were events of one of these kinds, newest first, without reading the events themselves. */
  async times(
    scope: SearchScope & { channels: readonly ChannelRef[] },
    filter: SearchFilter,
    most: number,
  ): Promise<Pick<EventRow, 'id' | 'kind'>[]> {
    const found: Pick<EventRow, 'id' | 'kind'>[] = []
    for (const { sn, chlIndex } of scope.channels) {
      const newest = this.#newest(scope, filter, { size: most }).where('sn', '=', sn).where('chl_index', '=', chlIndex)
      found.push(...(await newest.select('kind').execute()))
    }
    return found
  }

  /** Which events `find` finds. */
  async ids(scope: SearchScope, filter: SearchFilter, page: Page): Promise<number[]> {
    const { channels } = scope
    const wanted = filter.kinds?.length ? filter.kinds : eventKinds
    const kinds = kindsWith(filter).filter((kind) => wanted.includes(kind))
    if (kinds.length === 0 || isNamed(channels, 0)) return []
    const narrowed = { ...filter, kinds: kinds.length < eventKinds.length ? kinds : undefined }
    if (filter.plate !== undefined) return this.#idsByPlate(scope, narrowed, filter.plate, page)
    const found: number[] = []
    if (isNamed(channels, FEW_CHANNELS)) {
      for (const { sn, chlIndex } of channels) {
        const newest = this.#newest(scope, narrowed, page).where('sn', '=', sn).where('chl_index', '=', chlIndex)
        found.push(...idsOf(await newest.execute()))
      }
    } else {
      for (const kind of narrowed.kinds ?? ['any' as const]) {
        let newest = this.#newest(scope, { ...filter, kinds: undefined }, page)
        if (kind !== 'any') newest = newest.where('kind', '=', kind)
        if (channels !== 'all') newest = newest.where(isOneOf(channels))
        found.push(...idsOf(await newest.execute()))
      }
    }
    return found.toSorted((one, other) => other - one).slice(0, page.size)
  }

  async #idsByPlate(scope: SearchScope, filter: SearchFilter, pattern: string, page: Page): Promise<number[]> {
    let query = this.#newest(scope, filter, page)
    if (scope.channels !== 'all') query = query.where(isOneOf(scope.channels))
    const key = comparablePlate(pattern)
    if (!/[*?]/.test(key)) return idsOf(await query.where('plate_key', '=', key).execute())
    const like = likePlate(pattern)
    const plates = await this.#db
      .selectFrom('event_plate')
      .where('organization_id', '=', scope.organizationId)
      .where('last_event_id', '>=', idsBetween(filter.fromMs, filter.toMs).first)
      .where(sql<boolean>`plate_key like ${like} escape '\\'`)
      .select('plate_key')
      .limit(FEW_PLATES + 1)
      .execute()
    if (plates.length === 0) return []
    if (plates.length > FEW_PLATES) return idsOf(await query.where(sql<boolean>`plate_key like ${like} escape '\\'`).execute())
    const keys = plates.map((plate) => plate.plate_key)
    // By an expression: by the column itself, SQLite would rather walk along the time than look these few plates up.
    const byTime = query.clearOrderBy().orderBy(sql`id + 0`, 'desc')
    return idsOf(await byTime.where('plate_key', 'in', keys).execute())
  }

  #newest({ organizationId }: SearchScope, { fromMs, toMs, kinds, ...traits }: SearchFilter, { after, size }: Page) {
    const { first, last } = idsBetween(fromMs, toMs)
    let query = this.#db
      .selectFrom('event')
      .where('organization_id', '=', organizationId)
      .where('id', '>=', first)
      .where('id', '<=', Math.min(last, (after ?? Infinity) - 1))
      .select('id')
      .orderBy('id', 'desc')
      .limit(size)
    if (kinds !== undefined && kinds.length > 0) query = query.where('kind', 'in', kinds)
    const conditions = traitConditions('traits', traits)
    return conditions.length === 0 ? query : query.where(manyMeet(conditions))
  }
}

function idsOf(rows: { id: number }[]): number[] {
  return rows.map((row) => row.id)
}

/** Whether the channels are named, and so many at most. */
function isNamed(channels: SearchScope['channels'], most: number): channels is readonly ChannelRef[] {
  return Array.isArray(channels) && channels.length <= most
}

/**
 * All of the conditions, in words of which PostgreSQL assumes that every other event meets them. Of each single one it assumes that hardly
 * any event does, and then reads and sorts all events of the time instead of walking along it until the page is full.
 */
function manyMeet(conditions: readonly RawBuilder<boolean>[]) {
  return sql<boolean>`case when ${sql.join(conditions, sql` and `)} then true else false end`
}

/** As an expression, which no index can answer: with many channels the walk along the time is the quicker one. */
function isOneOf(channels: readonly ChannelRef[] | ManyChannels) {
  if ('seen' in channels) return sql<boolean>`((sn || '', chl_index + 0) in ${channels.seen}) is true`
  const keys = channels.map(({ sn, chlIndex }) => channelKey(sn, chlIndex))
  return sql<boolean>`(sn || ' ' || chl_index) in (${sql.join(keys)})`
}
