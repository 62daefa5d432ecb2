import { stationNow as call } from '#contract/calls/station/station-now.ts'
import { streamCaps } from '#contract/stream-caps.ts'
import * as z from 'zod/mini'
import { handler } from '../handler.ts'
import { toOutput } from '../../stations/station-outputs.ts'

const offered = z.array(streamCaps)

export const stationNow = handler(call, async (_input, { stationOutputs, stationFronts, now }, caller) => {
  const { sn, voId } = caller.station
  const station = await stationOutputs.require(sn, caller)
  const { content, turns, message, isMuted, remote } = toOutput(await stationOutputs.row(caller.station))
  const cameras = await stationOutputs.cameras(caller)
  return {
    sn,
    voId,
    name: station.name,
    siteName: station.site_name,
    timeZone: station.time_zone,
    content,
    turns,
    remote,
    message: message !== null && message.untilMs > now() ? message : null,
    isMuted,
    alarms: await stationFronts.line(caller.station),
    cameras: cameras.map((row) => ({
      sn: row.sn,
      chlIndex: row.chl_index,
      channelName: row.name,
      siteName: row.site_name,
      streams: offered.parse(JSON.parse(row.streams_json)),
    })),
    nowMs: now(),
  }
})
