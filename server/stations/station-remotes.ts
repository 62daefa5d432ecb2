import type { stationRemoteDo } from '#contract/calls/station/station-remote-do.ts'
import type { stationRemoteGet } from '#contract/calls/station/station-remote-get.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { deviceTypes } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { screenSize } from '#contract/screen-size.ts'
import { stationLimits, type StationOutput, type StationRemote, type StationReport, type StationView } from '#contract/station.ts'
import { channelKey } from '#shared/channel-key.ts'
import { contentAt, indexAt, remoteAt, viewAt } from '#shared/station-shown.ts'
import type { Caller } from '../access/caller.ts'
import type { Rights } from '../access/rights.ts'
import { rolesWith } from '../access/sees-channel.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Db } from '../db/open.ts'
import type { Now } from '../runtime/clock.ts'
import { isOutputHere } from './output-here.ts'
import { toOutput, type StationOutputs } from './station-outputs.ts'

type Person = Pick<Caller, 'userId' | 'organizationId' | 'role'>
type Place = { sn: string; voId: StationOutput }
type Command = InputOf<typeof stationRemoteDo>['command']

/** The size of the screen as it says itself, else as the office has it. */
function sizeOf({ report_json, dpi }: { report_json: string | null; dpi: string | null }): string {
  const { screen } = report_json === null ? {} : (JSON.parse(report_json) as Partial<StationReport>)
  return screenSize.safeParse(screen).data ?? dpi ?? limits.viewingStationScreen
}

/**
 * The remote control of viewing stations: people who may move the cameras of a station's site have its screens show something else for a while. They
 * bring no camera onto a screen that they may not see themselves.
 */
export class StationRemotes {
  readonly #db: Db
  readonly #now: Now
  readonly #rights: Rights
  readonly #outputs: StationOutputs

  constructor(parts: { db: Db; now: Now; rights: Rights; stationOutputs: StationOutputs }) {
    this.#db = parts.db
    this.#now = parts.now
    this.#rights = parts.rights
    this.#outputs = parts.stationOutputs
  }

  /** The paired stations that the person may control, by site and name. */
  async list({ userId, organizationId, role }: Person) {
    const stations = this.#db
      .selectFrom('station')
      .innerJoin('device', 'device.sn', 'station.sn')
      .innerJoin('site', 'site.id', 'device.site_id')
      .where('device.organization_id', '=', organizationId)
      .where('device.dev_type', '=', deviceTypes.viewingStation)
    const given = this.#db
      .selectFrom('user_site_role')
      .where('user_id', '=', userId)
      .where('role', 'in', rolesWith('ptz'))
      .select('site_id')
    const controlled = role === 'administrator' ? stations : stations.where('device.site_id', 'in', given)
    const rows = await controlled
      .select(['device.sn', 'device.name', 'site.name as site_name'])
      .orderBy('site.name')
      .orderBy('device.name')
      .orderBy('device.sn')
      .execute()
    const sns = rows.map(({ sn }) => sn)
    const asked = this.#db.selectFrom('station_output').where('sn', 'in', sns).select(['sn', 'vo_id', 'node_id', 'gone_ms'])
    const outputs = sns.length === 0 ? [] : await asked.execute()
    return rows.map(({ sn, name, site_name: siteName }) => ({
      sn,
      name,
      siteName,
      connected: ([1, 2] as const).filter((voId) => {
        const output = outputs.find((one) => one.sn === sn && one.vo_id === voId)
        return output !== undefined && isOutputHere(output)
      }),
    }))
  }

  /** Fails with serial-number-unknown, no-device-permission. */
  async require(sn: string, person: Person): Promise<void> {
    await this.#rights.requireDevice(person, sn, 'ptz')
    await this.#outputs.require(sn, person)
  }

  /** What is on an output now, with the names of the cameras that the person sees. */
  async look({ sn, voId }: Place, person: Person): Promise<OutputOf<typeof stationRemoteGet>> {
    const atMs = this.#now()
    const output = await this.#shown({ sn, voId }, person)
    const content = contentAt(output, atMs)
    const remote = remoteAt(output, atMs)
    const view: Partial<StationView> | undefined = viewAt(output, atMs)
    const { splitNum = 1, playChlList = [], grid } = view ?? {}
    const seen = await this.#rights.channelsNamed(person, playChlList)
    const names = new Map(seen.map((row) => [channelKey(row.sn, row.chl_index), row.name]))
    return {
      sn,
      voId,
      title: content.kind === 'views' ? content.title : null,
      splitNum,
      ...(grid && { grid }),
      screen: output.screen,
      isConnected: output.isConnected,
      windows: playChlList.map(({ winIndex, sn: camera, chlIndex }) => {
        const channelName = names.get(channelKey(camera, chlIndex))
        return { winIndex, channel: channelName === undefined ? null : { sn: camera, chlIndex, channelName } }
      }),
      views: content.kind === 'views' ? content.views.length : 1,
      view: indexAt(output, atMs),
      isFull: remote?.full != null,
      remoteUntilMs: remote?.untilMs ?? null,
    }
  }

  /** Fails with channel-missing, no-permission, not-found. */
  async act(place: Place, command: Command, person: Person): Promise<void> {
    await this.#outputs.control(place, await this.#after(place, command, person))
  }

  async #after(place: Place, command: Command, person: Person): Promise<StationRemote | null> {
    const atMs = this.#now()
    const output = await this.#shown(place, person)
    const before = remoteAt(output, atMs) ?? { content: null, view: null, full: null }
    const untilMs = atMs + stationLimits.remoteMs
    switch (command.kind) {
      case 'schedule':
        return null
      case 'show':
        return {
          content: await this.#outputs.contentOf(place, command.wish, person),
          view: { index: 0, sinceMs: atMs },
          full: null,
          untilMs,
        }
      case 'all':
        return { ...before, full: null, untilMs }
      case 'full': {
        const { sn, chlIndex } = command.channel
        const isShown = viewAt(output, atMs)?.playChlList.some((one) => one.sn === sn && one.chlIndex === chlIndex)
        if (!isShown) throw new CallFault('channel-missing')
        await this.#rights.requireChannel(person, sn, chlIndex, 'live')
        return { ...before, full: { sn, chlIndex }, untilMs }
      }
      case 'step': {
        const content = contentAt(output, atMs)
        if (content.kind !== 'views') throw new CallFault('not-found')
        const count = content.views.length
        const index = (indexAt(output, atMs) + command.by + count) % count
        // The tour that is on the screen stays, also when the schedule has something else meanwhile.
        return { content, view: { index, sinceMs: atMs }, full: null, untilMs }
      }
    }
  }

  async #shown(place: Place, person: Person) {
    const { time_zone: timeZone } = await this.#outputs.require(place.sn, person)
    const row = await this.#outputs.row(place)
    return { ...toOutput(row, this.#now()), screen: sizeOf(row), timeZone, isConnected: isOutputHere(row) }
  }
}
