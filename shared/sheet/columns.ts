/** Names of a column in English and Chinese, the usual one first, and what else people write there, in small letters without spaces. */
interface Heading {
  'en-US': string
  'zh-CN': string
  also: readonly string[]
}

/** The columns of a list of plates (rule 5.8). */
export const plateHeadings = {
  plate: { 'en-US': 'Plate', 'zh-CN': '车牌号', also: ['platenumber', 'plateno', 'licenceplate', 'licenseplate', '车牌', '车牌号码'] },
  vehicleType: { 'en-US': 'Vehicle type', 'zh-CN': '车辆类型', also: ['type', '车型', '类型'] },
  owner: { 'en-US': 'Owner', 'zh-CN': '车主', also: ['ownername', '车主姓名'] },
  phone: { 'en-US': 'Phone', 'zh-CN': '电话', also: ['phonenumber', 'telephone', 'mobile', '联系电话', '手机', '手机号'] },
  model: { 'en-US': 'Model', 'zh-CN': '型号', also: ['vehiclemodel', '车辆型号'] },
  brand: { 'en-US': 'Brand', 'zh-CN': '品牌', also: ['make', 'vehiclebrand', '车辆品牌'] },
  colour: { 'en-US': 'Color', 'zh-CN': '颜色', also: ['colour', 'vehiclecolor', 'vehiclecolour', '车辆颜色', '车身颜色'] },
} as const satisfies Record<string, Heading>

/** The columns of a list of contacts. */
export const contactHeadings = {
  name: { 'en-US': 'Name', 'zh-CN': '姓名', also: ['fullname', 'contact', 'contactname', '名称', '联系人'] },
  email: { 'en-US': 'E-mail', 'zh-CN': '邮箱', also: ['mail', 'emailaddress', '电子邮件', '电子邮箱', '邮件'] },
  phone: { 'en-US': 'Phone', 'zh-CN': '电话', also: ['phonenumber', 'telephone', 'mobile', '联系电话', '手机', '手机号'] },
} as const satisfies Record<string, Heading>

/** The columns of a list of devices to be added. */
export const deviceHeadings = {
  sn: { 'en-US': 'Serial number', 'zh-CN': '序列号', also: ['sn', 's/n', 'serial', 'serialno', 'deviceserialnumber', '设备序列号'] },
  securityCode: { 'en-US': 'Security code', 'zh-CN': '安全码', also: ['code', 'sc', 'verificationcode', 'verifycode', '验证码'] },
  name: { 'en-US': 'Name', 'zh-CN': '名称', also: ['devicename', 'device', '设备名称', '姓名'] },
  site: { 'en-US': 'Site', 'zh-CN': '站点', also: ['sitename', 'location', '站点名称', '场所'] },
} as const satisfies Record<string, Heading>

/** Headings of some columns. */
export type Headings<Column extends string> = Readonly<Partial<Record<Column, Heading>>>

/** Where the columns of a list stand; `headingRow` counts from 0. */
export interface FoundColumns<Column extends string> {
  headingRow: number
  places: ReadonlyMap<Column, number>
}

/** Rows in which the heading is looked for: titles may stand above it. */
const MOST_ABOVE = 50

/** Finds the columns of a list by their names: its first row that names the `required` one is the heading. */
export function findColumns<Column extends string>(
  rows: readonly (readonly string[])[],
  headings: Headings<Column>,
  required: NoInfer<Column>,
): FoundColumns<Column> | undefined {
  const byName = new Map<string, Column>()
  for (const [column, heading] of Object.entries(headings) as [Column, Heading][]) {
    for (const name of [heading['en-US'], heading['zh-CN'], ...heading.also]) byName.set(plain(name), column)
  }
  const columnOf = (text: string) => byName.get(plain(text))
  const headingRow = rows.slice(0, MOST_ABOVE).findIndex((row) => row.some((text) => columnOf(text) === required))
  if (headingRow === -1) return undefined
  const places = new Map<Column, number>()
  for (const [place, text] of (rows[headingRow] ?? []).entries()) {
    const column = columnOf(text)
    if (column !== undefined && !places.has(column)) places.set(column, place)
  }
  return { headingRow, places }
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_.*:：-]/g, '')
}

/** A cell as spreadsheets name it, row and place from 0: `C12`. */
export function cellName(row: number, place: number): string {
  let letters = ''
  for (let rest = place + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return `${letters}${row + 1}`
}
