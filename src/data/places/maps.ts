import { queryOptions } from '@tanstack/react-query'
import { channelMapPut } from '#contract/calls/device/channel-map-put.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { siteMapPut } from '#contract/calls/device/site-map-put.ts'
import { mapGet } from '#contract/calls/map/map-get.ts'
import { planAdd } from '#contract/calls/map/plan-add.ts'
import { planCameraPut } from '#contract/calls/map/plan-camera-put.ts'
import { planDelete } from '#contract/calls/map/plan-delete.ts'
import { planEdit } from '#contract/calls/map/plan-edit.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { overtake } from '../core/overtake.ts'
import { queryClient } from '../query/query-client.ts'
import type { UploadOptions } from '../records/pictures.ts'
import { sitesQuery } from './sites.ts'

type Maps = OutputOf<typeof mapGet>
type Sites = OutputOf<typeof siteListChoose>
interface Camera {
  sn: string
  chlIndex: number
}

/** Plans of the sites that the person sees, and where cameras stand. */
export const mapsQuery = queryOptions({ queryKey: ['maps'], queryFn: ask(mapGet, undefined) })

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: mapsQuery.queryKey })
const isOther =
  ({ sn, chlIndex }: Camera) =>
  (camera: Camera) =>
    camera.sn !== sn || camera.chlIndex !== chlIndex

/** Shows a change before the service has said that it is done, and takes it back when it was not. Throws `CallError`. */
async function place(change: () => void, send: () => Promise<unknown>): Promise<void> {
  change()
  try {
    await send()
  } catch (error) {
    void refresh()
    void queryClient.invalidateQueries({ queryKey: sitesQuery.queryKey })
    throw error
  }
}

/** Puts a camera on a plan, or takes it off. Throws `CallError`, which is announced. */
export function placeOnPlan(input: InputOf<typeof planCameraPut>): Promise<void> {
  const change = (maps: Maps): Maps => ({
    ...maps,
    plans: maps.plans.map((plan) => {
      if (plan.planId !== input.planId) return plan
      const others = plan.cameras.filter(isOther(input))
      return { ...plan, cameras: input.place === null ? others : [...others, { sn: input.sn, chlIndex: input.chlIndex, ...input.place }] }
    }),
  })
  return place(
    () => overtake(queryClient, mapsQuery.queryKey, change),
    () => callCore(planCameraPut, input),
  )
}

/** Puts a camera on the map, or takes it off. Throws `CallError`, which is announced. */
export function placeOnMap(input: InputOf<typeof channelMapPut>): Promise<void> {
  const { sn, chlIndex, position, view = null } = input
  const change = (maps: Maps): Maps => {
    const others = maps.cameras.filter(isOther(input))
    return { ...maps, cameras: position === null ? others : [...others, { sn, chlIndex, position, view }] }
  }
  return place(
    () => overtake(queryClient, mapsQuery.queryKey, change),
    () => callCore(channelMapPut, input),
  )
}

/** Puts a site on the map, or takes it off. Throws `CallError`, which is announced. */
export function placeSite(input: InputOf<typeof siteMapPut>): Promise<void> {
  const change = ({ sites }: Sites): Sites => ({
    sites: sites.map((site) => (site.siteId === input.siteId ? { ...site, position: input.position } : site)),
  })
  return place(
    () => overtake(queryClient, sitesQuery.queryKey, change),
    () => callCore(siteMapPut, input),
  )
}

/** Gives a site a plan; answers with its id. Its error is for the form: plan-name-taken, too-many-plans, no-picture and others. */
export async function addPlan(file: File, plan: { siteId: string; planName: string }, options: UploadOptions): Promise<string> {
  const { planId } = await callCore(planAdd, { ...plan, file }, { ...options, quiet: true })
  await refresh()
  return planId
}

/** Throws `CallError`, for the form: plan-missing, plan-name-taken. */
export async function renamePlan(plan: InputOf<typeof planEdit>): Promise<void> {
  await callCore(planEdit, plan, { quiet: true })
  await refresh()
}

/** Throws `CallError`, for the question: plan-missing. */
export async function deletePlan(planId: string): Promise<void> {
  await callCore(planDelete, { planId }, { quiet: true })
  await refresh()
}
