import { stationLimits } from '#contract/station.ts'
import type { VideoWindow } from '../../data/media/video-window.ts'

const WIDTH_PX = 640
const QUALITY = 0.6
/** Smaller letters nobody reads in the picture. */
const LEAST_LETTER_PX = 9

/** A size in pixels of the screen. */
interface Font {
  colour: string
  sizePx: number
  weight: string
  family: string
}

/** One thing that is on the screen, in pixels of the screen. */
type Piece = { place: DOMRect } & (
  | { kind: 'ground'; colour: string }
  | { kind: 'video'; video: VideoWindow; opacity: number; filter: string }
  | { kind: 'words'; words: string; font: Font; mostPx: number }
)

/**
 * A small picture of what people see on the screen: the pictures of its windows, dimmed where they are, and over them all that is written there, from the name of a
 * camera to what troubles the screen. Nothing where the browser makes none.
 */
export async function paintScreen(root: HTMLElement, videos: Iterable<VideoWindow>): Promise<File | undefined> {
  const scale = WIDTH_PX / innerWidth
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH_PX
  canvas.height = Math.round(innerHeight * scale)
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) return undefined
  context.textBaseline = 'middle'
  // One after the other: the pixels of all at once would be 130 MB of sixteen windows of 1080p.
  for (const piece of piecesOf(root, new Map([...videos].map((video) => [video.host, video])))) await paint(context, piece, scale)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  release(canvas)
  if (blob === null || blob.size > stationLimits.screenshotBytes) return undefined
  return new File([blob], 'screen.jpg', { type: 'image/jpeg' })
}

/** What is seen of an element, in the order in which it lies over each other: all at one moment, since painting takes longer. */
function piecesOf(element: Element, videos: ReadonlyMap<HTMLElement | undefined, VideoWindow>): Piece[] {
  if (!(element instanceof HTMLElement) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
  const place = element.getBoundingClientRect()
  const style = getComputedStyle(element)
  // The style that was given goes with the element, and with time.
  const font = { colour: style.color, sizePx: Number.parseFloat(style.fontSize), weight: style.fontWeight, family: style.fontFamily }
  // What only a screen reader is told.
  if (place.width <= 1 || place.height <= 1) return []
  const video = videos.get(element)
  if (video !== undefined) return [{ kind: 'video', place, video, opacity: Number(style.opacity), filter: style.filter }]
  const within = [...element.childNodes].flatMap((node): Piece[] => {
    if (node instanceof Element) return piecesOf(node, videos)
    return node instanceof Text ? linesOf(node).map((line) => ({ kind: 'words', font, mostPx: place.width, ...line })) : []
  })
  return [{ kind: 'ground', place, colour: style.backgroundColor }, ...within]
}

/** The lines in which a text stands on the screen. */
function linesOf(text: Text): { words: string; place: DOMRect }[] {
  const range = document.createRange()
  range.selectNodeContents(text)
  const whole = [...range.getClientRects()]
  if (whole.length <= 1) return whole.map((place) => ({ words: text.data, place }))
  const lines: { words: string; place: DOMRect }[] = []
  for (let at = 0; at < text.length; at += 1) {
    range.setStart(text, at)
    range.setEnd(text, at + 1)
    const place = range.getBoundingClientRect()
    const last = lines.at(-1)
    if (last !== undefined && place.top < last.place.bottom - 1) last.words += text.data.charAt(at)
    else lines.push({ words: text.data.charAt(at), place })
  }
  return lines
}

async function paint(context: CanvasRenderingContext2D, piece: Piece, scale: number): Promise<void> {
  const { place } = piece
  const [x, y, width, height] = [place.x * scale, place.y * scale, place.width * scale, place.height * scale]
  if (piece.kind === 'ground') {
    context.fillStyle = piece.colour
    context.fillRect(x, y, width, height)
    return
  }
  if (piece.kind === 'words') {
    const { words, font, mostPx } = piece
    context.font = `${font.weight} ${Math.max(LEAST_LETTER_PX, font.sizePx * scale)}px ${font.family}`
    context.fillStyle = font.colour
    context.fillText(words, x, y + height / 2, mostPx * scale)
    return
  }
  const picture = document.createElement('canvas')
  picture.width = Math.max(1, Math.round(width))
  picture.height = Math.max(1, Math.round(height))
  await piece.video.paint(picture)
  context.globalAlpha = piece.opacity
  context.filter = piece.filter
  context.drawImage(picture, x, y)
  context.globalAlpha = 1
  context.filter = 'none'
  release(picture)
}

/** Gives its pixels back at once: nobody collects them soon on a page that makes little else to be thrown away. */
function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0
}
