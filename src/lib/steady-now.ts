/**
 * The time, epoch ms, by the clock that workers of this page count by too. Unlike that of `Date` it makes no step when somebody, or the network, sets the
 * machine's clock, and may be wrong from then on: for spans alone.
 */
export function steadyNowMs(): number {
  return performance.timeOrigin + performance.now()
}
