import { useLingui } from '@lingui/react/macro'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { EventTile } from './event-tile.tsx'
import { gridStep } from './grid-keys.ts'
import { tileSize, useGridWidth } from './use-grid-width.ts'
import type { Places } from './use-places.ts'
import type { Results } from './use-results.ts'
import type { Selection } from './use-selection.ts'
import classes from './grid.module.css'

interface EventGridProps {
  /** What it scrolls in. */
  scroller: HTMLElement | null
  results: Results
  places: Places
  selection: Selection
  openId: string | undefined
  onOpen: (index: number) => void
}

/** Rows beyond both edges that are drawn, too. */
const OVERSCAN = 2
/** A picture is fetched when the list rests, or is moved so slowly that it is there for so long. */
const SLOW_MS = 400

/**
 * What was found as pictures, of which those in sight are drawn. Arrows move, Enter opens, Space chooses, and Shift with either chooses all on
 * the way.
 */
export function EventGrid({ scroller, results, places, selection, openId, onOpen }: EventGridProps) {
  const { t } = useLingui()
  const [active, setActive] = useState(0)
  const isMoved = useRef(false)
  const list = useRef<HTMLDivElement>(null)
  const widthPx = useGridWidth(scroller)
  const { columns, heightPx } = tileSize(widthPx)
  const { count } = results
  const current = Math.min(active, Math.max(0, count - 1))
  const activeRow = Math.floor(current / columns)
  // oxlint-disable-next-line react/incompatible-library -- nothing here memoizes by itself what it answers
  const rows = useVirtualizer<HTMLElement, HTMLDivElement>({
    // Not before it is known how tall they are: too many would be taken to be in sight.
    count: widthPx === 0 ? 0 : Math.ceil(count / columns),
    getScrollElement: () => scroller,
    estimateSize: () => heightPx,
    overscan: OVERSCAN,
    // What keys go on from is there wherever it is.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), activeRow])].toSorted((one, other) => one - other),
  })
  useLayoutEffect(() => rows.measure(), [rows, heightPx])
  const inSight = rows.range
  const [first, last] = [(inSight?.startIndex ?? 0) * columns, ((inSight?.endIndex ?? 0) + 1) * columns - 1]
  const tell = useEffectEvent((from: number, to: number) => results.onShown(from, to))
  useEffect(() => tell(first, last), [first, last])
  useLayoutEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    list.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus()
  }, [current])

  // What is open beside the list stays in sight, and keys go on from it.
  const opened = openId === undefined ? -1 : results.indexOf(openId)
  const follow = useEffectEvent(() => rows.scrollToIndex(Math.floor(opened / columns)))
  useEffect(() => {
    if (opened < 0) return
    setActive(opened)
    follow()
  }, [opened])

  const indexOf = (target: EventTarget) => Number((target as Element).closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1)
  function onClick(event: MouseEvent) {
    const index = indexOf(event.target)
    if (index < 0) return
    setActive(index)
    if (event.shiftKey) selection.extend(index)
    else if (event.ctrlKey || event.metaKey || (event.target as Element).closest('[data-tick]')) selection.toggle(index)
    else onOpen(index)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey) return
    const isCommand = event.ctrlKey || event.metaKey
    const to = isCommand ? undefined : gridStep(event.key, current, { count, columns })
    if (to !== undefined) {
      isMoved.current = to !== current
      setActive(to)
      if (event.shiftKey) selection.extend(to)
    } else if (event.key === 'Enter' && !isCommand) onOpen(current)
    else if (event.key === ' ') {
      if (event.shiftKey) selection.extend(current)
      else selection.toggle(current)
    } else if (event.key === 'a' && isCommand) selection.all()
    else if (event.key === 'Escape' && selection.chosen.size > 0) selection.clear()
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={-1}
      aria-label={t`Events`}
      aria-multiselectable
      data-own-keys
      data-choosing={selection.chosen.size > 0 || undefined}
      className={classes['grid']}
      style={{ height: rows.getTotalSize() }}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => setActive(Math.max(0, indexOf(target)))}
    >
      {rows.getVirtualItems().map((row) => (
        <div
          key={row.key}
          role="presentation"
          className={classes['row']}
          style={{ height: heightPx, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, transform: `translateY(${row.start}px)` }}
        >
          {Array.from({ length: Math.min(columns, count - row.index * columns) }, (_, column) => {
            const index = row.index * columns + column
            const event = results.at(index)
            if (event === undefined) return <div key={index} className={classes['coming']} aria-hidden />
            return (
              <EventTile
                key={event.eventId}
                event={event}
                index={index}
                total={results.isWhole ? count : -1}
                zone={places.zoneOf(event)}
                isChosen={selection.chosen.has(event.eventId)}
                isOpen={event.eventId === openId}
                isTabStop={index === current}
                waitMs={rows.isScrolling ? SLOW_MS : 0}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}
