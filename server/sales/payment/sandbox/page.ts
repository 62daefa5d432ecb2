import { createHash } from 'node:crypto'
import { sandboxCards, type CardOutcome } from './cards.ts'
import { SANDBOX_PATH, type Checkout } from './sandbox-provider.ts'

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 30rem; margin: 3rem auto; padding: 0 1rem }
.note { border-left: .25rem solid #b45309; padding: .25rem .75rem }
.amount { font-size: 2rem; margin: .5rem 0; font-variant-numeric: tabular-nums }
label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit }
input, button { padding: .6rem; margin: .25rem 0 1rem }
li { font-size: .875rem } code { user-select: all }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Nothing but this page's own style, and a form that leads to this service or, after paying, back to the app. */
export function pagePolicy(origins: readonly string[]): string {
  const back = ["'self'", ...origins].join(' ')
  return `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${back}; base-uri 'none'; frame-ancestors 'none'`
}

/** The check-out as a page. `outcome` is what the card just tried came to. */
export function checkoutPage(checkout: Checkout, outcome?: CardOutcome): string {
  const amount = `${(checkout.amount_cents / 100).toFixed(2)} USD`
  return page(`
<h1>Sandbox check-out</h1>
<p class="note">A stand-in for a payment provider: no money moves.</p>
<p>${escape(checkout.title)}</p>
<p class="amount">${amount}</p>
${outcome?.kind === 'refused' ? `<p class="note" role="alert">${escape(outcome.says)} Try another card.</p>` : ''}
${checkout.state === 'open' ? form(checkout) : over(checkout)}`)
}

export function noCheckoutPage(): string {
  return page('<h1>Sandbox check-out</h1><p>There is no such check-out.</p>')
}

function form({ id, cancel_url }: Checkout): string {
  const cards = Object.entries(sandboxCards).map(([number, { label }]) => `<li><code>${number}</code> ${escape(label)}</li>`)
  return `<form method="post" action="${SANDBOX_PATH}/${id}">
<label>Card number<input name="card" inputmode="numeric" autocomplete="off" required maxlength="32" autofocus></label>
<button type="submit">Pay</button>
</form>
<p><a href="${escape(cancel_url)}">Cancel and go back</a></p>
<ul>${cards.join('')}</ul>`
}

function over({ state, success_url, cancel_url }: Checkout): string {
  if (state === 'processing')
    return `<p role="status">The bank has not answered yet.</p><p><a href="${escape(success_url)}">Go back and wait</a></p>`
  if (state === 'closed') return `<p role="status">This check-out is closed.</p><p><a href="${escape(cancel_url)}">Go back</a></p>`
  return `<p role="status">This check-out is paid.</p><p><a href="${escape(success_url)}">Go back</a></p>`
}

function page(content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox check-out</title><style>${style}</style><main>${content}</main></html>\n`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}
