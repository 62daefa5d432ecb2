import type { ObjectBox } from '#contract/object-box.ts'
import type { FoundFace, Picture } from '#contract/faces-api.ts'
import type { FaceNetwork, Seen } from './face-network.ts'

/** A face that is missed is seen by everybody, and one too many is looked at by one person: better too many. */
const LEAST_SURENESS = 0.5
/** Two places that share so much are one face. */
const SAME_SHARE = 0.45

/** The faces in a picture, the surest first. */
export function findFaces(network: FaceNetwork, picture: Picture): FoundFace[] {
  const kept: Seen[] = []
  const seen = network.look(picture, LEAST_SURENESS).toSorted((one, other) => other.sureness - one.sureness)
  for (const place of seen) if (!kept.some((one) => sharedShare(one, place) > SAME_SHARE)) kept.push(place)
  return kept.flatMap((place) => {
    const box = boxOf(place, picture)
    return box.width > 0 && box.height > 0 ? [{ sureness: place.sureness, box }] : []
  })
}

function boxOf({ left, top, right, bottom }: Seen, { width, height }: Picture): ObjectBox {
  const within = (value: number, most: number) => Math.min(Math.max(value / most, 0), 1)
  const [x, y] = [within(left, width), within(top, height)]
  return { x, y, width: within(right, width) - x, height: within(bottom, height) - y }
}

/** Of all that two places take, how much they share. */
function sharedShare(one: Seen, other: Seen): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / (sizeOf(one) + sizeOf(other) - width * height)
}

const sizeOf = ({ left, top, right, bottom }: Seen) => (right - left) * (bottom - top)
