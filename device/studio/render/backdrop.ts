import type { SceneCamera } from './camera.ts'
import { keyAt, lampAt, surroundings, type Light } from './light.ts'
import { sampleTexture } from './material.ts'
import type { Mesh } from './mesh.ts'
import type { RayTree } from './rays.ts'
import { keyShare, mirror, type Spot } from './shade.ts'
import { randomFrom } from './vector.ts'

/** Everything that stands still, seen once with care: each pixel's light, apart for the key light that moving things can take away. */
export interface Backdrop {
  even: Float32Array
  key: Float32Array
  /** Depth of four samples per pixel, laid out as a picture of twice the size. */
  depth: Float32Array
  /** How far each pixel's surface looks up, 0..1. */
  upness: Float32Array
}

const offsets = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const

/** Traces the still scene: soft key shadows, light from all around with what stands in its way, mirroring floors. */
export function traceBackdrop(camera: SceneCamera, light: Light, mesh: Mesh, tree: RayTree, raysPerSample = 4): Backdrop {
  const { width, height } = camera
  const pixels = width * height
  const albedo = new Float32Array(pixels * 3)
  const arriving = new Float32Array(pixels * 3)
  const extra = new Float32Array(pixels * 3)
  const key = new Float32Array(pixels * 3)
  const lit = new Float32Array(pixels * 3)
  const depth = new Float32Array(pixels * 4).fill(1e6)
  const normal = new Float32Array(pixels * 3)
  const random = randomFrom(7)
  const spot: Spot = {
    x: 0,
    y: 0,
    z: 0,
    nx: 0,
    ny: 0,
    nz: 0,
    vx: 0,
    vy: 0,
    vz: 0,
    color: new Float64Array(3),
    material: mesh.materials[0]!,
  }
  const found = new Float64Array(3)
  const to = new Float64Array(5)
  const [ex, ey, ez] = camera.position

  const shadowed = (distance: number, spread: number): boolean => {
    const jitter = (): number => (random() + random() - 1) * spread
    const dx = to[0]! + jitter()
    const dy = to[1]! + jitter()
    const dz = to[2]! + jitter()
    return tree.hit(spot.x + spot.nx * 0.01, spot.y + spot.ny * 0.01, spot.z + spot.nz * 0.01, dx, dy, dz, distance, true)
  }

  /** Light that comes to the spot along a ray: from a surface on the way or from the surroundings. */
  const lookAlong = (dx: number, dy: number, dz: number, out: Float64Array): void => {
    if (tree.hit(spot.x + spot.nx * 0.01, spot.y + spot.ny * 0.01, spot.z + spot.nz * 0.01, dx, dy, dz, 60)) {
      const { color, texture, glow } = mesh.materials[tree.face]!
      if (texture) {
        const { uvs } = mesh
        const at = tree.face * 6
        const first = 1 - tree.second - tree.third
        sampleTexture(
          texture,
          uvs[at]! * first + uvs[at + 2]! * tree.second + uvs[at + 4]! * tree.third,
          uvs[at + 1]! * first + uvs[at + 3]! * tree.second + uvs[at + 5]! * tree.third,
          out,
        )
      } else out.set(color)
      for (let c = 0; c < 3; c++) out[c] = out[c]! * (light.bounce[c]! + glow)
    } else surroundings(light, dy, out)
  }

  // Wide soft shadows come out grainy: they are judged apart from the colours and calmed like the rest.
  const isSoft = 'towards' in light.key && light.softness > 0.1
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x
      for (let s = 0; s < 4; s++) {
        const offset = offsets[s]!
        const [rx, ry, rz] = camera.ray(x + offset[0], y + offset[1])
        const length = Math.hypot(rx, ry, rz)
        if (!tree.hit(ex, ey, ez, rx, ry, rz, 1e6)) {
          surroundings(light, ry / length, found)
          for (let c = 0; c < 3; c++) extra[pixel * 3 + c]! += found[c]! / 4
          continue
        }
        const { face, second, third, distance } = tree
        depth[(y * 2 + (s >> 1)) * width * 2 + x * 2 + (s & 1)] = distance
        readSpot(mesh, face, second, third, spot)
        spot.x = ex + rx * distance
        spot.y = ey + ry * distance
        spot.z = ez + rz * distance
        spot.vx = rx / length
        spot.vy = ry / length
        spot.vz = rz / length
        turnToViewer(mesh, face, spot)
        normal[pixel * 3] = spot.nx
        normal[pixel * 3 + 1] = spot.ny
        normal[pixel * 3 + 2] = spot.nz

        if (keyShare(light, spot, found)) {
          keyAt(light, spot.x, spot.y, spot.z, to)
          const spread = 'towards' in light.key ? light.softness : light.softness / to[4]!
          const open = shadowed(to[4]! - 0.3, spread) ? 0 : 1
          for (let c = 0; c < 3; c++) {
            key[pixel * 3 + c]! += (found[c]! * (isSoft ? 1 : open)) / 4
            lit[pixel * 3 + c]! += open / 4
          }
        }
        for (const lamp of light.lamps) {
          lampAt(lamp.position, spot.x, spot.y, spot.z, to)
          const facing = spot.nx * to[0]! + spot.ny * to[1]! + spot.nz * to[2]!
          if (facing <= 0 || shadowed(to[4]! - 0.3, 0.03)) continue
          for (let c = 0; c < 3; c++) extra[pixel * 3 + c]! += (spot.color[c]! * lamp.color[c]! * to[3]! * facing) / 4
        }
        const weight = mirror(light, spot, found)
        if (weight > 0.004) {
          const facing = -(spot.nx * spot.vx + spot.ny * spot.vy + spot.nz * spot.vz)
          const rough = 0.06
          lookAlong(
            spot.vx + 2 * facing * spot.nx + (random() - 0.5) * rough,
            spot.vy + 2 * facing * spot.ny + (random() - 0.5) * rough,
            spot.vz + 2 * facing * spot.nz + (random() - 0.5) * rough,
            found,
          )
          for (let c = 0; c < 3; c++) extra[pixel * 3 + c]! += (found[c]! * weight) / 4
        }
        for (let c = 0; c < 3; c++) {
          albedo[pixel * 3 + c]! += spot.color[c]! / 4
          extra[pixel * 3 + c]! += (spot.color[c]! * spot.material.glow) / 4
        }
        for (let ray = 0; ray < raysPerSample; ray++) {
          // A point on a ball that touches the surface gives directions weighted by their cosine.
          const height = random() * 2 - 1
          const around = random() * Math.PI * 2
          const wide = Math.sqrt(1 - height * height)
          let dx = spot.nx + wide * Math.cos(around)
          let dy = spot.ny + height
          let dz = spot.nz + wide * Math.sin(around)
          const size = Math.hypot(dx, dy, dz) || 1
          dx /= size
          dy /= size
          dz /= size
          lookAlong(dx, dy, dz, found)
          for (let c = 0; c < 3; c++) arriving[pixel * 3 + c]! += found[c]! / 4 / raysPerSample
        }
      }
    }
  }
  const calm = calmNoise(arriving, normal, depth, width, height)
  for (let i = 0; i < pixels * 3; i++) extra[i]! += albedo[i]! * calm[i]!
  if (isSoft) {
    const share = calmNoise(lit, normal, depth, width, height)
    for (let i = 0; i < pixels * 3; i++) key[i]! *= share[i]!
  }
  const upness = Float32Array.from({ length: pixels }, (_, i) => Math.max(0, normal[i * 3 + 1]!))
  return { even: extra, key, depth, upness }
}

/** Colour, normal and material where a ray met a face. */
export function readSpot(mesh: Mesh, face: number, second: number, third: number, spot: Spot): void {
  const first = 1 - second - third
  const { normals, uvs } = mesh
  const n = face * 9
  spot.nx = normals[n]! * first + normals[n + 3]! * second + normals[n + 6]! * third
  spot.ny = normals[n + 1]! * first + normals[n + 4]! * second + normals[n + 7]! * third
  spot.nz = normals[n + 2]! * first + normals[n + 5]! * second + normals[n + 8]! * third
  const size = Math.hypot(spot.nx, spot.ny, spot.nz) || 1
  spot.nx /= size
  spot.ny /= size
  spot.nz /= size
  const material = mesh.materials[face]!
  spot.material = material
  if (material.texture) {
    const t = face * 6
    sampleTexture(
      material.texture,
      uvs[t]! * first + uvs[t + 2]! * second + uvs[t + 4]! * third,
      uvs[t + 1]! * first + uvs[t + 3]! * second + uvs[t + 5]! * third,
      spot.color,
    )
  } else spot.color.set(material.color)
}

/** Surfaces are seen from both sides: turns the normal to where the viewer is, judged by the flat face. */
export function turnToViewer(mesh: Mesh, face: number, spot: Spot): void {
  const p = mesh.positions
  const a = face * 9
  const ux = p[a + 3]! - p[a]!
  const uy = p[a + 4]! - p[a + 1]!
  const uz = p[a + 5]! - p[a + 2]!
  const wx = p[a + 6]! - p[a]!
  const wy = p[a + 7]! - p[a + 1]!
  const wz = p[a + 8]! - p[a + 2]!
  let gx = uy * wz - uz * wy
  let gy = uz * wx - ux * wz
  let gz = ux * wy - uy * wx
  if (gx * spot.vx + gy * spot.vy + gz * spot.vz > 0) {
    gx = -gx
    gy = -gy
    gz = -gz
  }
  if (gx * spot.nx + gy * spot.ny + gz * spot.nz < 0) {
    spot.nx = -spot.nx
    spot.ny = -spot.ny
    spot.nz = -spot.nz
  }
}

/** Averages the light from around over neighbours on the same surface. */
function calmNoise(arriving: Float32Array, normal: Float32Array, depth: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(arriving.length)
  const reach = 3
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const own = (y * width + x) * 3
      const ownDepth = depth[y * 4 * width + x * 2]!
      let total = 0
      for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++) {
        for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++) {
          const other = (v * width + u) * 3
          const alike = normal[own]! * normal[other]! + normal[own + 1]! * normal[other + 1]! + normal[own + 2]! * normal[other + 2]!
          const apart = Math.abs(depth[v * 4 * width + u * 2]! - ownDepth) / ownDepth
          if (alike < 0.9 || apart > 0.03) continue
          total++
          for (let c = 0; c < 3; c++) out[own + c]! += arriving[other + c]!
        }
      }
      for (let c = 0; c < 3; c++) out[own + c] = total > 0 ? out[own + c]! / total : arriving[own + c]!
    }
  }
  return out
}
