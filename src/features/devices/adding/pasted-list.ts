import { parseCsv } from '#shared/sheet/csv.ts'
import { deviceHeadings, findColumns } from '#shared/sheet/columns.ts'

/** As `listColumns.devices` has them, and as most people write them. */
const usual = Object.values(deviceHeadings).map((heading) => heading['en-US'])

/**
 * Lines that somebody copied, as a list with headings: what a spreadsheet gives has tabs between, what somebody types commas, semicolons or spaces.
 * Without headings the columns stand in the usual order.
 */
export function pastedList(text: string): string {
  const whole = text.replaceAll('\r\n', '\n').replace(/^\s+/, '')
  const [first = ''] = whole.split('\n')
  const hasSign = /[,;\t]/.test(first)
  // Words alone: the first is the serial number, the second the code, and what follows the name.
  const lines = hasSign
    ? whole
    : whole.replaceAll(/^ *(\S+)[ ]+(\S+)(?:[ ]+(\S.*))?$/gm, (_all, sn: string, code: string, name = '') => [sn, code, name].join('\t'))
  if (findColumns(parseCsv(lines).slice(0, 1), deviceHeadings, 'sn') !== undefined) return lines
  const sign = /\t/.test(lines) ? '\t' : /;/.test(first) ? ';' : ','
  return `${usual.join(sign)}\n${lines}`
}
