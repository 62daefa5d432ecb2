import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderSVG } from 'uqr'
import { labelText } from '#contract/device-label.ts'

/** What stands on a device's label. */
export interface PrintedLabel {
  name: string
  sn: string
  securityCode: string
  model: string
}

/** Of the page that `writeLabels` writes. */
const LABELS_FILE = 'labels.html'

/**
 * Writes the labels of devices into a page of the folder, each with its QR code, to be held before a telephone: what real devices have on their
 * backs. Readable by its owner only, since it holds security codes. Answers with the page's path.
 */
export function writeLabels(folder: string, title: string, devices: readonly PrintedLabel[]): string {
  const file = join(folder, LABELS_FILE)
  const labels = devices.map((device) => {
    const { name, sn, securityCode, model } = device
    const qr = renderSVG(labelText(device), { ecc: 'M', border: 4 })
    return `<figure>${qr}<figcaption><b>${escaped(name)}</b><br>${escaped(model)}<br>SN ${sn}<br>Code ${securityCode}</figcaption></figure>`
  })
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title>
<style>body{font:14px system-ui;background:#fff;color:#000;margin:24px}main{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:24px}figure{margin:0}svg{width:100%}</style>
<h1>${escaped(title)}</h1><main>
${labels.join('\n')}
</main></html>
`
  writeFileSync(`${file}.new`, page, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return file
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
