import type { EventKind } from '#contract/event-attributes.ts'
import type { ObjectBox } from '#contract/object-box.ts'

/** Something that a camera's analytics would report, at its time in the loop; no two of a scene at the same time. */
export interface Happening {
  atMs: number
  kind: EventKind
  plate?: string
  attributes?: Readonly<Record<string, string>>
  /** The part of the picture that is reported, as shares of its width and height; the whole when there is none. */
  view?: { left: number; top: number; size: number }
  /** Where it is in the picture that is reported. */
  box?: ObjectBox
}

/** What the loop does not show: what a camera reported of it, and the picture, which is drawn for it. */
export interface Visit extends Pick<Happening, 'kind' | 'plate' | 'attributes' | 'box'> {
  picture: string
}

/** Where a film shows something: the time of its loop, its place in the whole picture, and the part of that which is reported. */
export interface SeenInFilm extends Pick<Happening, 'atMs' | 'view' | 'box'> {}

export function seenInFilm({ atMs, view, box }: Happening): SeenInFilm {
  const whole =
    box && view
      ? { x: view.left + box.x * view.size, y: view.top + box.y * view.size, width: box.width * view.size, height: box.height * view.size }
      : box
  return { atMs, ...(view && { view }), ...(whole && { box: whole }) }
}
