import type { Canvas } from '@napi-rs/canvas'
import type { Vec3 } from './vector.ts'

/** A picture laid on a surface, in linear light. */
export interface Texture {
  width: number
  height: number
  rgb: Float32Array
}

export interface Material {
  /** Linear light, 0..1 per channel. */
  color: Vec3
  /** How much of its surroundings it mirrors: 0 chalk, 1 lacquer, 2 window glass. */
  gloss: number
  /** Light it gives off by itself, times its colour. */
  glow: number
  texture?: Texture
}

const toLinear = (byte: number): number =>
  ((byte / 255 + 0.055) / 1.055) ** 2.4 * (byte > 10 ? 1 : 0) + (byte > 10 ? 0 : byte / 255 / 12.92)

/** A material from a colour as written in CSS (`#rrggbb`). */
export function material(css: string, gloss = 0, glow = 0): Material {
  const value = Number.parseInt(css.slice(1), 16)
  return { color: [toLinear(value >> 16), toLinear((value >> 8) & 255), toLinear(value & 255)], gloss, glow }
}

/** A material whose colour is what was painted on a canvas. */
export function painted(canvas: Canvas, gloss = 0, glow = 0): Material {
  const { width, height } = canvas
  const bytes = canvas.getContext('2d').getImageData(0, 0, width, height).data
  const linear = Float32Array.from({ length: 256 }, (_, byte) => toLinear(byte))
  const rgb = new Float32Array(width * height * 3)
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = linear[bytes[i * 4 + c]!]!
  }
  return { color: [1, 1, 1], gloss, glow, texture: { width, height, rgb } }
}

/** Reads a texture between its pixels; `u` and `v` outside 0..1 stay at the border. */
export function sampleTexture(texture: Texture, u: number, v: number, out: Float64Array): void {
  const { width, height, rgb } = texture
  const x = Math.min(width - 1.001, Math.max(0, u * width - 0.5))
  const y = Math.min(height - 1.001, Math.max(0, v * height - 0.5))
  const column = x | 0
  const row = y | 0
  const right = x - column
  const down = y - row
  const at = (row * width + column) * 3
  const below = at + width * 3
  for (let c = 0; c < 3; c++) {
    const upper = rgb[at + c]! * (1 - right) + rgb[at + 3 + c]! * right
    const lower = rgb[below + c]! * (1 - right) + rgb[below + 3 + c]! * right
    out[c] = upper * (1 - down) + lower * down
  }
}
