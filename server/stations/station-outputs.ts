import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { splits } from '#contract/calls/config/wall-grid.ts'
import type { TourValue } from '#contract/calls/config/user-config.ts'
import { dwell } from '#contract/calls/config/user-config.ts'
import { deviceTypes } from '#contract/enums.ts'
import {
  stationContent,
  stationFront,
  stationRemote,
  stationMessage,
  stationTurn,
  type StationAlarm,
  type StationContent,
  type StationFront,
  type StationRemote,
  type StationTurn,
  type StationView,
  type StationWish,
} from '#contract/station.ts'
import { limits } from '#contract/limits.ts'
import { channelKey } from '#shared/channel-key.ts'
import { remoteAt } from '#shared/station-shown.ts'
import * as z from 'zod/mini'
import type { Caller } from '../access/caller.ts'
import type { Rights } from '../access/rights.ts'
import { CallFault } from '../calls/call-fault.ts'
import { toUserConfig } from '../calls/config/to-user-config.ts'
import type { Db } from '../db/open.ts'
import type { StationOutputTable } from '../db/schema/station.ts'
import type { PushHub } from '../push/hub.ts'
import type { Now } from '../runtime/clock.ts'
import { isOutputHere } from './output-here.ts'
import { listenerOf, type StationPrincipal } from './station-access.ts'
import type { StationFronts } from './station-fronts.ts'

type Row = Selectable<StationOutputTable>
type Office = Pick<Caller, 'userId' | 'organizationId' | 'role'>
type Place = { sn: string; voId: 1 | 2 }
type Order = 'look' | 'reload' | 'identify'

const turnsOf = z.array(stationTurn)

/** What an output shows, as it is kept: the clock until somebody says otherwise. A message whose time is over is none. */
export function toOutput(row: Row, nowMs: number) {
  const message = row.message_json === null ? null : stationMessage.parse(JSON.parse(row.message_json))
  return {
    content: row.content_json === null ? ({ kind: 'clock' } as const) : stationContent.parse(JSON.parse(row.content_json)),
    contentAtMs: row.content_at_ms,
    turns: turnsOf.parse(JSON.parse(row.turns_json)),
    message: message !== null && message.untilMs > nowMs ? message : null,
    isMuted: row.is_muted === 1,
    remote: row.remote_json === null ? null : stationRemote.parse(JSON.parse(row.remote_json)),
    front: row.front_json === null ? null : stationFront.parse(JSON.parse(row.front_json)),
    dpi: row.dpi ?? limits.viewingStationScreen,
  }
}

/** Both outputs of a station, with a row each. */
export async function withOutputs(db: Db, sn: string): Promise<Row[]> {
  const outputs = db.selectFrom('station_output').where('sn', '=', sn).selectAll().orderBy('vo_id')
  const known = await outputs.execute()
  // Screens look often, and hardly ever for the first time.
  if (known.length > 1) return known
  const rows = [1, 2].map((voId) => ({ sn, vo_id: voId, turns_json: '[]', is_muted: 1, signed_ms: 0 }))
  await db
    .insertInto('station_output')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return outputs.execute()
}

/**
 * What the outputs of viewing stations show: as the office says, and by the hours of the week. It is also all that a station may see: nobody gives it a
 * role, and a camera that stands on none of its views is not there for it, unless an alarm of
 * it is at the front, and for as long as that is.
 */
export class StationOutputs {
  readonly #db: Db
  readonly #now: Now
  readonly #push: PushHub
  readonly #rights: Rights
  readonly #fronts: StationFronts

  constructor({ db, now, push, rights, stationFronts }: { db: Db; now: Now; push: PushHub; rights: Rights; stationFronts: StationFronts }) {
    this.#db = db
    this.#now = now
    this.#push = push
    this.#rights = rights
    this.#fronts = stationFronts
  }

  /** The station of this organization, with its site. Fails with serial-number-unknown. */
  async require(sn: string, { organizationId }: { organizationId: string }) {
    const stations = this.#db.selectFrom('device').innerJoin('site', 'site.id', 'device.site_id').where('device.sn', '=', sn)
    const found = await stations
      .where('device.organization_id', '=', organizationId)
      .where('device.dev_type', '=', deviceTypes.viewingStation)
      .select(['device.sn', 'device.name', 'site.name as site_name', 'site.time_zone'])
      .executeTakeFirst()
    if (found === undefined) throw new CallFault('serial-number-unknown', { field: 'sn' })
    return found
  }

  async row({ sn, voId }: Place): Promise<Row> {
    const rows = await withOutputs(this.#db, sn)
    const row = rows.find(({ vo_id }) => vo_id === voId)
    if (row === undefined) throw new CallFault('serial-number-unknown', { field: 'sn' })
    return row
  }

  /** What the office has it show from now on. Fails with channel-missing, not-found. */
  async show(place: Place, wish: StationWish, office: Office): Promise<void> {
    await this.put(place, await this.contentOf(place, wish, office))
  }

  async put(place: Place, content: StationContent): Promise<void> {
    await this.#change(place, { content_json: JSON.stringify(content), content_at_ms: this.#now(), remote_json: null })
  }

  /** As a view that was saved. Where that is what the office has put up already it is named, and neither the schedule nor the remote control gives way. */
  async putView(place: Place, view: Extract<StationContent, { kind: 'views' }>): Promise<void> {
    const { content } = toOutput(await this.row(place), this.#now())
    const isUp = content.kind === 'views' && isDeepStrictEqual(content.views, view.views)
    await (isUp ? this.#change(place, { content_json: JSON.stringify(view) }) : this.put(place, view))
  }

  /** What the remote control says from now on; null: nothing. */
  async control(place: Place, remote: StationRemote | null): Promise<void> {
    await this.#change(place, { remote_json: remote === null ? null : JSON.stringify(remote) })
  }

  /** The schedule counts from now on, also where the office or a remote control had something else shown meanwhile. Fails with channel-missing, not-found. */
  async setTurns(place: Place, turns: readonly { spans: StationTurn['spans']; wish: StationWish | null }[], office: Office): Promise<void> {
    const before = toOutput(await this.row(place), this.#now()).turns
    const made: StationTurn[] = []
    for (const [index, { spans, wish }] of turns.entries()) {
      const content = wish === null ? before[index]?.content : await this.contentOf(place, wish, office)
      if (content === undefined) throw new CallFault('not-found')
      made.push({ spans, content })
    }
    await this.#change(place, { turns_json: JSON.stringify(made), content_at_ms: null, remote_json: null })
  }

  async say(place: Place, message: { text: string; untilMs: number } | null): Promise<void> {
    await this.#change(place, { message_json: message === null ? null : JSON.stringify(message) })
  }

  async mute(place: Place, isMuted: boolean): Promise<void> {
    await this.#change(place, { is_muted: Number(isMuted) })
  }

  async setFront(place: Place, front: StationFront | null): Promise<void> {
    await this.#change(place, { front_json: front === null ? null : JSON.stringify(front) })
  }

  async resize(place: Place, dpi: string): Promise<void> {
    await this.#change(place, { dpi })
  }

  /** Whether its screen is connected, and hears what it is told. */
  async isHere(place: Place): Promise<boolean> {
    return isOutputHere(await this.row(place))
  }

  /** Tells a screen what to do; it hears it at once, if it is there. */
  order({ sn, voId }: Place, order: Order): void {
    this.#push.send([listenerOf(sn)], { infoType: 'station', infoContent: { voId, order } })
  }

  async #change(place: Place, changes: Partial<Row>): Promise<void> {
    const output = this.#db.updateTable('station_output').set(changes).where('sn', '=', place.sn).where('vo_id', '=', place.voId)
    const set = () => output.returning('sn').executeTakeFirst()
    // The rows are there from the pairing on; of a station that was bound as other devices are they are made with the first change.
    if ((await set()) === undefined) {
      await withOutputs(this.#db, place.sn)
      await set()
    }
    this.order(place, 'look')
  }

  /** What an output shows now: as the office says, the alarms at its front, and its cameras. Screens look often: it is read once. */
  async shown(who: StationPrincipal) {
    const output = toOutput(await this.row(who.station), this.#now())
    const alarms = await this.#fronts.line(who.station, output.front)
    return { output, alarms, cameras: await this.#cameras(who, output, alarms) }
  }

  /** The cameras that a screen may see, those that are there and open. */
  async cameras(who: StationPrincipal) {
    return (await this.shown(who)).cameras
  }

  async #cameras({ organizationId }: StationPrincipal, output: ReturnType<typeof toOutput>, alarms: readonly StationAlarm[]) {
    const { content, turns } = output
    const controlled = remoteAt(output, this.#now())?.content ?? content
    const named = [...[controlled, content, ...turns.map((turn) => turn.content)].flatMap(channelsOf), ...alarms]
    const wanted = new Set(named.map(({ sn, chlIndex }) => channelKey(sn, chlIndex)))
    const sns = [...new Set(named.map(({ sn }) => sn))]
    if (sns.length === 0) return []
    const channels = this.#db
      .selectFrom('channel')
      .innerJoin('device', 'device.sn', 'channel.sn')
      .innerJoin('site', 'site.id', 'device.site_id')
      .where('device.organization_id', '=', organizationId)
      .where('channel.is_open', '=', 1)
      .where('channel.sn', 'in', sns)
    const rows = await channels
      .select(['channel.sn', 'channel.chl_index', 'channel.name', 'channel.streams_json', 'site.name as site_name'])
      .execute()
    return rows.filter((row) => wanted.has(channelKey(row.sn, row.chl_index)))
  }

  /** For the relay: the channel, if it stands on the screen. Fails with channel-missing. */
  async requireChannel(who: StationPrincipal, sn: string, chlIndex: number) {
    const channel = (await this.cameras(who)).find((row) => row.sn === sn && row.chl_index === chlIndex)
    if (channel === undefined) throw new CallFault('channel-missing')
    return channel
  }

  /** What a wish for an output comes to now, without the cameras that the person does not see live. Fails with channel-missing, not-found. */
  async contentOf(place: Place, wish: StationWish, office: Office): Promise<StationContent> {
    const content = await this.#wished(place, wish, office)
    if (content.kind === 'clock') return content
    const seen = await this.#rights.channelsNamed(office, channelsOf(content))
    const keys = new Set(seen.filter(({ rights }) => rights.includes('live')).map((row) => channelKey(row.sn, row.chl_index)))
    const views = content.views.map((view) => ({
      ...view,
      playChlList: view.playChlList.filter(({ sn, chlIndex }) => keys.has(channelKey(sn, chlIndex))),
    }))
    if (views.every(({ playChlList }) => playChlList.length === 0)) throw new CallFault('not-found')
    return { ...content, views: views.filter(({ playChlList }) => playChlList.length > 0) }
  }

  async #wished(place: Place, wish: StationWish, office: Office): Promise<StationContent> {
    if (wish.kind === 'clock') return wish
    if (wish.kind === 'camera') {
      const { sn, chlIndex, name } = await this.#rights
        .requireChannel(office, wish.sn, wish.chlIndex, 'live')
        .then((row) => ({ sn: row.sn, chlIndex: row.chl_index, name: row.name }))
      return viewsOf(name, [{ splitNum: 1, playChlList: [{ winIndex: 0, sn, chlIndex }] }])
    }
    const config = await this.#config(wish.configId, office)
    if (wish.kind === 'layout' && config.configType === 'layout') return viewsOf(config.configName, [viewOf(config.configValue)])
    if (wish.kind === 'view' && config.configType === 'vs_view') {
      const { sn, voId } = config.configValue
      if (sn !== place.sn || voId !== place.voId) throw new CallFault('not-found')
      return contentOfView({ name: config.configName, ...config.configValue })
    }
    if (wish.kind !== 'tour' || config.configType !== 'tour') throw new CallFault('not-found')
    const views = await this.#viewsOfTour(config.configValue, office)
    if (views.length === 0) throw new CallFault('not-found')
    return viewsOf(config.configName, views, config.configValue.dwellS)
  }

  async #viewsOfTour(tour: TourValue, office: Office): Promise<StationView[]> {
    if (tour.kind === 'cameras') {
      const { channels, splitNum } = tour
      return Array.from({ length: Math.ceil(channels.length / splitNum) }, (_, view) => ({
        splitNum,
        playChlList: channels.slice(view * splitNum, (view + 1) * splitNum).map((channel, winIndex) => ({ winIndex, ...channel })),
      }))
    }
    const views: StationView[] = []
    for (const layoutId of tour.layoutIds) {
      const config = await this.#config(layoutId, office).catch((fault: unknown) => {
        if (fault instanceof CallFault) return undefined
        throw fault
      })
      if (config?.configType === 'layout') views.push(viewOf(config.configValue))
    }
    return views
  }

  /** One's own, or one that somebody of the organization shares. Fails with not-found. */
  async #config(configId: string, { userId, organizationId }: Office) {
    const row = await this.#db
      .selectFrom('user_config')
      .innerJoin('user', 'user.id', 'user_config.user_id')
      .where('user_config.id', '=', configId)
      .where('user.organization_id', '=', organizationId)
      .where(({ or, eb }) => or([eb('user_config.user_id', '=', userId), eb('user_config.is_shared', '=', 1)]))
      .selectAll('user_config')
      .executeTakeFirst()
    if (row === undefined) throw new CallFault('not-found')
    return toUserConfig(row)
  }
}

/** What was set as a view of an output, as its content. */
export function contentOfView({
  name,
  splitNum,
  views,
}: {
  name: string
  splitNum: (typeof splits)[number]
  views: StationView['playChlList']
}) {
  return viewsOf(name, [{ splitNum, playChlList: views }])
}

function viewsOf(title: string, views: StationView[], dwellS: number = dwell.usualS) {
  return { kind: 'views' as const, title, dwellS, views }
}

function viewOf({ splitNum, grid, playChlList }: StationView): StationView {
  return { splitNum, playChlList, ...(grid && { grid }) }
}

function channelsOf(content: StationContent) {
  return content.kind === 'views' ? content.views.flatMap(({ playChlList }) => playChlList) : []
}
