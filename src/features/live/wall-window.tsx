import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useSyncExternalStore, type CSSProperties } from 'react'
import { useSnapshot } from 'valtio'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { WindowChannel, WindowState } from '../../data/media/video-window.ts'
import { StatusDot, type Status } from '../../ui/status-dot.tsx'
import type { ChannelRef } from './arrangement.ts'
import { drag, mayDrag } from './drag.ts'
import { toggleFullScreen } from './full-screen.ts'
import { videoOf } from './video-windows.ts'
import { select, wall } from './wall-store.ts'
import { WindowFigures } from './window-figures.tsx'
import { WindowStateLayer } from './window-state.tsx'
import { WindowTools } from './window-tools.tsx'
import classes from './window.module.css'

interface WallWindowProps {
  /** The window's number; the video belongs to it for life. */
  window: number
  cell: number
  place: CSSProperties
  channelRef: ChannelRef | null
  /** What is known of the channel; `undefined` while the list is not there, null when it is not in it. */
  channel: Channel | null | undefined
  isSelected: boolean
  /** Opens the list of cameras, where it is not on the screen. */
  onChoose?: () => void
}

const dots: Record<WindowState['kind'], Status> = {
  empty: 'unknown',
  connecting: 'unknown',
  playing: 'online',
  stalled: 'warning',
  paused: 'unknown',
  failed: 'offline',
}

/** One window: a fixed place in the document for its video, and what is written over it. */
export function WallWindow({ window, cell, place, channelRef, channel, isSelected, onChoose }: WallWindowProps) {
  const { t } = useLingui()
  const video = videoOf(window)
  const state = useSyncExternalStore(video.subscribe, () => video.state)
  const root = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  useHost(window, host)
  useShown(window, channelRef, channel)

  const { overCell } = useSnapshot(drag)
  const { withStats } = useSnapshot(wall)
  const number = cell + 1
  const name = channel?.channelName ?? channelRef?.sn ?? ''
  const words: Record<WindowState['kind'], string> = {
    empty: t`Empty`,
    connecting: t`Connecting`,
    playing: t`Live`,
    stalled: t`Not live`,
    paused: t`Paused`,
    failed: t`No picture`,
  }
  const word = words[state.kind]
  return (
    <div
      ref={root}
      className={classes['window']}
      style={place}
      data-cell={cell}
      data-window={window}
      data-state={state.kind}
      data-selected={isSelected}
      data-over={overCell === cell}
      role="group"
      tabIndex={isSelected ? 0 : -1}
      aria-label={channelRef ? t`Window ${number}: ${name}, ${word}` : t`Window ${number}: empty`}
      aria-current={isSelected}
      onPointerDown={(event) => {
        select(cell)
        if (channelRef && !(event.target as Element).closest('button')) mayDrag(event, { kind: 'window', cell, name })
      }}
      onFocus={() => select(cell)}
      onDoubleClick={(event) => channelRef && !(event.target as Element).closest('button') && toggleFullScreen(root.current)}
      onKeyDown={(event) => event.key === 'Enter' && event.target === root.current && channelRef && toggleFullScreen(root.current)}
    >
      <div ref={host} className={classes['host']} />
      <WindowStateLayer
        state={state}
        channel={channelRef}
        isGone={channel === null && channelRef !== null}
        onRetry={() => retry(window, channel)}
        onChoose={onChoose}
      />
      {channelRef && (
        <>
          <div className={classes['name']}>
            <StatusDot status={dots[state.kind]} word={word} />
            <span>{name}</span>
            {state.kind === 'stalled' && (
              <span className={classes['dim']}>
                <Trans>Not live</Trans>
              </span>
            )}
          </div>
          {withStats.has(window) && <WindowFigures video={video} />}
          <WindowTools window={window} cell={cell} name={name} onFullScreen={() => toggleFullScreen(root.current)} />
        </>
      )}
    </div>
  )
}

/** Gives the video its place in the document, and tells it its size in device pixels. */
function useHost(window: number, host: { current: HTMLDivElement | null }): void {
  useEffect(() => {
    const element = host.current
    if (element === null) return
    const video = videoOf(window)
    video.mount(element)
    const watch = new ResizeObserver(([entry]) => {
      if (entry) video.resize(entry.contentRect.width * devicePixelRatio, entry.contentRect.height * devicePixelRatio)
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      video.unmount()
    }
  }, [window, host])
}

/** Has the window's video show what the wall says, as soon as the channel's streams are known. */
function useShown(window: number, channelRef: ChannelRef | null, channel: Channel | null | undefined): void {
  // What to show as text, by value: the status of a channel changes often and is no reason to begin again.
  const isBlank = channelRef === null || channel === null
  const wanted = channel ? JSON.stringify(windowChannel(channel)) : undefined
  useEffect(() => {
    if (isBlank) videoOf(window).clear()
    else if (wanted !== undefined) videoOf(window).show(JSON.parse(wanted) as WindowChannel)
  }, [window, isBlank, wanted])
}

function retry(window: number, channel: Channel | null | undefined): void {
  if (!channel) return
  const video = videoOf(window)
  video.clear()
  video.show(windowChannel(channel))
}

function windowChannel({ sn, chlIndex, capability }: Channel): WindowChannel {
  return { sn, chlIndex, streams: capability.streams }
}
