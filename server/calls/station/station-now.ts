import { stationNow as call } from '#contract/calls/station/station-now.ts'
import { streamCaps } from '#contract/stream-caps.ts'
import * as z from 'zod/mini'
import { handler } from '../handler.ts'

const offered = z.array(streamCaps)

export const stationNow = handler(call, async (_input, { stationOutputs, now }, caller) => {
  const { sn, voId } = caller.station
  const station = await stationOutputs.require(sn, caller)
  const { output, alarms, cameras } = await stationOutputs.shown(caller)
  const { content, contentAtMs, turns, message, isMuted, remote } = output
  return {
    sn,
    voId,
    name: station.name,
    siteName: station.site_name,
    timeZone: station.time_zone,
    content,
    contentAtMs,
    turns,
    remote,
    message,
    isMuted,
    alarms,
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
