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
