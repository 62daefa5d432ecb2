import { queryOptions } from '@tanstack/react-query'
import { stationFrontSet } from '#contract/calls/station/station-front-set.ts'
import { stationList } from '#contract/calls/station/station-list.ts'
import { stationOrder } from '#contract/calls/station/station-order.ts'
import { stationPair } from '#contract/calls/station/station-pair.ts'
import { stationRevoke } from '#contract/calls/station/station-revoke.ts'
import { stationScheduleSet } from '#contract/calls/station/station-schedule-set.ts'
import { stationScreenSet } from '#contract/calls/station/station-screen-set.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { stationTroubles } from '#contract/calls/station/station-troubles.ts'
import type { Call, InputOf, OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { menuQuery } from '../app/menu.ts'
import { queryClient } from '../query/query-client.ts'

/** Screens say so often how they are. */
const EVERY_MS = 10_000
/** What became of what they are sent they say some seconds later: until then whoever sent it would see what was there before. */
const SOON_EVERY_MS = 2_000
/** By `performance`. */
let soonUntilMs = 0

/** The viewing stations, with what their screens last said of themselves; asked for again while somebody looks at them. */
export const stationsQuery = queryOptions({
  queryKey: ['stations', 'list'],
  queryFn: ask(stationList, undefined),
  refetchInterval: () => (performance.now() < soonUntilMs ? SOON_EVERY_MS : EVERY_MS),
})

/** What troubled a station's screens. */
export const stationTroublesQuery = (sn: string) =>
  queryOptions({ queryKey: ['stations', 'troubles', sn], queryFn: ask(stationTroubles, { sn }), refetchInterval: EVERY_MS })

/** Asks anew for all of stations of which something was changed: at once, and often until their screens have certainly said what they show now. */
export async function lookAtStations(): Promise<void> {
  soonUntilMs = performance.now() + EVERY_MS
  await queryClient.invalidateQueries({ queryKey: ['stations'] })
}

/** Changes something of a station. Throws `CallError`, not announced. */
async function change<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
  const done = await callCore(call, input, { quiet: true })
  await lookAtStations()
  return done
}

/** Whoever has stations has their remote control in the menu. */
async function changeStations<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
  const done = await change(call, input)
  await queryClient.invalidateQueries({ queryKey: menuQuery.queryKey })
  return done
}

export const pairStation = (input: InputOf<typeof stationPair>) => changeStations(stationPair, input)
export const revokeStation = (sn: string) => changeStations(stationRevoke, { sn })
export const showOnStation = (input: InputOf<typeof stationShow>) => change(stationShow, input)
export const scheduleStation = (input: InputOf<typeof stationScheduleSet>) => change(stationScheduleSet, input)
export const setStationFront = (input: InputOf<typeof stationFrontSet>) => change(stationFrontSet, input)
export const orderStation = (input: InputOf<typeof stationOrder>) => change(stationOrder, input)
export const resizeStation = (input: InputOf<typeof stationScreenSet>) => change(stationScreenSet, input)
