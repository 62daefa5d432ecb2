import { QueryClient, queryOptions } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Channel } from '#contract/calls/device/channel.ts'
import { channelStatuses, deviceTypes } from '#contract/enums.ts'
import { withNewerStatuses } from '#src/data/core/newer-status.ts'

function camera(sn: string, status: Channel['status'], statusSinceMs: number): Channel {
  const names = { siteId: 'harbour', siteName: 'Harbour', channelName: sn, deviceName: sn }
  return {
    sn,
    chlIndex: 0,
    ...names,
    devType: deviceTypes.ipc,
    status,
    statusSinceMs,
    capability: { supportFun: [], streams: [] },
    rights: [],
  }
}

it('a camera that went offline while the list was on its way is not shown online again by that list; the others are as the list says', async () => {
  const { online, offline } = channelStatuses
  const answer = Promise.withResolvers<{ channels: Channel[] }>()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const query = queryOptions({
    queryKey: ['channels'],
    staleTime: 0,
    queryFn: () => answer.promise,
    structuralSharing: (before, after) => withNewerStatuses(before as never, after as never),
  })
  const begin = { channels: [camera('gate', online, 1_000), camera('quay', online, 1_000), camera('yard', offline, 1_000)] }
  client.setQueryData(query.queryKey, begin)

  const asked = client.fetchQuery(query)
  const gone = camera('gate', offline, 3_000)
  client.setQueryData(query.queryKey, { channels: [gone, ...begin.channels.slice(1)] })
  answer.resolve({ channels: [camera('gate', online, 1_000), camera('quay', online, 1_000), camera('yard', online, 2_000)] })
  await asked

  const shown = client.getQueryData<typeof begin>(query.queryKey)?.channels
  expect(shown?.map(({ sn, status, statusSinceMs }) => [sn, status, statusSinceMs])).toEqual([
    ['gate', offline, 3_000],
    ['quay', online, 1_000],
    ['yard', online, 2_000],
  ])
  // Nobody draws a row anew that says the same.
  expect(shown?.[1]).toBe(begin.channels[1])
})
