import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'

const WIDTH = 132
const HEIGHT = 44
/** Drawn finer than shown, for sharp screens. */
const SCALE = 2
const FONT = 'Sightline image codes'
const PAPER = '#f1f4f8'
const LINES = 4
const DOTS = 40

/** A number of this range, of which nobody foretells the next. */
function between(from: number, to: number): number {
  return from + ((to - from) * randomInt(1_000_000)) / 1_000_000
}

/** Dark enough for the paper (4.5 to 1 and more). */
function ink(): string {
  return `hsl(${randomInt(360)} 60% 28%)`
}

/** The characters as a PNG data address: each turned, bent and moved by itself, with lines through them. No system font is needed. */
export function drawImageCode(text: string): string {
  if (!GlobalFonts.has(FONT)) {
    const file = import.meta.resolve('@fontsource/comic-neue/files/comic-neue-latin-700-normal.woff2')
    GlobalFonts.registerFromPath(fileURLToPath(file), FONT)
  }
  const canvas = createCanvas(WIDTH * SCALE, HEIGHT * SCALE)
  const paper = canvas.getContext('2d')
  paper.scale(SCALE, SCALE)
  paper.fillStyle = PAPER
  paper.fillRect(0, 0, WIDTH, HEIGHT)
  const step = WIDTH / (text.length + 0.6)
  for (const [index, character] of Array.from(text).entries()) drawCharacter(paper, character, step * (index + 0.8))
  for (let line = 0; line < LINES; line += 1) drawLine(paper)
  for (let dot = 0; dot < DOTS; dot += 1) {
    paper.fillStyle = ink()
    paper.fillRect(between(0, WIDTH), between(0, HEIGHT), 1, 1)
  }
  return `data:image/png;base64,${canvas.encodeSync('png').toString('base64')}`
}

function drawCharacter(paper: SKRSContext2D, character: string, x: number): void {
  paper.save()
  paper.transform(1, between(-0.2, 0.2), between(-0.3, 0.3), 1, x + between(-3, 3), HEIGHT / 2 + between(-3, 3))
  paper.rotate(between(-0.25, 0.25))
  paper.font = `${between(28, 36)}px "${FONT}"`
  paper.textAlign = 'center'
  paper.textBaseline = 'middle'
  paper.fillStyle = ink()
  paper.fillText(character, 0, 0)
  paper.restore()
}

function drawLine(paper: SKRSContext2D): void {
  paper.beginPath()
  paper.moveTo(0, between(0, HEIGHT))
  paper.bezierCurveTo(WIDTH / 3, between(0, HEIGHT), (WIDTH * 2) / 3, between(0, HEIGHT), WIDTH, between(0, HEIGHT))
  paper.strokeStyle = ink()
  paper.lineWidth = between(1, 2)
  paper.stroke()
}
