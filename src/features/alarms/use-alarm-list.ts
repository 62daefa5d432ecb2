import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import type { AlarmFilter } from '#contract/calls/event/alarm-search-list.ts'
import { alarmsQuery } from '../../data/records/alarms.ts'
import { useNextPages } from '../../ui/controls/table/use-next-pages.ts'
import { groupBursts, rowsOf, type AlarmRow } from './bursts.ts'
import { useHeldList } from './use-held-list.ts'

/** So few rows below the screen are few. */
const ROWS_AHEAD = 40

/** As many pages are asked for while there are few rows. */
const MOST_UNASKED = 4

/** The list of alarms as it is shown. */
export interface AlarmList {
  /** Undefined until the first page is there. */
  rows: readonly AlarmRow[] | undefined
  /** What the rows are of, in its order. */
  alarms: readonly Alarm[]
  /** How many there are, those that are not loaded included. */
  total: number
  /** How many have arrived that are held back. */
  newer: number
  showNewer: () => void
  /** Opens a burst, or closes it. */
  unfold: (row: AlarmRow) => void
  onShown: (first: number, last: number) => void
  /** Asks for older ones, when there are any that nobody has to scroll for. */
  more: (() => void) | undefined
  error: Error | null
  retry: () => void
}

const nothing: readonly Alarm[] = []

/** The alarms that a filter finds, page after page as somebody scrolls. `isAsked`: false while nothing may be asked. */
export function useAlarmList(filter: AlarmFilter, isAsked: boolean, isBusy: boolean): AlarmList {
  const query = useInfiniteQuery({ ...alarmsQuery(filter), enabled: isAsked, placeholderData: keepPreviousData })
  const { data, isPlaceholderData, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const latest = useMemo(() => data?.pages.flatMap((page) => page.alarms), [data])
  const { alarms, newer, showNewer } = useHeldList(latest, isPlaceholderData ? '' : JSON.stringify(filter), isBusy)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => alarms && rowsOf(groupBursts(alarms), unfolded), [alarms, unfolded])
  const unfold = useCallback((row: AlarmRow) => {
    setUnfolded((before) => {
      const next = new Set(before)
      if (row.isUnfolded) for (const { alarmId } of row.alarms) next.delete(alarmId)
      else next.add(row.alarms[0].alarmId)
      return next
    })
  }, [])
  const mayGoOn = hasNextPage && !isFetching && !isPlaceholderData
  // Few rows may stand for many alarms: then nobody has to scroll for some more.
  const isShort = rows !== undefined && rows.length < ROWS_AHEAD && (data?.pages.length ?? 0) < MOST_UNASKED
  const goesOn = mayGoOn && isShort && !isFetchNextPageError
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  const onShown = useNextPages({
    rowCount: rows?.length,
    rowsAhead: ROWS_AHEAD,
    mayGoOn: mayGoOn && !isFetchNextPageError && (rows?.length ?? 0) >= ROWS_AHEAD,
    ask: () => void fetchNextPage(),
  })
  return {
    rows,
    alarms: alarms ?? nothing,
    total: data?.pages[0]?.total ?? 0,
    newer,
    showNewer,
    unfold,
    onShown,
    more: hasNextPage && !isPlaceholderData ? () => void fetchNextPage() : undefined,
    error: data === undefined ? query.error : null,
    retry: () => void query.refetch(),
  }
}
