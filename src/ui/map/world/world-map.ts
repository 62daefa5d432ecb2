import { Map as WorldView, setWorkerUrl, type AttributionControlOptions, type LngLatBoundsLike } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { MapTiles } from '#contract/calls/map/map-get.ts'
import type { MapFrame, Position } from '../geometry/mercator.ts'
import { paintOf, styleOf } from './world-style.ts'

/** Nearer than this a plain world shows nothing more. */
const NEAREST_ZOOM = 20
/** What stands at a place needs so much room: its name on both sides, and above it; below are the scale and the buttons. */
const ROOM_PX = { aside: 136, above: 80, below: 72 }

// The browser looks at it by the rule of `trusted-types.ts`.
setWorkerUrl(new URL(workerUrl, location.href).href)

interface WorldOptions {
  host: HTMLElement
  label: string
  tiles: MapTiles | null
  frame: { center: Position; zoom: number }
  onFrame: (frame: MapFrame) => void
  /** A press on the ground itself. */
  onPress: (position: Position) => void
  /** Nothing can be drawn, or no more. */
  onFault: () => void
}

/** Whether this browser can draw it. */
export function canDraw(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null
}

/** Whose pictures they are, where there are any: MapLibre takes markup, and gets what the browser makes of plain text. */
function attributionOf(tiles: MapTiles | null): AttributionControlOptions | false {
  if (tiles === null || tiles.attribution === '') return false
  const text = document.createElement('span')
  text.textContent = tiles.attribution
  return { compact: false, customAttribution: text.innerHTML }
}

/** The world as MapLibre draws it, always with north up. What stands on it is drawn over it, by the frame that it tells. Throws where there is no WebGL. */
export class WorldMap {
  readonly #view: WorldView
  readonly #onTheme: MutationObserver

  constructor({ host, label, tiles, frame, onFrame, onPress, onFault }: WorldOptions) {
    const view = new WorldView({
      container: host,
      style: styleOf(tiles?.url ?? null),
      center: [frame.center.longitude, frame.center.latitude],
      zoom: frame.zoom,
      maxZoom: NEAREST_ZOOM,
      maxPitch: 0,
      attributionControl: attributionOf(tiles),
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      renderWorldCopies: false,
      fadeDuration: 0,
      locale: { 'Map.Title': label },
    })
    this.#view = view
    view.touchZoomRotate.disableRotation()
    view.keyboard.disableRotation()
    const tell = () => {
      const { lng, lat } = view.getCenter()
      const { clientWidth, clientHeight } = host
      onFrame({ center: { latitude: lat, longitude: lng }, zoom: view.getZoom(), widthPx: clientWidth, heightPx: clientHeight })
    }
    view.on('move', tell)
    view.on('resize', tell)
    view.on('click', ({ lngLat }) => onPress({ latitude: lngLat.lat, longitude: lngLat.lng }))
    view.on('webglcontextlost', onFault)
    // Tiles that cannot be had leave the plain world; without a listener each would be written to the console.
    view.on('error', () => {})
    tell()
    this.#onTheme = new MutationObserver(() => this.#paint())
    this.#onTheme.observe(document.documentElement, { attributes: true })
  }

  /** Moves there, so that people see where things went; at once for those who want no motion. */
  show(center: Position, zoom = this.#view.getZoom()): void {
    this.#view.easeTo({ center: [center.longitude, center.latitude], zoom, duration: 180 })
  }

  /** Shows all of these at once, as near as that allows. */
  showAll(positions: readonly Position[], nearestZoom: number): void {
    const [first] = positions
    if (first === undefined) return
    const longitudes = positions.map(({ longitude }) => longitude)
    const latitudes = positions.map(({ latitude }) => latitude)
    const bounds: LngLatBoundsLike = [
      [Math.min(...longitudes), Math.min(...latitudes)],
      [Math.max(...longitudes), Math.max(...latitudes)],
    ]
    // A telephone has not that much.
    const aside = Math.min(ROOM_PX.aside, this.#view.getContainer().clientWidth / 4)
    const padding = { left: aside, right: aside, top: ROOM_PX.above, bottom: ROOM_PX.below }
    this.#view.fitBounds(bounds, { padding, maxZoom: nearestZoom, duration: 180 })
  }

  zoomBy(steps: number): void {
    this.#view.zoomTo(this.#view.getZoom() + steps, { duration: 140 })
  }

  resize(): void {
    this.#view.resize()
  }

  dispose(): void {
    this.#onTheme.disconnect()
    this.#view.remove()
  }

  #paint(): void {
    if (!this.#view.isStyleLoaded()) return
    for (const [layer, property, colour] of paintOf()) this.#view.setPaintProperty(layer, property, colour)
  }
}
