import { queryOptions, useQuery } from '@tanstack/react-query'
import { cloudStorageApplicationInfo } from '#contract/calls/cloud-storage/cloud-storage-application-info.ts'
import { cloudStorageApplicationTerm } from '#contract/calls/cloud-storage/cloud-storage-application-term.ts'
import { cloudStorageChlEdit } from '#contract/calls/cloud-storage/cloud-storage-chl-edit.ts'
import { cloudStorageChlOrderQuery } from '#contract/calls/cloud-storage/cloud-storage-chl-order-query.ts'
import { cloudStorageGoodsList } from '#contract/calls/cloud-storage/cloud-storage-goods-list.ts'
import { cloudStorageMenuShow } from '#contract/calls/cloud-storage/cloud-storage-menu-show.ts'
import { cloudStoragePurchase } from '#contract/calls/cloud-storage/cloud-storage-purchase.ts'
import { cloudStorageRenewalEdit } from '#contract/calls/cloud-storage/cloud-storage-renewal-edit.ts'
import type { Order } from '#contract/calls/licence/order.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

export type CloudChannel = OutputOf<typeof cloudStorageChlOrderQuery>['channels'][number]

/** Whether cloud storage is shown to the person, and whether they buy it. */
export const cloudMenuQuery = queryOptions({ queryKey: ['purchases', 'cloud', 'menu'], queryFn: ask(cloudStorageMenuShow, undefined) })

/** Cloud storage of each camera that the person may play back. */
export const cloudChannelsQuery = queryOptions({
  queryKey: ['purchases', 'cloud', 'channels'],
  queryFn: ask(cloudStorageChlOrderQuery, {}),
})

/** How much is kept, by days too, and which devices may have a trial. For administrators. */
export const cloudInfoQuery = queryOptions({
  queryKey: ['purchases', 'cloud', 'info'],
  queryFn: ask(cloudStorageApplicationInfo, undefined),
})

/** What is sold, and its prices. For administrators. */
export const cloudGoodsQuery = queryOptions({ queryKey: ['purchases', 'cloud', 'goods'], queryFn: ask(cloudStorageGoodsList, undefined) })

export const cloudTermsQuery = queryOptions({ queryKey: ['licence-terms', 'cloud'], queryFn: ask(cloudStorageApplicationTerm, undefined) })

/** Whether the pages of cloud storage are shown to the person (rule 2.3). False until the service has said so. */
export function useHasCloud(): boolean {
  return useQuery({ ...cloudMenuQuery, meta: { isQuiet: true } }).data?.isShown ?? false
}

/** Orders cloud storage, or begins a trial. Throws `CallError`. */
export async function orderCloud(input: InputOf<typeof cloudStoragePurchase>): Promise<Order> {
  const { order } = await callCore(cloudStoragePurchase, input, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['purchases'] })
  return order
}

/** Chooses what is kept of cameras from now on. Throws `CallError`. */
export async function editTriggers(input: InputOf<typeof cloudStorageChlEdit>): Promise<void> {
  await callCore(cloudStorageChlEdit, input, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['purchases', 'cloud'] })
}

/** Switches automatic renewal on or off. Throws `CallError`. */
export async function switchRenewal(input: InputOf<typeof cloudStorageRenewalEdit>): Promise<void> {
  await callCore(cloudStorageRenewalEdit, input, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['purchases'] })
}
