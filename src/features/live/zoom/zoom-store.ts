import { proxy, ref, useSnapshot } from 'valtio'
import { isDrawnByPlugin } from '../window/drawn-by-plugin.ts'
import type { Direction } from '../../../lib/wall-grid.ts'
import { frameOf, panBy, wholePicture, within, zoomTo, type Frame, type Sizes, type Way, type ZoomView } from '../../../lib/zoom.ts'

/** A window that shows a part of its picture. */
export interface Zoomed {
  view: ZoomView
  frame: Frame
  /** Of the picture, width over height. */
  ratio: number
}

/** The windows that show a part of their picture, by number; in others the whole of it shows. Nobody keeps this. */
const zoomed = proxy<{ [window: number]: Zoomed | undefined }>({})
/** A press of + or −. */
const STEP = 1.5
/** A press of an arrow, as a share of the window. */
const PAN_SHARE = 0.2
const middle: Way = { x: 0, y: 0 }

export function useZoomed(window: number): Zoomed | undefined {
  return useSnapshot(zoomed)[window]
}

function windowOf(element: HTMLElement): number {
  return Number(element.dataset['window'])
}

/** The sizes of a window's element (`data-window`) and of the picture in it, without zoom. */
function sizesOf(element: HTMLElement): Sizes | undefined {
  const picture = element.querySelector<HTMLElement>('[data-picture]')
  if (!picture || picture.offsetWidth === 0 || picture.offsetHeight === 0) return undefined
  return {
    window: { width: element.clientWidth, height: element.clientHeight },
    picture: { width: picture.offsetWidth, height: picture.offsetHeight },
  }
}

export function isZoomed(window: number): boolean {
  return zoomed[window] !== undefined
}

export function viewOf(window: number): ZoomView {
  return zoomed[window]?.view ?? wholePicture
}

/** Has the window show what `next` makes of what it shows. A picture in its original size may be larger than its window without zoom. */
function change(element: HTMLElement, next: (view: ZoomView, sizes: Sizes) => ZoomView): void {
  const sizes = sizesOf(element)
  if (sizes === undefined || isDrawnByPlugin()) return
  const window = windowOf(element)
  const view = within(next(viewOf(window), sizes), sizes)
  const isPartial = view.scale > 1 || element.dataset['shape'] === 'original'
  const frame = frameOf(view, sizes)
  if (isPartial && Math.min(frame.width, frame.height) < 1)
    zoomed[window] = ref({ view, frame, ratio: sizes.picture.width / sizes.picture.height })
  else resetZoom(window)
}

/** Zooms to a scale around a point, counted from the middle of the window in CSS pixels. */
export function zoomWindow(element: HTMLElement, scale: number, at: Way = middle): void {
  change(element, (view, sizes) => zoomTo(view, scale, at, sizes))
}

/** One step in (1), out (−1), or to the whole picture (0). */
export function stepZoom(element: HTMLElement, step: 1 | 0 | -1): void {
  zoomWindow(element, step === 0 ? 1 : viewOf(windowOf(element)).scale * STEP ** step)
}

/** Takes the picture along by so many CSS pixels. */
export function panWindow(element: HTMLElement, way: Way): void {
  change(element, (view, sizes) => panBy(view, way, sizes))
}

/** Puts a point of the picture, as shares of it, into the middle of the window. */
export function centreOn(element: HTMLElement, { x, y }: Way): void {
  change(element, ({ scale }) => ({ scale, x, y }))
}

/** Looks further in a direction. Answers false where there is no more of the picture. */
export function lookFurther(element: HTMLElement, direction: Direction): boolean {
  const before = viewOf(windowOf(element))
  const step = { width: element.clientWidth * PAN_SHARE, height: element.clientHeight * PAN_SHARE }
  const ways: Record<Direction, Way> = {
    left: { x: step.width, y: 0 },
    right: { x: -step.width, y: 0 },
    up: { x: 0, y: step.height },
    down: { x: 0, y: -step.height },
  }
  panWindow(element, ways[direction])
  const { x, y } = viewOf(windowOf(element))
  return x !== before.x || y !== before.y
}

/** The window or its picture has got another size: what it shows stays, as far as it can. */
export function refit(element: HTMLElement): void {
  // Where the whole picture shows, and fits, it goes on doing so; to read its sizes would have the browser lay out the page for nothing.
  if (isZoomed(windowOf(element)) || element.dataset['shape'] === 'original') change(element, (view) => view)
}

export function resetZoom(window: number): void {
  delete zoomed[window]
}
