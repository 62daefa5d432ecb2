import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore, type CSSProperties } from 'react'
import { useSnapshot } from 'valtio'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { StreamKind } from '#contract/enums.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { WindowChannel, WindowState } from '../../../data/media/video-window.ts'
import { StatusDot, type Status } from '../../../ui/controls/status-dot.tsx'
import type { ChannelRef } from '../layouts/arrangement.ts'
import { drag, mayDrag } from '../wall/drag.ts'
import { toggleFullScreen } from '../../../lib/full-screen.ts'
import { RecordTimer } from '../gallery/record-timer.tsx'
import { ReplayBar } from '../replay/replay-bar.tsx'
import { useLookBack } from '../look-back/look-back.ts'
import { useIsPast } from '../replay/replay.ts'
import { SnapshotShown } from '../gallery/snapshot-shown.tsx'
import { videoOf } from '../wall/video-windows.ts'
import { select, wall } from '../wall/wall-store.ts'
import { useDrawnByPlugin } from './drawn-by-plugin.ts'
import { WindowFigures } from './window-figures.tsx'
import { WindowPicture } from './window-picture.tsx'
import { WindowStateLayer } from './window-state.tsx'
import { WindowVoices } from '../sound/window-voices.tsx'
import { WindowTools } from './window-tools.tsx'
import { followPointer, useZoomGestures } from '../zoom/zoom-gestures.ts'
import { ZoomMap } from '../zoom/zoom-map.tsx'
import { panWindow, useZoomed } from '../zoom/zoom-store.ts'
import classes from './window.module.css'

const LookBackLayer = lazy(() => import('../look-back/look-back-layer.tsx').then(({ LookBackLayer: Layer }) => ({ default: Layer })))

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
  const isDrawn = useDrawnByPlugin()
  const isZoomed = useZoomed(window) !== undefined
  useZoomGestures(root, channelRef !== null)
  useShown(window, channelRef, channel)
  usePin(window, channelRef?.stream)

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
  const less = useLessText(state)
  const isReplay = useIsPast(window)
  const look = useLookBack(window)
  const word = isReplay ? t`Replay, not live` : (less?.word ?? words[state.kind])
  return (
    <div
      ref={root}
      className={classes['window']}
      style={place}
      data-cell={cell}
      data-window={window}
      data-state={state.kind}
      data-less={lessKind(state)}
      data-replay={isReplay}
      data-selected={isSelected}
      data-over={overCell === cell}
      data-zoomed={isZoomed}
      data-drawn={isDrawn}
      data-shape={channelRef?.shape}
      role="group"
      tabIndex={isSelected ? 0 : -1}
      aria-label={channelRef ? t`Window ${number}: ${name}, ${word}` : t`Window ${number}: empty`}
      aria-current={isSelected}
      onPointerDown={(event) => {
        select(cell)
        if (!channelRef || isOfTools(event.target)) return
        // A zoomed picture is dragged in its window; by its name the window still goes elsewhere.
        if (isZoomed && !isOfName(event.target)) followPointer(event, (way) => root.current && panWindow(root.current, way))
        else mayDrag(event, { kind: 'window', cell, name })
      }}
      onFocus={() => select(cell)}
      onDoubleClick={(event) => channelRef && !isOfTools(event.target) && toggleFullScreen(root.current)}
      onKeyDown={(event) => event.key === 'Enter' && event.target === root.current && channelRef && toggleFullScreen(root.current)}
    >
      <WindowPicture window={window} channelRef={channelRef} channel={channel} root={root} />
      <Suspense>
        {channelRef && look && (
          <LookBackLayer key={channelKey(channelRef.sn, channelRef.chlIndex)} window={window} channelRef={channelRef} look={look} />
        )}
      </Suspense>
      <WindowStateLayer
        state={isReplay ? { kind: 'playing' } : state}
        channel={channelRef}
        isGone={channel === null && channelRef !== null}
        onRetry={() => retry(window, channel)}
        onChoose={onChoose}
      />
      {channelRef && (
        <>
          <div className={classes['name']} data-name>
            <StatusDot status={isReplay ? 'warning' : dots[state.kind]} word={word} />
            <span>{name}</span>
            {less && (
              <span className={`${classes['dim']} ${classes['pace']}`} title={less.reason}>
                {less.word}
              </span>
            )}
            {state.kind === 'stalled' && (
              <span className={classes['dim']}>
                <Trans>Not live</Trans>
              </span>
            )}
            <RecordTimer window={window} />
          </div>
          <ZoomMap window={window} />
          {withStats.has(window) && <WindowFigures video={video} />}
          <ReplayBar window={window} />
          <SnapshotShown window={window} />
          <WindowVoices window={window} channel={channel} name={name} />
          <WindowTools window={window} cell={cell} name={name} channelRef={channelRef} channel={channel} root={root} />
        </>
      )}
    </div>
  )
}

/** Presses of tools, and of the menu of tools, are no drag of the window and no full screen. */
function isOfTools(target: EventTarget): boolean {
  return (target as Element).closest('button, [role="menu"], [data-bar]') !== null
}

function isOfName(target: EventTarget): boolean {
  return (target as Element).closest('[data-name]') !== null
}

/** What a window shows less, and why, for who looks at the page from outside. */
function lessKind(state: WindowState): string | undefined {
  return state.kind === 'playing' && state.less ? `${state.less.shows} ${state.less.limit}` : undefined
}

/** What to say of a window that shows less than every picture of the stream for its size. */
function useLessText(state: WindowState): { word: string; reason: string } | undefined {
  const { t } = useLingui()
  if (state.kind !== 'playing' || state.less === undefined) return undefined
  const words = { sub: t`Sub stream`, keys: t`Fewer pictures`, stills: t`Still every 5 s` }
  const reasons = {
    machine: t`So many windows are more than this computer can show in full. The largest come first; make this one larger, or close others.`,
    link: t`The connection does not carry all windows in full. The largest come first; make this one larger, or close others.`,
  }
  return { word: words[state.less.shows], reason: reasons[state.less.limit] }
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

/** Holds the stream that somebody pinned. */
function usePin(window: number, stream: StreamKind | undefined): void {
  useEffect(() => videoOf(window).pin(stream), [window, stream])
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
