import { stationLimits } from '#contract/station.ts'
import type { VideoWindow } from '../../data/media/video-window.ts'
import type { ToldWindow } from './told-window.ts'

const WIDTH_PX = 640
const QUALITY = 0.6
const DIMMED = 0.35
const TITLE_PX = 40

/** A small picture of what is on the screen, as it is there: a picture that stands still is dimmed on it too, and a camera's name stands at its foot. */
export async function paintScreen(windows: readonly (ToldWindow & { video: VideoWindow })[], title: string): Promise<File | undefined> {
  const scale = WIDTH_PX / innerWidth
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH_PX
  canvas.height = Math.round(innerHeight * scale)
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) return undefined
  context.font = '600 12px system-ui, sans-serif'
  // One after the other: the pixels of all at once would be 130 MB of sixteen windows of 1080p.
  for (const { element, video, title: name, state } of windows) {
    const { left, top, width, height } = element.getBoundingClientRect()
    const place = { x: left * scale, y: top * scale, width: Math.max(1, width * scale), height: Math.max(1, height * scale) }
    const picture = document.createElement('canvas')
    picture.width = Math.round(place.width)
    picture.height = Math.round(place.height)
    const isLive = state === 'live'
    await video.paint(picture)
    context.globalAlpha = isLive ? 1 : DIMMED
    context.drawImage(picture, place.x, place.y)
    context.globalAlpha = 1
    release(picture)
    context.fillStyle = '#fff'
    context.fillText(isLive ? name : `${name} ⚠`, place.x + 6, place.y + place.height - 6, place.width - 12)
  }
  if (windows.length === 0) {
    context.fillStyle = '#fff'
    context.font = `600 ${TITLE_PX}px system-ui, sans-serif`
    context.textAlign = 'center'
    context.fillText(title, WIDTH_PX / 2, canvas.height / 2, WIDTH_PX)
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  release(canvas)
  if (blob === null || blob.size > stationLimits.screenshotBytes) return undefined
  return new File([blob], 'screen.jpg', { type: 'image/jpeg' })
}

/** Gives its pixels back at once: nobody collects them soon on a page that makes little else to be thrown away. */
function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0
}
