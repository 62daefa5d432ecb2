import type { Result } from './scheduler.ts'

interface Stage {
  name: string
  tookS: number
  processorS?: number | undefined
}

const seconds = (value: number | undefined) => (value === undefined ? '' : value.toFixed(1))

/** A line for each stage: how long it took, and how long processors worked for it. The last one sums up the whole run. */
export function stageTable(stages: Stage[], whole: Stage): string {
  const lines = [
    ['', 'took, s', 'processors worked, s'],
    ...[...stages, whole].map(({ name, tookS, processorS }) => [name, seconds(tookS), seconds(processorS)]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => (line[column] as string).length)))
  return lines
    .map(([name = '', ...figures]) =>
      [name.padEnd(widths[0] as number), ...figures.map((text, at) => text.padStart(widths[at + 1] as number))].join('  '),
    )
    .join('\n')
}

/** The same for machines, in one line: `test_s`, and each stage's `[took, processors worked]` in seconds. */
export function stageLine(results: Result[], whole: Stage): string {
  const round = (value: number | undefined) => (value === undefined ? null : Number(value.toFixed(1)))
  const stages = Object.fromEntries(results.map(({ name, tookS, processorS }) => [name, [round(tookS), round(processorS)]]))
  return JSON.stringify({ test_s: round(whole.tookS), processor_s: round(whole.processorS), stages })
}
