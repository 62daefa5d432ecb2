import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'

/** Left, top, right and bottom, in metres from the upper left of the plan. */
type Box = readonly [left: number, top: number, right: number, bottom: number]

/** What an architect would draw of a site, in metres. Later ones lie over earlier ones. */
export interface PlanDrawing {
  widthM: number
  heightM: number
  grass?: readonly Box[]
  roads?: readonly Box[]
  /** Rooms, each with walls around. */
  rooms: readonly Box[]
  /** Openings in walls. */
  doors: readonly Box[]
  /** Shelves, one behind the other: `count` of them. */
  shelves: readonly { box: Box; count: number }[]
  /** Places of cars side by side: `count` of them. */
  bays: readonly { box: Box; count: number }[]
}

const PX_PER_M = 20
const WALL_M = 0.35
const colours = {
  ground: '#e9edf1',
  grass: '#dde8dd',
  road: '#d3d9e0',
  room: '#fbfcfd',
  wall: '#44515f',
  shelf: '#c6d0da',
  line: '#aab5c1',
}

/** The plan as a PNG, and its sides in pixels. Without words: a machine may have no font. */
export function drawPlan(plan: PlanDrawing): { png: Buffer; widthPx: number; heightPx: number } {
  const [widthPx, heightPx] = [plan.widthM * PX_PER_M, plan.heightM * PX_PER_M]
  const canvas = createCanvas(widthPx, heightPx)
  const pen = canvas.getContext('2d')
  pen.scale(PX_PER_M, PX_PER_M)
  const fill = (boxes: readonly Box[], colour: string) => {
    pen.fillStyle = colour
    for (const [left, top, right, bottom] of boxes) pen.fillRect(left, top, right - left, bottom - top)
  }
  fill([[0, 0, plan.widthM, plan.heightM]], colours.ground)
  fill(plan.grass ?? [], colours.grass)
  fill(plan.roads ?? [], colours.road)
  fill(plan.rooms, colours.room)
  for (const { box, count } of plan.shelves) drawShelves(pen, box, count)
  for (const { box, count } of plan.bays) drawBays(pen, box, count)
  pen.strokeStyle = colours.wall
  pen.lineWidth = WALL_M
  for (const [left, top, right, bottom] of plan.rooms) pen.strokeRect(left, top, right - left, bottom - top)
  fill(plan.doors, colours.room)
  return { png: canvas.toBuffer('image/png'), widthPx, heightPx }
}

/** Along the longer side, with as much room between two as they are deep. */
function drawShelves(pen: SKRSContext2D, [left, top, right, bottom]: Box, count: number): void {
  pen.fillStyle = colours.shelf
  const isTall = bottom - top > right - left
  const depth = (isTall ? right - left : bottom - top) / (2 * count - 1)
  for (let at = 0; at < count; at += 1)
    if (isTall) pen.fillRect(left + 2 * at * depth, top, depth, bottom - top)
    else pen.fillRect(left, top + 2 * at * depth, right - left, depth)
}

function drawBays(pen: SKRSContext2D, [left, top, right, bottom]: Box, count: number): void {
  pen.strokeStyle = colours.line
  pen.lineWidth = 0.15
  pen.beginPath()
  for (let at = 0; at <= count; at += 1) {
    const x = left + ((right - left) / count) * at
    pen.moveTo(x, top)
    pen.lineTo(x, bottom)
  }
  pen.stroke()
}
