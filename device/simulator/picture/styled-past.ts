import type { RestyleJob } from '#contract/codec-api.ts'
import type { SourceUnit } from '#device/agent/channel-source.ts'
import { StyledEncoder } from './styled-encoder.ts'

/** So many pictures are made ahead of whoever takes them. */
const MOST_AHEAD = 60

/** A picture of the past on its way: one that is not shown is only decoded. */
export type PastUnit = SourceUnit & { isShown: boolean }

/** Pictures of the past, made as the camera showed them then. Ends early when the process does. */
export async function* styledPast(job: RestyleJob, units: Iterable<PastUnit>): AsyncGenerator<SourceUnit> {
  const ready: SourceUnit[] = []
  let isOver = false
  let wake = () => {}
  const encoder = new StyledEncoder(job, {
    onUnit: (unit) => {
      ready.push(unit)
      wake()
    },
    onEnd: () => {
      isOver = true
      wake()
    },
  })
  const source = units[Symbol.iterator]()
  let inside = 0
  let hasEnded = false
  try {
    for (;;) {
      while (!hasEnded && inside < MOST_AHEAD) {
        const { done, value } = source.next()
        if (done === true) {
          hasEnded = true
          encoder.end()
        } else {
          if (value.isShown) inside += 1
          encoder.push(value.data, value.isShown ? value : undefined)
        }
      }
      const unit = ready.shift()
      if (unit !== undefined) {
        inside -= 1
        yield unit
      } else if (isOver) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    encoder.close()
  }
}
