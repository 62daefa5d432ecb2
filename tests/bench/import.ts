import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { plateGroupAdd } from '#contract/calls/vehicle/plate-group-add.ts'
import { plateList } from '#contract/calls/vehicle/plate-list.ts'
import { signIn } from '#tests/e2e/support/sign-in.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { workbookOf } from '#tests/support/sheets/sheet-files.ts'
import { Stack } from '#tests/support/stack.ts'
import { BenchBrowser } from './live/browser.ts'

const BAR_MS = 5_000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What the page remembers of its own thread: tasks of more than 50 ms. */
interface Watched {
  longestTaskMs: number
}

/**
 * `npm run bench -- import [--rows=10000]`: how long it takes from choosing a file of plates to its report, and from there until all is written, as a
 * person sees it; and for how long the page's own thread was busy at most on the way.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rows: { type: 'string', default: '10000' } } })
  const rows = Number(values.rows)
  const stack = await Stack.start([])
  const browser = await BenchBrowser.launch()
  try {
    const admin = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
    const { groupId } = await admin.call(plateGroupAdd, { groupName: 'Bench' })
    const page = await browser.newPage()
    await page.addInitScript(watchTasks)
    await signIn(page, stack, { path: `/vehicle/plates?group=${groupId}` })
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog')
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a file' }).click()
    const chooser = await choosing
    const buffer = workbookOf([
      ['Plate', 'Vehicle type', 'Brand', 'Model', 'Color', 'Owner', 'Phone'],
      ...Array.from({ length: rows }, (_, index) => plateRow(index)),
    ])
    const longest = () => page.evaluate(() => (globalThis as unknown as Watched).longestTaskMs)
    await page.evaluate(() => ((globalThis as unknown as Watched).longestTaskMs = 0))
    const beganMs = performance.now()
    await chooser.setFiles({ name: 'plates.xlsx', mimeType: XLSX, buffer })
    const write = dialog.getByRole('button', { name: /^Write / })
    await write.waitFor()
    const reportMs = performance.now() - beganMs
    const longestToReportMs = await longest()
    const pressedMs = performance.now()
    await write.click()
    await dialog.getByText(/^Added: /).waitFor({ timeout: 120_000 })
    const writtenMs = performance.now() - pressedMs
    const longestMs = await longest()
    const { total } = await admin.call(plateList, { pageNum: 1, pageSize: 1, groupId })
    if (total !== rows) throw new Error(`${total} of ${rows} plates are there.`)
    console.log(`${rows} rows, ${Math.round(buffer.byteLength / 1024)} kB; load average ${loadavg()[0]?.toFixed(1)}`)
    console.log(
      `  to the report ${Math.round(reportMs)} ms (longest task ${Math.round(longestToReportMs)} ms), then written in ${Math.round(writtenMs)} ms`,
    )
    console.log(`  both ${Math.round(reportMs + writtenMs)} ms (bar: ${BAR_MS} ms); longest task of the page ${Math.round(longestMs)} ms`)
    const figures = { rows, to_report_ms: Math.round(reportMs), written_ms: Math.round(writtenMs), longest_task_ms: Math.round(longestMs) }
    console.log(JSON.stringify({ bench: 'import', ...figures, load: Number(loadavg()[0]?.toFixed(1)) }))
  } finally {
    await browser.close()
    await stack.close()
  }
}

function plateRow(index: number): string[] {
  const number = String(index).padStart(5, '0')
  return [`BN ${number} X`, 'Van', 'Volvo', 'V60', 'Blue', `Owner ${number}`, `+31 10 55 ${number}`]
}

function watchTasks(): void {
  const watched = globalThis as unknown as Watched
  watched.longestTaskMs = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longestTaskMs = Math.max(watched.longestTaskMs, duration)
  }).observe({ type: 'longtask' })
}
