/** Steps that people count in, of each power of ten. */
const STEPS = [1, 2, 2.5, 5, 10]

/** Values for the ticks of an axis from 0 on, in steps that people count in: at most `most` of them above 0, the last at or above `top`. */
export function ticksTo(top: number, most: number): number[] {
  if (!(top > 0)) return [0]
  const rough = top / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (STEPS.find((each) => each * power >= rough * (1 - Number.EPSILON)) ?? 10) * power
  return Array.from({ length: Math.ceil(top / step - 1e-9) + 1 }, (_, index) => index * step)
}
