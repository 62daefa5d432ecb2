import { queryOptions } from '@tanstack/react-query'
import { ptzEdit } from '#contract/calls/device/ptz-edit.ts'
import { ptzExecute } from '#contract/calls/device/ptz-execute.ts'
import { ptzGet } from '#contract/calls/device/ptz-get.ts'
import { ptzRenew } from '#contract/calls/device/ptz-renew.ts'
import type { PtzAct, PtzEdit, PtzRenewal, PtzState, PtzStatus } from '#contract/ptz.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { overtake } from '../core/overtake.ts'
import { queryClient } from '../query/query-client.ts'

/** A channel whose camera moves. */
export interface PtzPlace {
  sn: string
  chlIndex: number
}

/** Somebody else may move the camera, too: while it does something it is asked more often. */
const BUSY_MS = 1_500
const STILL_MS = 5_000

/** What a camera that moves can and knows, and where it looks. */
export function ptzQuery({ sn, chlIndex }: PtzPlace) {
  return queryOptions({
    queryKey: ['ptz', sn, chlIndex],
    queryFn: ask(ptzGet, { sn, chlIndex }),
    refetchInterval: ({ state }: { state: { data?: PtzState | undefined } }) => (state.data?.status.doing === 'still' ? STILL_MS : BUSY_MS),
    staleTime: 0,
    retry: false,
  })
}

/** Has the camera do something. Throws `CallError`, announced. */
export async function actPtz(place: PtzPlace, act: PtzAct): Promise<PtzStatus> {
  return keepStatus(place, await callCore(ptzExecute, { ...place, act }))
}

/** Goes on with a movement. Throws `CallError`, not announced: a movement that has ended by itself may begin again. */
export async function renewPtz(place: PtzPlace, renewal: PtzRenewal): Promise<PtzStatus> {
  return keepStatus(place, await callCore(ptzRenew, { ...place, renewal }, { quiet: true }))
}

/** Changes presets, cruises and tracks. Throws `CallError`, announced unless `quiet`. */
export async function editPtz(place: PtzPlace, edit: PtzEdit, { quiet = false } = {}): Promise<void> {
  const state = await callCore(ptzEdit, { ...place, edit }, { quiet })
  overtake(queryClient, ptzQuery(place).queryKey, () => state)
}

/** Asks anew: a recording that ends leaves a track behind. */
export async function refreshPtz(place: PtzPlace): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ptzQuery(place).queryKey })
}

function keepStatus(place: PtzPlace, status: PtzStatus): PtzStatus {
  overtake(queryClient, ptzQuery(place).queryKey, (known) => ({ ...known, status }))
  return status
}
