import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Device } from '#contract/calls/device/device.ts'
import type { DeviceFilter, DeviceOrder } from '#contract/calls/device/device-list.ts'
import { onPush } from '../../data/core/core.ts'
import { changeListed } from '../../data/places/device-changes.ts'
import { devicesQuery, refreshDeviceLists } from '../../data/places/devices.ts'
import { useNextPages } from '../../ui/controls/table/use-next-pages.ts'

/** So few rows below the screen are few. */
const ROWS_AHEAD = 80
/** Changes often come in bursts: the list is asked for once. */
const GATHER_MS = 500

/** The list of devices as it is shown. */
export interface DeviceList {
  /** Undefined until the first page is there. */
  devices: readonly Device[] | undefined
  /** How many there are, those that are not loaded included. */
  total: number
  models: readonly string[]
  versions: readonly string[]
  onShown: (first: number, last: number) => void
  error: Error | null
  retry: () => void
}

const nothing: readonly string[] = []

/**
 * The devices that a filter finds, page after page as somebody scrolls. What is pushed of one is put in where it stands, also where the order would have
 * it elsewhere by now: nothing moves under a hand or an eye.
 */
export function useDeviceList(filter: DeviceFilter, order: DeviceOrder, isDescending: boolean): DeviceList {
  const query = useInfiniteQuery({ ...devicesQuery(filter, order, isDescending), placeholderData: keepPreviousData })
  const { data, isPlaceholderData, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const devices = useMemo(() => {
    if (data === undefined) return undefined
    // One that was moved while the list was read stands where it was read first.
    return [...new Map(data.pages.flatMap((page) => page.devices).map((device) => [device.sn, device])).values()]
  }, [data])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onPush((message) => {
      if (message.infoType === 'device-status') {
        const { sn, status, sinceMs } = message.infoContent
        changeListed(sn, { status, statusSinceMs: sinceMs })
      } else if (message.infoType === 'assets-changed') {
        clearTimeout(timer)
        timer = setTimeout(refreshDeviceLists, GATHER_MS)
      }
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
  const first = data?.pages[0]
  const mayGoOn = hasNextPage && !isFetching && !isPlaceholderData && !isFetchNextPageError
  const onShown = useNextPages({ rowCount: devices?.length, rowsAhead: ROWS_AHEAD, mayGoOn, ask: () => void fetchNextPage() })
  return {
    devices,
    total: first?.total ?? devices?.length ?? 0,
    models: first?.models ?? nothing,
    versions: first?.versions ?? nothing,
    onShown,
    error: data === undefined ? query.error : null,
    retry: () => void query.refetch(),
  }
}
