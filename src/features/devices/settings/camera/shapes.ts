import type { PictureLine, PictureShape } from '#contract/camera-settings.ts'
import { cornersOf, type Shape } from '../../../../ui/drawing/shape.ts'

const rounded = (value: number) => Math.round(value * 10_000) / 10_000
const within = ({ x, y }: { x: number; y: number }) => ({
  x: rounded(Math.min(1, Math.max(0, x))),
  y: rounded(Math.min(1, Math.max(0, y))),
})

/** What a camera has, as it is drawn: upright boxes as such, so that they stay ones. */
export function shapeOfArea(corners: PictureShape): Shape {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  const box = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
  const upright = cornersOf({ form: 'rectangle', box })
  const isBox =
    corners.length === 4 && upright.every((one) => corners.some((other) => Math.hypot(one.x - other.x, one.y - other.y) < 0.001))
  return isBox ? { form: 'rectangle', box } : { form: 'polygon', points: corners }
}

export function areaOfShape(shape: Shape): PictureShape {
  return cornersOf(shape).map(within)
}

export function shapeOfLine({ from, to, direction }: PictureLine): Shape {
  return { form: 'line', points: [from, to], arrow: direction }
}

export function lineOfShape(shape: Shape): PictureLine[] {
  const [from, to] = cornersOf(shape)
  return shape.form !== 'line' || !from || !to ? [] : [{ from: within(from), to: within(to), direction: shape.arrow ?? 'both' }]
}
