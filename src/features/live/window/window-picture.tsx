import { useEffect, useRef, useSyncExternalStore, type CSSProperties, type RefObject } from 'react'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { PictureShape } from '#contract/enums.ts'
import type { VideoWindow } from '../../../data/media/video-window.ts'
import type { ChannelRef } from '../layouts/arrangement.ts'
import { useDrawnByPlugin } from './drawn-by-plugin.ts'
import { boxOf, largestOf } from '../../../lib/picture-shape.ts'
import { videoOf } from '../wall/video-windows.ts'
import { refit, resetZoom, useZoomed, type Zoomed } from '../zoom/zoom-store.ts'
import classes from './window.module.css'

/** A plugin's limit is far above; no camera has so many. */
const LARGEST_PX = 8192

interface WindowPictureProps {
  window: number
  channelRef: ChannelRef | null
  channel: Channel | null | undefined
  root: RefObject<HTMLElement | null>
}

/** The place of a window's picture: a box in the shape that somebody chose, moved and scaled by the compositor alone when it is zoomed. */
export function WindowPicture({ window, channelRef, channel, root }: WindowPictureProps) {
  const box = useRef<HTMLDivElement>(null)
  const video = videoOf(window)
  const ratio = useSyncExternalStore(video.subscribePicture, () => video.ratio)
  const isDrawn = useDrawnByPlugin()
  const zoomed = useZoomed(window)
  const shape = channelRef?.shape ?? 'fit'
  const streams = channel?.capability.streams ?? []
  useEffect(() => {
    if (box.current === null) return
    video.mount(box.current)
    return () => video.unmount()
  }, [video])
  // A step of the wheel is no reason to tell a size: by powers of two is exact enough to choose a stream.
  const times = 2 ** Math.ceil(Math.log2(zoomed?.view.scale ?? 1))
  useToldSize(video, root, { times, atLeast: shape === 'original' ? largestOf(streams) : undefined })
  useEffect(() => {
    if (root.current) refit(root.current)
  }, [root, shape, ratio])
  useFreshZoom(window, `${channelRef?.sn} ${channelRef?.chlIndex} ${isDrawn}`)
  return (
    <div className={classes['host']}>
      <div
        ref={box}
        className={classes['picture']}
        style={isDrawn ? wholeWindow : { ...boxOf(shape, ratio, streams), ...fitOf(shape), ...zoomOf(zoomed) }}
        // The plugin draws the picture within the box, in its own way.
        data-picture={isDrawn ? undefined : ''}
      />
    </div>
  )
}

/** The whole picture for a window that is new, or shows something else; one that comes back with its page keeps what it shows of it. */
function useFreshZoom(window: number, shown: string): void {
  const known = useRef<string>(undefined)
  useEffect(() => {
    if (known.current !== shown) resetZoom(window)
    known.current = shown
  }, [window, shown])
}

const wholeWindow: CSSProperties = { width: '100%', height: '100%' }

/** Shapes that are not the picture's own pull it into theirs. */
function fitOf(shape: PictureShape): CSSProperties {
  return { ['--picture-fit' as string]: shape === 'stretch' || shape === '4:3' || shape === '16:9' ? 'fill' : 'contain' }
}

function zoomOf(zoomed: Zoomed | undefined): CSSProperties {
  if (!zoomed) return {}
  const { scale, x, y } = zoomed.view
  const way = (at: number) => `${(0.5 - at) * scale * 100}%`
  return { transform: `translate(${way(x)}, ${way(y)}) scale(${scale})`, willChange: 'transform' }
}

/** Tells the video how large its picture is in device pixels, the part of it that is not seen included, by which it chooses its stream. */
function useToldSize(
  video: VideoWindow,
  root: RefObject<HTMLElement | null>,
  { times, atLeast }: { times: number; atLeast: { width: number; height: number } | undefined },
): void {
  const [leastWidth, leastHeight] = [atLeast?.width ?? 0, atLeast?.height ?? 0]
  useEffect(() => {
    const element = root.current
    if (element === null) return
    const told = (side: number, least: number) => Math.min(Math.max(side * devicePixelRatio * times, least), LARGEST_PX)
    const watch = new ResizeObserver(([entry]) => {
      if (!entry) return
      video.resize(told(entry.contentRect.width, leastWidth), told(entry.contentRect.height, leastHeight))
      refit(element)
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [video, root, times, leastWidth, leastHeight])
}
