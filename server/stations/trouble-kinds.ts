import type { stationHealthKinds } from '#contract/calls/event/alarm.ts'
import type { StationTroubleKind } from '#contract/station.ts'
import { channelKey } from '#shared/channel-key.ts'

/** As which kind of alarm a trouble of a screen counts. */
export function healthKindOf(kind: StationTroubleKind): (typeof stationHealthKinds)[number] {
  if (kind === 'away') return 'station-offline'
  return kind === 'frozen' ? 'station-frozen' : 'station-trouble'
}

/** What an alarm about a screen is about: the station, its output, and the camera where it is one. */
export function sourceOf({ name, voId, cameraName }: { name: string; voId: number; cameraName: string | null }): string {
  return cameraName === null ? `${name} (${voId})` : `${name} (${voId}) · ${cameraName}`
}

/** Which screen of a station an alarm is about, and which of its cameras: each has alarms of its own. */
export function screenKeyOf({ voId, sn, chlIndex }: { voId: number; sn: string | null; chlIndex: number | null }): string {
  return sn === null ? String(voId) : `${voId} ${channelKey(sn, chlIndex ?? 0)}`
}
