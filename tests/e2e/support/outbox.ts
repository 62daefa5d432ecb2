import type { APIRequestContext } from '@playwright/test'
import type { Stack } from '#tests/support/stack.ts'

/** The newest mail to an address, as text, as the sandbox's outbox shows it. */
async function newestMail(request: APIRequestContext, stack: Stack, address: string): Promise<string> {
  const page = await (await request.get(new URL('/sandbox/outbox', stack.address()).href)).text()
  const mail = page.split('<article>').find((one) => one.includes(`To ${address},`))
  if (mail === undefined) throw new Error(`There is no mail to ${address}.`)
  return mail.replaceAll(/<[^>]+>/g, ' ')
}

/** The six characters of the code in the newest mail to an address. */
export async function mailedCode(request: APIRequestContext, stack: Stack, address: string): Promise<string> {
  const code = /\b[2-9A-HJ-NP-Z]{6}\b/.exec(await newestMail(request, stack, address))?.[0]
  if (code === undefined) throw new Error(`There is no code in the mail to ${address}.`)
  return code
}

/** The identifier and the secret of the link of a kind, such as `bind/installer`, in the newest mail to an address. */
export async function mailedLink(
  request: APIRequestContext,
  stack: Stack,
  address: string,
  kind: string,
): Promise<{ id: string; secret: string }> {
  const [, id, secret] = new RegExp(`/user/${kind}/([^/#\\s]+)[/#]([^/\\s]+)`).exec(await newestMail(request, stack, address)) ?? []
  if (id === undefined || secret === undefined) throw new Error(`There is no ${kind} link in the mail to ${address}.`)
  return { id, secret }
}
