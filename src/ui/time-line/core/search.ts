/** The first index in `from` to `to` for which it is true, `to` when there is none. It must not turn false again further on. */
export function firstIndex(from: number, to: number, isTrue: (index: number) => boolean): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isTrue(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The same for what is most often near: it looks one on, two, four, and searches in the last of these steps. */
export function firstIndexNear(from: number, to: number, isTrue: (index: number) => boolean): number {
  let step = 1
  let last = from
  while (from + step <= to && !isTrue(from + step - 1)) {
    last = from + step
    step *= 2
  }
  return firstIndex(last, Math.min(to, from + step), isTrue)
}
