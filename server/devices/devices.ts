import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { channelStatuses, deviceStatuses, deviceTypes } from '#contract/enums.ts'
import type { FromDevice, GatewayChannel } from '#contract/device-gateway.ts'
import { deviceStatusTransitions } from '#contract/states/device.ts'
import type { Alarms } from '../events/alarms.ts'
import type { BindingKeys } from './binding-keys.ts'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { nowhere } from './map-columns.ts'
import { ChannelLists } from './channel-lists.ts'
import { KeyedQueue } from '../runtime/keyed-queue.ts'
import type { Licences } from '../sales/licence/licences.ts'
import type { Bus } from '../nodes/bus.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { PushHub } from '../push/hub.ts'
import type { Quotas } from '../access/quotas.ts'
import type { Rights } from '../access/rights.ts'
import { keepStatuses, WHOLE_DEVICE } from './status-history.ts'
import { changeState } from '../runtime/state-change.ts'

/** After a start of the service, devices have this long to call in again before an alarm is raised. */
const RETURN_MS = 30_000

export type Hello = Pick<Extract<FromDevice, { kind: 'hello' }>, 'sn' | 'devType' | 'name' | 'model' | 'version' | 'channels' | 'commands'>
/** A binding ends with its key, and the next one has its own. */
const noBindingKey = { binding_key_sealed: null, is_binding_key_kept: 0, binding_key_missed_at_ms: null }
/** `pictureKeys`: where the pictures of its screens lie, which nothing in the database tells by now. */
type StationUnbound = (sn: string, pictureKeys: readonly string[]) => Promise<void>
/** Which devices a change is meant for. */
type Condition = (device: ExpressionBuilder<Schema, 'device'>) => Expression<SqlBool>

/**
 * What the service knows of devices. The gateway reports facts here; they are written down, told to the users who may see the
 * device, and counted as outages. Facts of one device are handled in the order in which they came.
 */
export class Devices {
  readonly #db: Db
  readonly #now: Now
  readonly #rights: Rights
  readonly #push: PushHub
  readonly #alarms: Alarms
  readonly #lists: ChannelLists
  readonly #queue = new KeyedQueue()
  readonly #bus: Bus
  readonly #nodeId: string
  readonly #quotas: Quotas
  readonly #bindingKeys: BindingKeys
  #onStationUnbound: StationUnbound = async () => {}

  constructor(parts: {
    db: Db
    now: Now
    rights: Rights
    push: PushHub
    alarms: Alarms
    licences: Licences
    quotas: Quotas
    bus: Bus
    nodes: Nodes
    bindingKeys: BindingKeys
  }) {
    this.#bindingKeys = parts.bindingKeys
    this.#quotas = parts.quotas
    this.#db = parts.db
    this.#now = parts.now
    this.#rights = parts.rights
    this.#push = parts.push
    this.#alarms = parts.alarms
    this.#bus = parts.bus
    this.#nodeId = parts.nodes.id
    parts.nodes.onGone(() => this.#releaseLost())
    this.#lists = new ChannelLists(parts)
  }

  /** Names who hears, at the node that did it, that a viewing station was taken away from its organization. It is waited for. */
  onStationUnbound(listener: StationUnbound): void {
    this.#onStationUnbound = listener
  }

  /** Devices that were connected at a node that is gone are connected no more, whatever the database remembers. */
  async #releaseLost(): Promise<void> {
    const online = this.#db.selectFrom('device').where('status', '=', deviceStatuses.online)
    // Each screen of a viewing station is at a node of its own: `StationWatch` knows which are lost.
    const lost = online.where('dev_type', '!=', deviceTypes.viewingStation).where(isOfNoNode).select('sn')
    for (const { sn } of await lost.execute()) await this.#queue.run(sn, () => this.#setOffline(sn, isOfNoNode, RETURN_MS))
  }

  /** Keeps the key that a device may sign with from now on, beside the one it has: which of them it took shows when it connects. */
  async expectKey(sn: string, keyHex: string): Promise<void> {
    await this.#db.updateTable('device').set({ next_key_hex: keyHex }).where('sn', '=', sn).execute()
  }

  /** The keys (hex) that a device may sign with: the one it has, and the one it is to take. None when the service has never seen it. */
  async findKeys(sn: string): Promise<string[]> {
    const device = await this.#db.selectFrom('device').where('sn', '=', sn).select(['key_hex', 'next_key_hex']).executeTakeFirst()
    if (device === undefined) return []
    return device.next_key_hex === null ? [device.key_hex] : [device.key_hex, device.next_key_hex]
  }

  /** A device has signed with this one of its keys: from now on it has no other. */
  async settleKey(sn: string, keyHex: string): Promise<void> {
    const device = this.#db.updateTable('device').where('sn', '=', sn)
    await device.where('next_key_hex', '=', keyHex).set({ key_hex: keyHex, next_key_hex: null }).execute()
  }

  /** Renames a bound device, or moves it to another site of its organization; roles on its channels end with the move. */
  async edit(sn: string, changes: { name?: string; siteId?: string }): Promise<void> {
    await this.#queue.run(sn, async () => {
      const before = await this.#rights.watchers(sn)
      await this.#db.transaction().execute(async (db) => {
        const device = await db.selectFrom('device').where('sn', '=', sn).select(['name', 'site_id']).executeTakeFirstOrThrow()
        const isMoved = changes.siteId !== undefined && changes.siteId !== device.site_id
        if (isMoved) await db.deleteFrom('user_channel_role').where('sn', '=', sn).execute()
        const set = { name: changes.name ?? device.name, site_id: changes.siteId ?? device.site_id }
        await db.updateTable('device').set(set).where('sn', '=', sn).execute()
      })
      this.#push.send(new Set([...before, ...(await this.#rights.watchers(sn))]), { infoType: 'assets-changed', infoContent: {} })
    })
  }

  /** Keeps the key of a device seen for the first time. A key that is already kept stays. */
  async enrol(sn: string, keyHex: string): Promise<void> {
    const row = { sn, key_hex: keyHex, organization_id: null, site_id: null, name: sn, dev_type: deviceTypes.ipc, model: '', version: '' }
    await this.#db
      .insertInto('device')
      .values({ ...row, status: deviceStatuses.unknown, status_since_ms: this.#now() })
      .onConflict((conflict) => conflict.column('sn').doNothing())
      .execute()
  }

  /**
   * Keeps the key that a device has now which nobody has bound since it was unbound, in the place of its former owner's, who knows that one. False
   * when the device keeps the key that it has.
   */
  async takeNewKey(sn: string, keyHex: string): Promise<boolean> {
    const left = this.#db.updateTable('device').where('sn', '=', sn).where('organization_id', 'is', null).where('is_key_former', '=', 1)
    const taken = await left.set({ key_hex: keyHex, next_key_hex: null, is_key_former: 0 }).returning('sn').executeTakeFirst()
    return taken !== undefined
  }

  /** Whether a device may come with another key than the one that it had. */
  async isKeyFormer(sn: string): Promise<boolean> {
    const device = this.#db.selectFrom('device').where('sn', '=', sn).where('organization_id', 'is', null)
    return (await device.select('is_key_former').executeTakeFirst())?.is_key_former === 1
  }

  /** A device has shown its key and said what it is. */
  async connected(hello: Hello): Promise<void> {
    await this.#queue.run(hello.sn, async () => {
      const { isNews, statusSinceMs } = await this.#db.transaction().execute((db) => this.#writeConnected(db, hello))
      this.#bus.tell('device-connected', { sn: hello.sn, nodeId: this.#nodeId })
      if (isNews) await this.#tellDevice(hello.sn, deviceStatuses.online, statusSinceMs)
      await this.#alarms.tellAll(await this.#alarms.outagesEnded(this.#db, hello.sn, [null]))
      await this.#lists.arrived(hello.sn, hello.channels)
    })
  }

  /** Channels of a connected device that came, went or changed; the whole list. Ignored while the device is not bound. */
  async channelsChanged(sn: string, channels: readonly GatewayChannel[]): Promise<void> {
    await this.#queue.run(sn, () => this.#lists.changed(sn, channels))
  }

  async disconnected(sn: string): Promise<void> {
    await this.#queue.run(sn, () => this.#setOffline(sn, (device) => device('node_id', '=', this.#nodeId)))
  }

  /** Whether a viewing station is there still shows in its screens, at whichever nodes they are. */
  async screensGone(sn: string): Promise<void> {
    await this.#queue.run(sn, () => this.#setOffline(sn, hasNoScreen))
  }

  /** The office has taken a viewing station out of service: it is offline, and that is no outage. */
  async retired(sn: string): Promise<void> {
    await this.#queue.run(sn, async () => {
      await this.#setOffline(sn, (device) => device('status', '=', deviceStatuses.online))
      await this.#alarms.tellAll(await this.#alarms.outagesEnded(this.#db, sn, [null]))
    })
  }

  /** Whether it is at this node that a device is connected. */
  async isHere(sn: string): Promise<boolean> {
    const device = await this.#db.selectFrom('device').where('sn', '=', sn).select('node_id').executeTakeFirst()
    return device?.node_id === this.#nodeId
  }

  async isBound(sn: string): Promise<boolean> {
    const device = await this.#db.selectFrom('device').where('sn', '=', sn).select('organization_id').executeTakeFirst()
    return device !== undefined && device.organization_id !== null
  }

  /** Gives an unbound device to a site, with as many channels open as are covered. Answers false when it was bound meanwhile. Fails with too-many-devices. */
  async bind(sn: string, site: { id: string; organizationId: string }, name: string | undefined): Promise<boolean> {
    return this.#queue.run(sn, async () => {
      const bound = await this.#db.transaction().execute(async (db) => {
        await this.#quotas.requireDeviceRoom(site.organizationId, db)
        return db
          .updateTable('device')
          .set({
            organization_id: site.organizationId,
            site_id: site.id,
            is_key_former: 0,
            ...noBindingKey,
            binding_key_sealed: this.#bindingKeys.draw(sn),
            ...(name === undefined ? {} : { name }),
          })
          .where('sn', '=', sn)
          .where('organization_id', 'is', null)
          .returning('sn')
          .execute()
      })
      if (bound.length === 0) return false
      await this.#lists.closeUncovered(sn)
      await this.#tellBinding(sn, true, await this.#rights.watchers(sn))
      return true
    })
  }

  /** Fails with too-many-devices unless one more may be bound: asked before anything is kept for a device that is then bound. */
  async requireRoom(organizationId: string): Promise<void> {
    await this.#quotas.requireDeviceRoom(organizationId)
  }

  /**
   * Takes a device away from the organization, with the roles given on its channels and its lasting alarms. Answers false when it is
   * not bound there.
   */
  async unbind(sn: string, organizationId: string): Promise<boolean> {
    const left = await this.#queue.run(sn, async () => {
      const device = this.#db.selectFrom('device').where('sn', '=', sn).where('organization_id', '=', organizationId)
      const known = await device.select('dev_type').executeTakeFirst()
      if (known === undefined) return undefined
      const watchers = await this.#rights.watchers(sn)
      const channels = await this.#db.selectFrom('channel').where('sn', '=', sn).select('chl_index').execute()
      const places = [null, ...channels.map((channel) => channel.chl_index)]
      await this.#alarms.tellAll(await this.#alarms.outagesEnded(this.#db, sn, places))
      const outputs = await this.#db.transaction().execute(async (db) => {
        await db.deleteFrom('user_channel_role').where('sn', '=', sn).execute()
        // Whoever binds it next shall find nothing of this organization.
        for (const table of [
          'device_activity',
          'device_info',
          'device_log',
          'network_trial',
          'disk_sample',
          'device_health',
          'stream_drop',
          'plan_camera',
          'status_change',
          'device_page_link',
          'station',
          'station_alarm',
          'station_trouble',
        ] as const)
          await db.deleteFrom(table).where('sn', '=', sn).execute()
        await db
          .updateTable('channel')
          .set({ is_open: 1, ...nowhere })
          .where('sn', '=', sn)
          .execute()
        // The keys of the former owner, who would pass for the device to the next one: the one that was meant for it is none any more, and the one that it
        // has gives way to any that it shows.
        const unbound = {
          organization_id: null,
          site_id: null,
          config_status: 'unknown' as const,
          next_key_hex: null,
          is_key_former: 1,
          ...noBindingKey,
        }
        await db.updateTable('device').set(unbound).where('sn', '=', sn).execute()
        return db.deleteFrom('station_output').where('sn', '=', sn).returning('picture_key').execute()
      })
      await this.#tellBinding(sn, false, watchers)
      return { devType: known.dev_type, pictureKeys: outputs.flatMap(({ picture_key: key }) => (key === null ? [] : [key])) }
    })
    if (left?.devType === deviceTypes.viewingStation) await this.#onStationUnbound(sn, left.pictureKeys)
    return left !== undefined
  }

  /** Waits until every reported fact is written. */
  async idle(): Promise<void> {
    await this.#queue.idle()
  }

  async #tellBinding(sn: string, isBound: boolean, watchers: string[]): Promise<void> {
    this.#bus.tell('binding-changed', { sn, isBound })
    this.#push.send(watchers, { infoType: 'assets-changed', infoContent: {} })
  }

  async #writeConnected(db: Db, hello: Hello): Promise<{ isNews: boolean; statusSinceMs: number }> {
    const device = await db.selectFrom('device').where('sn', '=', hello.sn).selectAll().executeTakeFirstOrThrow()
    const isNews = device.status !== deviceStatuses.online
    const status = isNews ? changeState(deviceStatusTransitions, device.status, deviceStatuses.online) : device.status
    const statusSinceMs = isNews ? this.#now() : device.status_since_ms
    // What a device is stands once it is bound: what it says later could make it count as something else.
    const isBound = device.organization_id !== null
    const name = isBound ? device.name : hello.name
    await db
      .updateTable('device')
      .set({ name, dev_type: isBound ? device.dev_type : hello.devType, model: hello.model, version: hello.version, node_id: this.#nodeId })
      .set({ status, status_since_ms: statusSinceMs, commands_json: JSON.stringify(hello.commands ?? []) })
      .where('sn', '=', hello.sn)
      .execute()
    if (isNews)
      await keepStatuses(db, hello.sn, [{ sn: hello.sn, chlIndex: WHOLE_DEVICE, status: deviceStatuses.online, atMs: statusSinceMs }])
    return { isNews, statusSinceMs }
  }

  /** Writes that a device has gone, if it is (still) as the condition says: it may be back already, at another node. */
  async #setOffline(sn: string, condition: Condition, patienceMs?: number): Promise<void> {
    const sinceMs = this.#now()
    const channels = await this.#db.transaction().execute(async (db) => {
      const device = db.updateTable('device').where('sn', '=', sn).where(condition)
      const offline = { status: deviceStatuses.offline, status_since_ms: sinceMs, node_id: null }
      if ((await device.set(offline).returning('sn').executeTakeFirst()) === undefined) return undefined
      await this.#alarms.deviceOutageBegan(db, sn, sinceMs, patienceMs)
      const gone = await db
        .updateTable('channel')
        .set({ status: channelStatuses.offline, status_since_ms: sinceMs })
        .where('sn', '=', sn)
        .where('status', '!=', channelStatuses.offline)
        .returning('chl_index')
        .execute()
      // Lost with the node it was at: whether it has gone shows when it has had the time to come back.
      const status = patienceMs === undefined ? deviceStatuses.offline : deviceStatuses.unknown
      const places = [WHOLE_DEVICE, ...gone.map(({ chl_index }) => chl_index)]
      await keepStatuses(
        db,
        sn,
        places.map((chlIndex) => ({ sn, chlIndex, status, atMs: sinceMs })),
      )
      return gone
    })
    if (channels === undefined) return
    await this.#tellDevice(sn, deviceStatuses.offline, sinceMs)
    await this.#lists.tellStatuses(
      sn,
      channels.map(({ chl_index: chlIndex }) => ({ chlIndex, status: channelStatuses.offline })),
      sinceMs,
    )
  }

  async #tellDevice(sn: string, status: 1 | 2, sinceMs: number): Promise<void> {
    this.#push.send(await this.#rights.watchers(sn), { infoType: 'device-status', infoContent: { sn, status, sinceMs } })
  }
}

/** Online, and no screen of it is connected, or may come back. */
const hasNoScreen: Condition = ({ and, eb, not, exists, selectFrom }) => {
  const screen = selectFrom('station_output')
    .whereRef('station_output.sn', '=', 'device.sn')
    .where('station_output.node_id', 'is not', null)
  return and([eb('status', '=', deviceStatuses.online), not(exists(screen.select('station_output.sn')))])
}

/** Connected nowhere, or at a node that is gone. */
const isOfNoNode: Condition = ({ or, eb, not, exists, selectFrom }) =>
  or([eb('node_id', 'is', null), not(exists(selectFrom('node').whereRef('node.id', '=', 'device.node_id').select('node.id')))])
