import { HEARD_FIELD } from '#contract/archives.ts'
import { readReply } from '#contract/envelope.ts'
import { codeOf } from '#contract/errors.ts'
import { parseJson } from '#shared/net/parse-json.ts'
import { CallError } from '../core/call-error.ts'

/** A frame in which nothing has come by then is one whose answer is being saved: browsers wait no longer for one. */
const ANSWERED_MS = 10 * 60_000

/**
 * Has the browser save what a link of the service leads to, where it saves what is downloaded. What stands in the link's query goes in a form: proxies
 * write addresses down. The answer goes to a frame of its own, so that the page stays whatever becomes of it. Nobody is told that saving begins; that
 * it does not is said to `onRefused`, once.
 */
export function saveByLink(link: string, onRefused: (error: CallError) => void): void {
  const { pathname, searchParams } = new URL(link, location.href)
  searchParams.set(HEARD_FIELD, '1')
  const frame = document.createElement('iframe')
  const form = document.createElement('form')
  frame.name = form.target = crypto.randomUUID()
  frame.hidden = form.hidden = true
  form.method = 'post'
  form.action = pathname
  for (const [name, value] of searchParams) {
    const field = document.createElement('input')
    field.name = name
    field.value = value
    form.append(field)
  }
  const forget = setTimeout(() => frame.remove(), ANSWERED_MS)
  // A file that is saved shows in no frame: whatever does is a refusal.
  frame.addEventListener('load', () => {
    if (frame.contentDocument?.URL === 'about:blank') return
    const refusal = refusalIn(frame.contentDocument)
    clearTimeout(forget)
    frame.remove()
    onRefused(refusal)
  })
  document.body.append(frame, form)
  form.submit()
  form.remove()
}

/** Why there is no file. The browser's own words, in a document that nobody may read, are about the network; those of a proxy about the service. */
function refusalIn(answer: Document | null): CallError {
  if (answer === null) return new CallError(codeOf('network-failure'), 'no answer')
  const reply = readReply(parseJson(answer.body.textContent))
  if (reply?.ok === false) return new CallError(reply.code, reply.message, reply.detail)
  return new CallError(codeOf('service-unavailable'), 'unexpected answer')
}
