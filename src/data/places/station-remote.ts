import { queryOptions } from '@tanstack/react-query'
import { stationRemoteDo } from '#contract/calls/station/station-remote-do.ts'
import { stationRemoteGet } from '#contract/calls/station/station-remote-get.ts'
import { stationRemoteList } from '#contract/calls/station/station-remote-list.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import type { StationOutput } from '#contract/station.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

/** Tours go on and others have remote controls too. */
const EVERY_MS = 4_000

export type RemoteState = OutputOf<typeof stationRemoteGet>
export type RemoteCommand = InputOf<typeof stationRemoteDo>['command']
type Place = { sn: string; voId: StationOutput }

/** The viewing stations that the person may control. Its page says what is wrong with it, and nobody else. */
export const controlledQuery = queryOptions({
  queryKey: ['stations', 'remote'],
  queryFn: ask(stationRemoteList, undefined),
  meta: { isQuiet: true },
})

/** What an output shows, asked for again while somebody looks at it. */
export const remoteQuery = ({ sn, voId }: Place) =>
  queryOptions({ queryKey: ['stations', 'remote', sn, voId], queryFn: ask(stationRemoteGet, { sn, voId }), refetchInterval: EVERY_MS })

/** Has an output do something; what it shows then is known at once. Throws `CallError`, not announced. */
export async function controlStation(place: Place, command: RemoteCommand): Promise<void> {
  const state = await callCore(stationRemoteDo, { ...place, command }, { quiet: true })
  queryClient.setQueryData(remoteQuery(place).queryKey, state)
}
