/** The forms of vehicles, in metres: x runs from the rear (negative) to the front. */
export interface Shape {
  length: number
  width: number
  height: number
  wheelbase: number
  /** Height of bonnet, waist and boot along the length. */
  deck: readonly (readonly [number, number])[]
  cabin: { belt: number; screenFoot: number; screenTop: number; rearTop: number; rearFoot: number }
  /** Upper edge of the head lamps. */
  lampTop: number
  rearPlate: number
  /** Where doors part. */
  seams: readonly number[]
  /** No windows behind the front doors. */
  closedRear: boolean
  box?: { front: number; height: number }
  /** An open bed behind the cabin: where it ends, and how high its edge is. */
  bed?: { front: number; height: number }
}

export type ShapeName = 'sedan' | 'hatchback' | 'suv' | 'van' | 'truck' | 'pickup' | 'minibus' | 'bus'

export const shapes: Record<ShapeName, Shape> = {
  sedan: {
    length: 4.65,
    width: 1.82,
    height: 1.45,
    wheelbase: 2.72,
    deck: [
      [-2.32, 0.9],
      [-2.15, 1.0],
      [-1.55, 1.02],
      [-0.5, 0.95],
      [1.0, 0.94],
      [1.6, 0.88],
      [2.1, 0.77],
      [2.32, 0.66],
    ],
    cabin: { belt: 0.97, screenFoot: 1.22, screenTop: 0.42, rearTop: -0.82, rearFoot: -1.62 },
    lampTop: 0.76,
    rearPlate: 0.66,
    seams: [0.98, -0.12, -1.08],
    closedRear: false,
  },
  hatchback: {
    length: 4.0,
    width: 1.76,
    height: 1.5,
    wheelbase: 2.52,
    deck: [
      [-2.0, 0.92],
      [-1.85, 1.0],
      [-1.2, 0.98],
      [0.8, 0.95],
      [1.4, 0.9],
      [1.8, 0.8],
      [2.0, 0.68],
    ],
    cabin: { belt: 0.97, screenFoot: 1.14, screenTop: 0.46, rearTop: -1.42, rearFoot: -1.82 },
    lampTop: 0.8,
    rearPlate: 0.6,
    seams: [0.86, -0.28, -1.12],
    closedRear: false,
  },
  suv: {
    length: 4.6,
    width: 1.9,
    height: 1.72,
    wheelbase: 2.7,
    deck: [
      [-2.3, 1.02],
      [-2.15, 1.12],
      [-1.2, 1.1],
      [1.0, 1.08],
      [1.7, 1.03],
      [2.15, 0.95],
      [2.3, 0.82],
    ],
    cabin: { belt: 1.12, screenFoot: 1.16, screenTop: 0.52, rearTop: -1.78, rearFoot: -2.12 },
    lampTop: 0.93,
    rearPlate: 0.72,
    seams: [0.96, -0.2, -1.16],
    closedRear: false,
  },
  van: {
    length: 5.1,
    width: 1.96,
    height: 2.05,
    wheelbase: 3.2,
    deck: [
      [-2.55, 1.12],
      [-2.4, 1.2],
      [1.3, 1.16],
      [2.0, 1.06],
      [2.4, 0.96],
      [2.55, 0.8],
    ],
    cabin: { belt: 1.18, screenFoot: 1.95, screenTop: 1.1, rearTop: -2.34, rearFoot: -2.5 },
    lampTop: 0.96,
    rearPlate: 0.62,
    seams: [1.5, 0.42, -0.9],
    closedRear: true,
  },
  truck: {
    length: 6.2,
    width: 2.0,
    height: 2.2,
    wheelbase: 3.6,
    deck: [
      [-3.1, 0.62],
      [1.0, 0.64],
      [1.15, 1.2],
      [2.5, 1.2],
      [2.95, 1.1],
      [3.1, 0.9],
    ],
    cabin: { belt: 1.2, screenFoot: 2.85, screenTop: 2.35, rearTop: 1.2, rearFoot: 1.14 },
    lampTop: 0.92,
    rearPlate: 0.5,
    seams: [2.4, 1.3],
    closedRear: false,
    box: { front: 0.95, height: 2.85 },
  },
  pickup: {
    length: 5.3,
    width: 1.9,
    height: 1.8,
    wheelbase: 3.1,
    deck: [
      [-2.65, 1.0],
      [-2.5, 1.1],
      [0.9, 1.1],
      [1.7, 1.06],
      [2.4, 0.98],
      [2.65, 0.84],
    ],
    cabin: { belt: 1.12, screenFoot: 1.4, screenTop: 0.78, rearTop: -0.62, rearFoot: -0.75 },
    lampTop: 0.95,
    rearPlate: 0.66,
    seams: [1.15, 0.2],
    closedRear: false,
    bed: { front: -0.8, height: 1.12 },
  },
  minibus: {
    length: 5.9,
    width: 2.0,
    height: 2.45,
    wheelbase: 3.6,
    deck: [
      [-2.95, 1.12],
      [-2.8, 1.2],
      [1.9, 1.16],
      [2.5, 1.06],
      [2.8, 0.96],
      [2.95, 0.8],
    ],
    cabin: { belt: 1.18, screenFoot: 2.4, screenTop: 1.6, rearTop: -2.74, rearFoot: -2.88 },
    lampTop: 0.96,
    rearPlate: 0.62,
    seams: [1.9, 0.6, -0.9],
    closedRear: false,
  },
  bus: {
    length: 10.5,
    width: 2.5,
    height: 3.1,
    wheelbase: 5.8,
    deck: [
      [-5.25, 1.3],
      [-5.1, 1.42],
      [4.9, 1.42],
      [5.15, 1.36],
      [5.25, 1.2],
    ],
    cabin: { belt: 1.42, screenFoot: 5.12, screenTop: 4.92, rearTop: -5.05, rearFoot: -5.16 },
    lampTop: 1.0,
    rearPlate: 0.7,
    seams: [3.9, 2.7, -0.6],
    closedRear: false,
  },
}
