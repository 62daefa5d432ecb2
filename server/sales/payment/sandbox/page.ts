import { createHash } from 'node:crypto'
import { payTypes, type PayType } from '#contract/payment.ts'
import { sandboxCards, walletMeans, type CardOutcome } from './means.ts'
import { SANDBOX_PATH, type Checkout } from './sandbox-provider.ts'

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 30rem; margin: 3rem auto; padding: 0 1rem }
.note { border-left: .25rem solid #b45309; padding: .25rem .75rem }
.amount { font-size: 2rem; margin: .5rem 0; font-variant-numeric: tabular-nums }
label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit }
input, button { padding: .6rem; margin: .25rem 0 1rem }
fieldset { border: 0; padding: 0; margin: 0 0 1rem } legend { font-weight: 600; padding: 0 }
fieldset label { display: flex; gap: .5rem; align-items: baseline; padding: .5rem 0; min-height: 1.75rem }
fieldset input { width: auto; margin: 0 } small { opacity: .75 }
button { cursor: pointer }
li { font-size: .875rem } code { user-select: all }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Nothing but this page's own style, and a form that leads to this service or, after paying, back to the app. */
export function pagePolicy(origins: readonly string[]): string {
  const back = ["'self'", ...origins].join(' ')
  return `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${back}; base-uri 'none'; frame-ancestors 'none'`
}

const headings: Record<PayType, string> = {
  [payTypes.wallet]: 'Sandbox wallet',
  [payTypes.deviceWallet]: 'Sandbox wallet of this device',
  [payTypes.card]: 'Sandbox check-out',
}

/** The check-out as a page: each way of payment has a form of its own. `outcome` is what was just tried came to. */
export function checkoutPage(checkout: Checkout, outcome?: CardOutcome): string {
  const amount = `${(checkout.amount_cents / 100).toFixed(2)} USD`
  return page(`
<h1>${headings[checkout.pay_type]}</h1>
<p class="note">A stand-in for a payment provider: no money moves.</p>
<p>${escape(checkout.title)}</p>
<p class="amount">${amount}</p>
${checkout.keeps_means === 1 ? '<p>What you pay with is kept for the renewals that you agreed to.</p>' : ''}
${outcome?.kind === 'refused' ? `<p class="note" role="alert">${escape(outcome.says)} Try another ${checkout.pay_type === payTypes.wallet ? 'account' : 'card'}.</p>` : ''}
${checkout.state === 'open' ? form(checkout) : over(checkout)}`)
}

export function noCheckoutPage(): string {
  return page('<h1>Sandbox check-out</h1><p>There is no such check-out.</p>')
}

function form(checkout: Checkout): string {
  const { id, cancel_url, pay_type } = checkout
  return `<form method="post" action="${SANDBOX_PATH}/${id}">
${pay_type === payTypes.card ? cardField() : walletField(pay_type)}
</form>
<p><a href="${escape(cancel_url)}">Cancel and go back</a></p>
${pay_type === payTypes.card ? cardList() : ''}`
}

function cardField(): string {
  return `<label>Card number<input name="means" inputmode="numeric" autocomplete="off" required maxlength="32" autofocus></label>
<button type="submit">Pay</button>`
}

function cardList(): string {
  const cards = Object.entries(sandboxCards).map(([number, { label }]) => `<li><code>${number}</code> ${escape(label)}</li>`)
  return `<ul>${cards.join('')}</ul>`
}

/** Accounts of the online wallet; cards in the wallet of the device. */
function walletField(payType: PayType): string {
  const isOnline = payType === payTypes.wallet
  const choices = Object.entries(walletMeans).map(([name, number], index) => {
    const shown = isOnline ? name : `Card ending in ${number.slice(-4)}`
    const chosen = index === 0 ? ' checked' : ''
    return `<label><input type="radio" name="means" value="${escape(name)}"${chosen}><span>${shown}<br><small>${escape(sandboxCards[number]?.label ?? '')}</small></span></label>`
  })
  return `<fieldset><legend>${isOnline ? 'Pay from the account' : 'Pay with the card'}</legend>${choices.join('')}</fieldset>
<button type="submit">${isOnline ? 'Agree and pay' : 'Pay with this device'}</button>`
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
