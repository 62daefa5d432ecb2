import type { TestService } from './service.ts'

/** Mail in the outbox to an address, oldest first; to nobody: `null`. */
export async function mailTo(service: TestService, address: string | null): Promise<{ subject: string; body: string }[]> {
  let found: { subject: string; body: string }[] = []
  await service.edit(async (db) => {
    const to =
      address === null ? db.selectFrom('mail').where('to_address', 'is', null) : db.selectFrom('mail').where('to_address', '=', address)
    found = await to.orderBy('created_at_ms').select(['subject', 'body']).execute()
  })
  return found
}

/** Opens the link of the question whether alarms may come to an address, as its owner does. Answers with the page's status. */
export async function agreeToAlarms(service: TestService, address: string): Promise<number> {
  const bodies = (await mailTo(service, address)).map(({ body }) => body)
  const path = /\/alarm-mail\/[\w-]+/.exec(bodies.findLast((body) => body.includes('/alarm-mail/')) ?? '')?.[0]
  if (path === undefined) throw new Error(`Nobody has asked ${address} whether alarms may come.`)
  return (await fetch(service.url + path)).status
}

/** The code in the newest mail to an address. */
export async function codeTo(service: TestService, address: string): Promise<string> {
  const newest = (await mailTo(service, address)).at(-1)
  const code = /\b[2-9A-HJ-NP-Z]{6}\b/.exec(newest?.body ?? '')?.[0]
  if (code === undefined) throw new Error(`There is no code in the mail to ${address}.`)
  return code
}

/** The identifier and the secret of the newest link of a kind, such as `user-register`. */
export async function linkTo(service: TestService, address: string, kind: string): Promise<{ id: string; secret: string }> {
  const body = (await mailTo(service, address)).at(-1)?.body ?? ''
  const [, id, secret] = new RegExp(`/user/${kind}/([^/#\\s]+)[/#]([^/\\s]+)`).exec(body) ?? []
  if (id === undefined || secret === undefined) throw new Error(`There is no ${kind} link in the mail to ${address}: ${body}`)
  return { id, secret }
}
