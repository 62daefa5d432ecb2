/**
 * Trusted Types policies (the page's CSP asks for them). `app-url`: scripts of workers come from this origin and under
 * /user/ only. `default`: libraries that set HTML may set style text, never markup; their workers are under the same rule as ours.
 */
const BASE = '/user/'

interface Policy {
  createScriptURL(url: string): unknown
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML?: (html: string) => string; createScriptURL?: (url: string) => string }): Policy
}

function sameOriginOnly(url: string): string {
  const address = new URL(url, location.href)
  if (address.origin !== location.origin || !address.pathname.startsWith(BASE))
    throw new TypeError(`Not a script of this app: ${address.pathname}`)
  return address.href
}

function noMarkup(html: string): string {
  if (html.includes('<')) throw new TypeError('Markup is not set as text here.')
  return html
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
const policy = factory?.createPolicy('app-url', { createScriptURL: sameOriginOnly })
factory?.createPolicy('default', { createHTML: noMarkup, createScriptURL: sameOriginOnly })

/** The address of a worker's script, as the browser wants it where Trusted Types are enforced. Throws for a foreign one. */
export function appUrl(url: string): string {
  return (policy?.createScriptURL(url) ?? sameOriginOnly(url)) as string
}
