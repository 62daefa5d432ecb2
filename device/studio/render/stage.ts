import { beamAt, covered, type Actor, type Glow } from './actor.ts'
import { readSpot, turnToViewer, type Backdrop } from './backdrop.ts'
import type { SceneCamera } from './camera.ts'
import { evenLight, type Light } from './light.ts'
import type { Mesh } from './mesh.ts'
import { addLamps, keyShare, mirror, type Spot } from './shade.ts'
import type { ShadowMap } from './shadow-map.ts'
import type { ToneCurve } from './tone.ts'
import { subtract, type Vec3 } from './vector.ts'

/** Draws frames: the backdrop with what moves in front of it, its shadows and its lights. */
export class SceneStage {
  readonly #camera: SceneCamera
  readonly #light: Light
  readonly #backdrop: Backdrop
  readonly #still: ShadowMap
  readonly #moving: ShadowMap
  readonly #tone: ToneCurve
  readonly #base: Float32Array
  readonly #linear: Float32Array
  readonly #baseBytes: Uint8ClampedArray
  readonly #touched: Uint8Array
  readonly #depth: Float32Array
  readonly #owner: Int32Array
  readonly #weights: Float32Array
  readonly #spot: Spot

  constructor(camera: SceneCamera, light: Light, backdrop: Backdrop, still: ShadowMap, moving: ShadowMap, tone: ToneCurve, anyMesh: Mesh) {
    const pixels = camera.width * camera.height
    this.#camera = camera
    this.#light = light
    this.#backdrop = backdrop
    this.#still = still
    this.#moving = moving
    this.#tone = tone
    this.#base = backdrop.even.map((value, i) => value + backdrop.key[i]!)
    this.#linear = new Float32Array(pixels * 3)
    this.#baseBytes = new Uint8ClampedArray(pixels * 3)
    for (let i = 0; i < pixels; i++) tone.write(this.#base, i, this.#baseBytes)
    this.#touched = new Uint8Array(pixels)
    this.#depth = new Float32Array(pixels * 4)
    this.#owner = new Int32Array(pixels * 4)
    this.#weights = new Float32Array(pixels * 8)
    this.#spot = { x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0, vx: 0, vy: 0, vz: 0, color: new Float64Array(3), material: anyMesh.materials[0]! }
  }

  /** One frame as packed RGB bytes. */
  draw(actors: readonly Actor[]): Uint8ClampedArray {
    const { width, height } = this.#camera
    const bytes = this.#baseBytes.slice()
    this.#linear.set(this.#base)
    this.#touched.fill(0)
    this.#depth.set(this.#backdrop.depth)
    this.#owner.fill(-1)
    this.#moving.clear()
    for (const actor of actors) this.#moving.draw(actor.mesh)
    for (const actor of actors) this.#dim(actor, actors)
    actors.forEach((actor, index) => this.#rasterize(actor.mesh, index))
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) this.#cover(x, y, actors)
    }
    for (const actor of actors) for (const glow of actor.glows) this.#shine(glow)
    for (let i = 0; i < width * height; i++) if (this.#touched[i]) this.#tone.write(this.#linear, i, bytes)
    return bytes
  }

  /** Takes away the light that an actor keeps from the ground and walls around it. */
  #dim(actor: Actor, actors: readonly Actor[]): void {
    const { width } = this.#camera
    const [left, top, right, bottom] = this.#reach(actor)
    const eye = this.#camera.position
    const { even, key, depth, upness } = this.#backdrop
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const pixel = y * width + x
        if (this.#touched[pixel]) continue
        this.#touched[pixel] = 1
        const away = depth[y * 4 * width + x * 2]!
        if (away > 1e5) continue
        const ray = this.#camera.ray(x + 0.5, y + 0.5)
        const px = eye[0] + ray[0] * away
        const py = eye[1] + ray[1] * away
        const pz = eye[2] + ray[2] * away
        let open = 1
        let beam = 0
        for (const other of actors) {
          if (upness[pixel]! > 0.5) open *= 1 - covered(other.footprint, px, py, pz)
          if (other.beam) beam += beamAt(other.beam, px, py, pz)
        }
        const at = pixel * 3
        const hasKey = key[at]! + key[at + 1]! + key[at + 2]! > 0.002
        const lit = hasKey ? this.#moving.lit(px, py, pz, 0.04, 16) : 1
        for (let c = 0; c < 3; c++) {
          this.#linear[at + c] = even[at + c]! * (open + beam * (c === 2 ? 0.8 : 1)) + key[at + c]! * (lit + beam * 0.4)
        }
      }
    }
  }

  /** The part of the picture that an actor, its shadow or its beam can touch. */
  #reach(actor: Actor): [number, number, number, number] {
    const { width, height } = this.#camera
    const low = [1e9, 1e9]
    const high = [-1e9, -1e9]
    const see = (place: Vec3, margin: number): void => {
      const [x, y, depth] = this.#camera.project(place)
      if (depth < 0.15) return
      low[0] = Math.min(low[0]!, x - margin)
      low[1] = Math.min(low[1]!, y - margin)
      high[0] = Math.max(high[0]!, x + margin)
      high[1] = Math.max(high[1]!, y + margin)
    }
    const { key } = this.#light
    const { positions } = actor.mesh
    for (let i = 0; i < positions.length; i += 9) {
      const place: Vec3 = [positions[i]!, positions[i + 1]!, positions[i + 2]!]
      see(place, 12)
      const way = 'towards' in key ? key.towards : subtract(key.position, place)
      const steps = Math.min(12, place[1] / Math.max(way[1], 0.1))
      see([place[0] - way[0] * steps, 0, place[2] - way[2] * steps], 12)
    }
    // A beam may reach under the camera, where nothing can be projected: then all of the picture counts.
    if (actor.beam) return [0, 0, width - 1, height - 1]
    return [Math.max(0, low[0]! | 0), Math.max(0, low[1]! | 0), Math.min(width - 1, high[0]! | 0), Math.min(height - 1, high[1]! | 0)]
  }

  /** Notes for each of four samples per pixel which face is nearest. */
  #rasterize(mesh: Mesh, actor: number): void {
    const wide = this.#camera.width * 2
    const tall = this.#camera.height * 2
    const { positions } = mesh
    for (let face = 0; face < mesh.materials.length; face++) {
      const a = face * 9
      const p = this.#camera.project([positions[a]!, positions[a + 1]!, positions[a + 2]!])
      const q = this.#camera.project([positions[a + 3]!, positions[a + 4]!, positions[a + 5]!])
      const r = this.#camera.project([positions[a + 6]!, positions[a + 7]!, positions[a + 8]!])
      if (p[2] < 0.15 || q[2] < 0.15 || r[2] < 0.15) continue
      const ax = p[0] * 2
      const ay = p[1] * 2
      const ux = q[0] * 2 - ax
      const uy = q[1] * 2 - ay
      const wx = r[0] * 2 - ax
      const wy = r[1] * 2 - ay
      const area = ux * wy - uy * wx
      if (area > -1e-6 && area < 1e-6) continue
      const x0 = Math.max(0, Math.floor(ax + Math.min(0, ux, wx)))
      const x1 = Math.min(wide - 1, Math.ceil(ax + Math.max(0, ux, wx)))
      const y1 = Math.min(tall - 1, Math.ceil(ay + Math.max(0, uy, wy)))
      for (let y = Math.max(0, Math.floor(ay + Math.min(0, uy, wy))); y <= y1; y++) {
        for (let x = x0; x <= x1; x++) {
          const dx = x + 0.5 - ax
          const dy = y + 0.5 - ay
          const second = (dx * wy - dy * wx) / area
          const third = (ux * dy - uy * dx) / area
          if (second < 0 || third < 0 || second + third > 1) continue
          const near = (1 - second - third) / p[2] + second / q[2] + third / r[2]
          const depth = 1 / near
          const at = y * wide + x
          if (depth >= this.#depth[at]!) continue
          this.#depth[at] = depth
          this.#owner[at] = actor * 1e6 + face
          this.#weights[at * 2] = (second / q[2]) * depth
          this.#weights[at * 2 + 1] = (third / r[2]) * depth
        }
      }
    }
  }

  /** Mixes into a pixel the samples that actors cover. */
  #cover(x: number, y: number, actors: readonly Actor[]): void {
    const { width } = this.#camera
    const pixel = y * width + x
    let covers = 0
    let red = 0
    let green = 0
    let blue = 0
    for (let s = 0; s < 4; s++) {
      const at = (y * 2 + (s >> 1)) * width * 2 + x * 2 + (s & 1)
      const owner = this.#owner[at]!
      if (owner < 0) continue
      const actor = actors[Math.floor(owner / 1e6)]!
      this.#paint(actor.mesh, owner % 1e6, at, x + 0.25 + (s & 1) * 0.5, y + 0.25 + (s >> 1) * 0.5)
      covers++
      red += painted[0]!
      green += painted[1]!
      blue += painted[2]!
    }
    if (covers === 0) return
    this.#touched[pixel] = 1
    const rest = 1 - covers / 4
    this.#linear[pixel * 3] = this.#linear[pixel * 3]! * rest + red / 4
    this.#linear[pixel * 3 + 1] = this.#linear[pixel * 3 + 1]! * rest + green / 4
    this.#linear[pixel * 3 + 2] = this.#linear[pixel * 3 + 2]! * rest + blue / 4
  }

  #paint(mesh: Mesh, face: number, at: number, x: number, y: number): void {
    const spot = this.#spot
    const eye = this.#camera.position
    const ray = this.#camera.ray(x, y)
    const depth = this.#depth[at]!
    const length = Math.hypot(ray[0], ray[1], ray[2])
    spot.vx = ray[0] / length
    spot.vy = ray[1] / length
    spot.vz = ray[2] / length
    spot.x = eye[0] + ray[0] * depth
    spot.y = eye[1] + ray[1] * depth
    spot.z = eye[2] + ray[2] * depth
    readSpot(mesh, face, this.#weights[at * 2]!, this.#weights[at * 2 + 1]!, spot)
    turnToViewer(mesh, face, spot)
    evenLight(this.#light, spot.ny, even)
    // Near the ground less of the surroundings is seen.
    const open = 0.45 + 0.55 * Math.min(1, Math.max(0, spot.y / 1.1))
    const { glow } = spot.material
    for (let c = 0; c < 3; c++) painted[c] = spot.color[c]! * (even[c]! * open + glow)
    const weight = mirror(this.#light, spot, part)
    if (weight > 0) for (let c = 0; c < 3; c++) painted[c] = painted[c]! * (1 - weight) + part[c]!
    part.fill(0)
    addLamps(this.#light, spot, part)
    for (let c = 0; c < 3; c++) painted[c] = painted[c]! + part[c]!
    if (!keyShare(this.#light, spot, part)) return
    const px = spot.x + spot.nx * 0.04
    const py = spot.y + spot.ny * 0.04
    const pz = spot.z + spot.nz * 0.04
    const lit = Math.min(this.#still.lit(px, py, pz, 0.12, 4), this.#moving.lit(px, py, pz, 0.06, 4))
    for (let c = 0; c < 3; c++) painted[c] = painted[c]! + part[c]! * lit
  }

  #shine(glow: Glow): void {
    const { width, height } = this.#camera
    const [x, y, depth] = this.#camera.project(glow.position)
    if (depth < 0.3 || x < -100 || y < -100 || x > width + 100 || y > height + 100) return
    const at =
      Math.min(height * 2 - 1, Math.max(0, Math.round(y * 2))) * width * 2 + Math.min(width * 2 - 1, Math.max(0, Math.round(x * 2)))
    if (this.#depth[at]! < depth - 0.25) return
    const edge = this.#camera.project([glow.position[0], glow.position[1] + glow.radiusMetres, glow.position[2]])
    const radius = Math.max(1.5, Math.abs(edge[1] - y))
    const reach = radius * 7
    for (let v = Math.max(0, (y - reach) | 0); v <= Math.min(height - 1, y + reach); v++) {
      for (let u = Math.max(0, (x - reach) | 0); u <= Math.min(width - 1, x + reach); u++) {
        const away = Math.hypot(u + 0.5 - x, v + 0.5 - y) / radius
        const amount = Math.max(0, 1 / (1 + away * away) ** 1.6 - 0.0019)
        const pixel = v * width + u
        this.#touched[pixel] = 1
        for (let c = 0; c < 3; c++) this.#linear[pixel * 3 + c]! += glow.color[c]! * amount
      }
    }
  }
}

const painted = new Float64Array(3)
const even = new Float64Array(3)
const part = new Float64Array(3)
