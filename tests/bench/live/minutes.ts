import type { BenchBrowser } from './browser.ts'
import { quantile } from './figures.ts'

interface Minute {
  megabytes: number
  ageMs: number
}

/** Memory of the whole browser, and age, once a minute. `pass` lets a minute pass, and answers with the 95th percentile of the ages at its end, ms. */
export async function everyMinute(minutes: number, browser: BenchBrowser, pass: () => Promise<number>): Promise<Minute[]> {
  const samples: Minute[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    const ageMs = await pass()
    const megabytes = browser.memoryBytes() / 1e6
    samples.push({ megabytes, ageMs })
    console.log(`minute ${minute}: ${megabytes.toFixed(0)} MB, age p95 ${ageMs.toFixed(0)} ms`)
  }
  return samples
}

/** The medians of the first and of the last third of the minutes, as figures whose names begin with `prefix`. */
export function beginAndEnd(prefix: string, samples: Minute[]): Record<string, number> {
  const third = Math.max(1, Math.floor(samples.length / 3))
  const median = (list: Minute[], key: keyof Minute) =>
    quantile(
      list.map((one) => one[key]),
      0.5,
    )
  const [begin, end] = [samples.slice(0, third), samples.slice(-third)]
  return {
    [`${prefix}memory_begin_mb`]: median(begin, 'megabytes'),
    [`${prefix}memory_growth_pct`]: (median(end, 'megabytes') / median(begin, 'megabytes') - 1) * 100,
    [`${prefix}age_p95_begin_ms`]: median(begin, 'ageMs'),
    [`${prefix}age_p95_end_ms`]: median(end, 'ageMs'),
  }
}
