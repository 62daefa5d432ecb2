/** Alone in a paragraph: a code that the reader is to copy. */
const CODE = /^[2-9A-HJ-NP-Z]{6}$/
const SENTENCE_END = /[.,;:!?。，；：！？)）]+$/u

const bodyStyle = 'margin:0;padding:24px;background:#f1f4f8;color:#17212e;font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif'
const sheetStyle = 'max-width:560px;margin:0 auto;padding:24px 32px;background:#ffffff;border-radius:8px'
const codeStyle = 'font:600 28px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px'
const pictureStyle = 'display:block;max-width:100%;height:auto;border-radius:4px'

/**
 * A mail's plain text as HTML, with its addresses as links and `pictures` (content identifiers of parts of the same mail) below. All of
 * the text is escaped: names and messages of people are in it. Nothing is loaded from elsewhere.
 */
export function htmlBody(text: string, pictures: readonly string[]): string {
  const paragraphs = text
    .trim()
    .split('\n\n')
    .map((paragraph) => (CODE.test(paragraph) ? `<p style="${codeStyle}">${paragraph}</p>` : `<p>${linked(paragraph)}</p>`))
  const images = pictures.map((id) => `<img src="cid:${escapeHtml(id)}" alt="" style="${pictureStyle}">`)
  return `<!doctype html><html><body style="${bodyStyle}"><div style="${sheetStyle}">${[...paragraphs, ...images].join('\n')}</div></body></html>`
}

/** Escapes a text, and makes links of the addresses in it, as mail programs do. */
export function linked(text: string): string {
  return text
    .split(/(https?:\/\/[!#-;=?-~]+)/)
    .map((part, index) => (index % 2 === 0 ? escapeHtml(part).replaceAll('\n', '<br>') : link(part)))
    .join('')
}

function link(address: string): string {
  const end = SENTENCE_END.exec(address)?.[0] ?? ''
  const target = escapeHtml(address.slice(0, address.length - end.length))
  return `<a href="${target}">${target}</a>${escapeHtml(end)}`
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}
