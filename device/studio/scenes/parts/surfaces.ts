import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import { painted, type Material } from '../../render/material.ts'
import { randomFrom } from '../../render/vector.ts'

/** Fills a canvas with a colour that varies from large patches down to single grains, as real grounds do. */
export function mottle(pen: SKRSContext2D, width: number, height: number, color: string, strength: number, seed: number, finest = 1): void {
  pen.fillStyle = color
  pen.fillRect(0, 0, width, height)
  const random = randomFrom(seed)
  for (const cell of [160, 48, 14, 4, 1].filter((size) => size >= finest)) {
    const wide = Math.ceil(width / cell) + 1
    const tall = Math.ceil(height / cell) + 1
    const layer = createCanvas(wide, tall)
    const paint = layer.getContext('2d')
    const image = paint.createImageData(wide, tall)
    for (let i = 0; i < wide * tall; i++) {
      const bright = random() > 0.5 ? 255 : 0
      image.data.set([bright, bright, bright, random() * 255 * strength * (cell === 1 ? 1.3 : 0.8)], i * 4)
    }
    paint.putImageData(image, 0, 0)
    pen.drawImage(layer, 0, 0, wide * cell, tall * cell)
  }
}

/** Dark soft spots of oil and water, and cracks. */
export function wear(pen: SKRSContext2D, width: number, height: number, spots: number, cracks: number, seed: number): void {
  const random = randomFrom(seed)
  for (let i = 0; i < spots; i++) {
    const x = random() * width
    const y = random() * height
    const radius = 6 + random() ** 3 * 60
    const soft = pen.createRadialGradient(x, y, 0, x, y, radius)
    soft.addColorStop(0, `rgba(10,10,12,${(0.1 + random() * 0.25).toFixed(2)})`)
    soft.addColorStop(1, 'rgba(10,10,12,0)')
    pen.fillStyle = soft
    pen.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  }
  for (let i = 0; i < cracks; i++) {
    let x = random() * width
    let y = random() * height
    let way = random() * Math.PI * 2
    pen.strokeStyle = 'rgba(15,15,17,0.5)'
    pen.lineWidth = 1 + random() * 1.2
    pen.beginPath()
    pen.moveTo(x, y)
    for (let step = 0; step < 30; step++) {
      way += (random() - 0.5) * 1.1
      x += Math.cos(way) * 9
      y += Math.sin(way) * 9
      pen.lineTo(x, y)
    }
    pen.stroke()
  }
}

/** A worn painted line between two places on a canvas. */
export function line(pen: SKRSContext2D, x0: number, y0: number, x1: number, y1: number, width: number, color: string): void {
  pen.strokeStyle = color
  pen.lineWidth = width
  pen.lineCap = 'butt'
  pen.beginPath()
  pen.moveTo(x0, y0)
  pen.lineTo(x1, y1)
  pen.stroke()
}

/** A material painted by a function on a canvas of its own. */
export function surface(width: number, height: number, gloss: number, paint: (pen: SKRSContext2D, canvas: Canvas) => void): Material {
  const canvas = createCanvas(width, height)
  paint(canvas.getContext('2d'), canvas)
  return painted(canvas, gloss)
}
