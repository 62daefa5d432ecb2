import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { painted, type Material } from '../../render/material.ts'

/** Our own letters, so that no font need be installed: strokes on a grid of 4 by 6, `x y` pairs, strokes parted by `/`. */
const strokes: Record<string, string> = {
  '0': '1 0 3 0 4 1 4 5 3 6 1 6 0 5 0 1 1 0',
  '1': '1 1 2 0 2 6/1 6 3 6',
  '2': '0 1 1 0 3 0 4 1 4 2 0 6 4 6',
  '3': '0 0 4 0 2 2.4 3 2.4 4 3.4 4 5 3 6 1 6 0 5',
  '4': '3 6 3 0 0 4 4 4',
  '5': '4 0 0.3 0 0 2.6 1 2.2 3 2.2 4 3.2 4 5 3 6 1 6 0 5',
  '6': '4 0.8 3 0 1 0 0 1 0 5 1 6 3 6 4 5 4 3.6 3 2.6 1 2.6 0 3.6',
  '7': '0 0 4 0 1.4 6',
  '8': '1 0 3 0 4 1 4 2 3 2.9 1 2.9 0 2 0 1 1 0/1 2.9 0 3.8 0 5 1 6 3 6 4 5 4 3.8 3 2.9',
  '9': '0 5.2 1 6 3 6 4 5 4 1 3 0 1 0 0 1 0 2.4 1 3.4 3 3.4 4 2.4',
  A: '0 6 2 0 4 6/0.8 4 3.2 4',
  B: '0 0 0 6 3 6 4 5 4 3.8 3 2.9 0 2.9/3 2.9 3.8 2 3.8 1 3 0 0 0',
  C: '4 1 3 0 1 0 0 1 0 5 1 6 3 6 4 5',
  D: '0 0 0 6 2.6 6 4 4.6 4 1.4 2.6 0 0 0',
  E: '4 0 0 0 0 6 4 6/0 2.9 3.2 2.9',
  F: '4 0 0 0 0 6/0 2.9 3.2 2.9',
  G: '4 1 3 0 1 0 0 1 0 5 1 6 3 6 4 5 4 3.2 2.4 3.2',
  H: '0 0 0 6/4 0 4 6/0 2.9 4 2.9',
  K: '0 0 0 6/4 0 0 3.6/1.4 2.5 4 6',
  L: '0 0 0 6 4 6',
  M: '0 6 0 0 2 3 4 0 4 6',
  N: '0 6 0 0 4 6 4 0',
  P: '0 6 0 0 3 0 4 1 4 2.4 3 3.4 0 3.4',
  R: '0 6 0 0 3 0 4 1 4 2.2 3 3.2 0 3.2/2 3.2 4 6',
  S: '4 1 3 0 1 0 0 1 0 2 1 2.9 3 2.9 4 3.8 4 5 3 6 1 6 0 5',
  T: '0 0 4 0/2 0 2 6',
  V: '0 0 2 6 4 0',
  X: '0 0 4 6/4 0 0 6',
  Z: '0 0 4 0 0 6 4 6',
}

/** Writes text with its upper left corner at a place; `size` is the height of a letter. */
function writeText(canvas: SKRSContext2D, text: string, x: number, y: number, size: number, color: string, weight = 0.19): void {
  canvas.strokeStyle = color
  canvas.lineWidth = size * weight
  canvas.lineJoin = 'round'
  canvas.lineCap = 'round'
  const unit = size / 6
  Array.from(text).forEach((letter, index) => {
    const left = x + index * unit * 5.9
    for (const stroke of (strokes[letter] ?? '').split('/')) {
      const numbers = stroke.split(' ').map(Number)
      canvas.beginPath()
      for (let i = 0; i + 1 < numbers.length; i += 2) canvas.lineTo(left + numbers[i]! * unit, y + numbers[i + 1]! * unit)
      canvas.stroke()
    }
  })
}

const plates = new Map<string, Material>()

/** A white number plate, 600 by 127 mm: a little large, so that the small stream shows it too, with dark letters (a space leaves a gap). */
export function plateMaterial(number: string): Material {
  const known = plates.get(number)
  if (known) return known
  const canvas = createCanvas(312, 66)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#15181c'
  pen.fillRect(0, 0, 312, 66)
  pen.fillStyle = '#f4f4ee'
  pen.fillRect(4, 4, 304, 58)
  pen.fillStyle = '#2350a8'
  pen.fillRect(4, 4, 22, 58)
  const size = 36
  const width = (number.length * 5.9 - 1.9) * (size / 6)
  writeText(pen, number, 26 + (282 - width) / 2, 15, size, '#101216')
  const made = painted(canvas, 0.1)
  plates.set(number, made)
  return made
}
