import type { Actor } from '../../render/actor.ts'
import { strideMetres, type ScenePerson, type Pose } from './person.ts'
import { progress, type SceneRoute } from './route.ts'

/** A person on a route at the pace of `keys` (`[seconds, metres]` pairs), standing where the way does not grow; nobody outside the keys' time. */
export function walk(
  person: ScenePerson,
  route: SceneRoute,
  keys: readonly (readonly [number, number])[],
  seconds: number,
  doing: Pick<Pose, 'reach' | 'carry'> = {},
): Actor[] {
  if (seconds < keys[0]![0] || seconds > keys.at(-1)![0]) return []
  const along = progress(keys, seconds)
  const metresPerSecond = (progress(keys, seconds + 0.1) - progress(keys, seconds - 0.1)) / 0.2
  const here = route.at(along)
  const stride = Math.min(1, metresPerSecond / 0.9)
  return [person.at({ x: here.x, z: here.z, heading: here.heading, phase: (along / strideMetres) * Math.PI * 2, stride, ...doing })]
}
