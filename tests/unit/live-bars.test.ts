import { expect, it } from 'vitest'
import { barsOf, linesOf, type Result } from '#tests/bench/live/bars.ts'
import type { Figures } from '#tests/bench/live/stage.ts'

const figures = (age50Ms: number, age95Ms: number, first50Ms = 400): Figures => ({
  age50Ms,
  age95Ms,
  first50Ms,
  shown: 100,
  dropped: 0,
  cpuPct: 10,
  idlePct: 50,
})
const four: Result = {
  stage: { clip: '360p15', count: 4 },
  own: figures(15, 40, 108),
  webRtc: figures(60, 80),
  webRtcAtOnce: figures(15, 60),
}
const met = (results: Result[]) => barsOf(results).map(({ isMet }) => isMet)

it('sets ages beside WebRTC in both its forms, and the first picture beside its bar; what is as old is not younger', () => {
  expect(linesOf(barsOf([four]))).toEqual([
    'met     4x360p15: age p50 under WebRTC: 15.0 ms, to be under 60.0',
    'met     4x360p15: age p95 under WebRTC: 40.0 ms, to be under 80.0',
    'NOT MET 4x360p15: age p50 under WebRTC without delay: 15.0 ms, to be under 15.0',
    'met     4x360p15: age p95 under WebRTC without delay: 40.0 ms, to be under 60.0',
    'NOT MET 4x360p15: first picture p50: 108.0 ms, to be under 100.0',
  ])
})

it('has a bar for the first picture of four and of sixteen small windows alone, and none beside a peer that is not there', () => {
  const { webRtc: _paced, webRtcAtOnce: _atOnce, ...alone } = four
  expect(met([{ ...alone, stage: { clip: '360p15', count: 16 }, own: figures(15, 40, 149) }])).toEqual([true])
  expect(met([{ ...alone, stage: { clip: '360p15', count: 9 } }])).toEqual([])
  expect(met([{ ...alone, stage: { clip: '720p25', count: 4 } }])).toEqual([])
})

it('takes what was not seen for not reached', () => {
  expect(met([{ ...four, own: figures(Number.NaN, Number.NaN, Number.NaN) }])).not.toContain(true)
})
