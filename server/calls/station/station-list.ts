import { stationList as call } from '#contract/calls/station/station-list.ts'
import { deviceTypes } from '#contract/enums.ts'
import { stationReport } from '#contract/station.ts'
import { handler } from '../handler.ts'
import { isOutputHere } from '../../stations/output-here.ts'
import { toOutput } from '../../stations/station-outputs.ts'

export const stationList = handler(call, async (_input, { db, objectLinks, now }, { organizationId }) => {
  const rows = await db
    .selectFrom('device')
    .innerJoin('site', 'site.id', 'device.site_id')
    .leftJoin('station', 'station.sn', 'device.sn')
    .where('device.organization_id', '=', organizationId)
    .where('device.dev_type', '=', deviceTypes.viewingStation)
    .select(['device.sn', 'device.name', 'device.status', 'device.status_since_ms', 'site.id as site_id', 'site.name as site_name'])
    .select('station.paired_at_ms')
    .orderBy('site.name')
    .orderBy('device.name')
    .orderBy('device.sn')
    .execute()
  const sns = rows.map(({ sn }) => sn)
  const outputs = sns.length === 0 ? [] : await db.selectFrom('station_output').where('sn', 'in', sns).selectAll().execute()
  const bySn = Map.groupBy(outputs, ({ sn }) => sn)
  const nowMs = now()
  return {
    nowMs,
    stations: rows.map((row) => ({
      sn: row.sn,
      name: row.name,
      siteId: row.site_id,
      siteName: row.site_name,
      status: row.status,
      statusSinceMs: row.status_since_ms,
      isPaired: row.paired_at_ms !== null,
      pairedAtMs: row.paired_at_ms,
      outputs: ([1, 2] as const).map((voId) => {
        const output = bySn.get(row.sn)?.find(({ vo_id }) => vo_id === voId) ?? emptyOutput(row.sn, voId)
        const { reported_at_ms: reportedAtMs, picture_key: pictureKey } = output
        return {
          voId,
          ...toOutput(output, nowMs),
          isConnected: row.paired_at_ms !== null && isOutputHere(output),
          report: output.report_json === null ? null : stationReport.parse(JSON.parse(output.report_json)),
          reportedAtMs,
          pictureUrl: pictureKey === null ? null : objectLinks.linkTo(pictureKey),
          picturedAtMs: output.pictured_at_ms,
        }
      }),
    })),
  }
})

/** Of a station that was bound as other devices are, and of whose outputs nobody has set anything. */
function emptyOutput(sn: string, voId: number) {
  const nothing = {
    content_json: null,
    content_at_ms: null,
    front_json: null,
    remote_json: null,
    message_json: null,
    dpi: null,
    report_json: null,
    reported_at_ms: null,
    picture_key: null,
    pictured_at_ms: null,
    node_id: null,
    gone_ms: null,
  }
  return { sn, vo_id: voId, turns_json: '[]', is_muted: 1, signed_ms: 0, proves: 1, ...nothing }
}
