import { DefaultQueryExecutor } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { codeDynamicCreate } from '#contract/calls/account/code-dynamic-create.ts'
import { passwordResetSendMessage } from '#contract/calls/account/password-reset-send-message.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { userInviteDelete } from '#contract/calls/people/user-invite-delete.ts'
import { userInviteRetry } from '#contract/calls/people/user-invite-retry.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { knownImageCode } from '#tests/support/image-code.ts'
import { OTHER_PERSON } from '#tests/support/other-organization.ts'
import { TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

/**
 * An answer that is the same tells all the same if it takes longer: whatever asks about an address has the database do the same for one
 * that has an account and one that has none, and leaves the mail to the postman.
 */
/** What is asked first, and remembered, is asked for this one. */
const FIRST = 'first@other.example'
const KNOWN = 'stranger@other.example'
const UNKNOWN = 'nobody@other.example'
let service: TestService
let admin: ServiceClient
/** Statements of the calls, while they are counted. */
let statements: string[] | undefined

beforeAll(async () => {
  // What the service does by itself would stand among what a call has it do.
  const byItself: NodeJS.Timeout[] = []
  const { setInterval } = globalThis
  vi.stubGlobal('setInterval', (...timer: Parameters<typeof setInterval>) => {
    const started = setInterval(...timer)
    byItself.push(started)
    return started
  })
  service = await TestService.start()
  vi.unstubAllGlobals()
  for (const timer of byItself) clearInterval(timer)
  const { executeQuery } = DefaultQueryExecutor.prototype
  vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery').mockImplementation(function (
    this: DefaultQueryExecutor,
    ...[compiled, ...more]: Parameters<typeof executeQuery>
  ) {
    // Times stand in some of them as they are.
    statements?.push(compiled.sql.replaceAll(/\d{13}/g, '?'))
    return executeQuery.call(this, compiled, ...more)
  })
  admin = await service.signIn('admin')
  // What is done once, such as noting that a session is used, is done by now.
  await admin.call(profileGet, null)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await service.close()
})

/** What a call has the database do, and how much mail waits for the postman afterwards. */
async function workOf<T>(call: () => Promise<T>): Promise<{ answer: T; statements: string[]; mails: number }> {
  const before = await mails()
  statements = []
  const answer = await call()
  const done = statements
  statements = undefined
  return { answer, statements: done, mails: (await mails()) - before }
}

const mails = async () => (await service.edit((db) => db.selectFrom('mail').select('id').execute())).length

const asked: Record<string, (email: string) => Promise<() => Promise<unknown>>> = {
  // Whoever was invited as a person belongs to the organization: that comes last.
  'inviting a company': async (email) => () => admin.call(userInvite, { kind: 'company', email }),
  'inviting an installer': async (email) => async () => {
    const { inviteId } = await admin.call(userInvite, { kind: 'installer', email })
    await admin.call(userInviteDelete, { inviteId })
  },
  'inviting a person': async (email) => () => admin.call(userInvite, { kind: 'user', email, alias: 'Noor', role: 'live-only' }),
  'inviting them again': async (email) => {
    service.advance(3 * 60_000)
    const invitations = service.edit((db) =>
      db.selectFrom('invitation').where('email', '=', email).where('kind', '=', 'user').select('id').executeTakeFirstOrThrow(),
    )
    const { id: inviteId } = await invitations
    return () => admin.call(userInviteRetry, { inviteId })
  },
  'asking for a code to register with': async (email) => {
    const image = await knownImageCode(service)
    const question = { typeEnum: 'register', category: 'e-mail', loginName: email } as const
    return () => service.client().call(codeDynamicCreate, { ...question, ...image })
  },
}

for (const [name, prepare] of Object.entries(asked))
  test(`${name} is the same work for an address that has an account elsewhere and for one that has none`, async () => {
    await workOf(await prepare(FIRST))
    const known = await workOf(await prepare(KNOWN))
    const unknown = await workOf(await prepare(UNKNOWN))
    expect(known.statements.length).toBeGreaterThan(3)
    expect(known.statements).toEqual(unknown.statements)
    expect([known.mails, unknown.mails]).toEqual([1, 1])
  })

test('asking for a code for a forgotten password is the same work for a name that there is and for one that there is not', async () => {
  const ask = async (loginName: string) => {
    const image = await knownImageCode(service)
    return workOf(() => service.client().call(passwordResetSendMessage, { loginName, ...image }))
  }
  const known = await ask(OTHER_PERSON.loginName)
  const unknown = await ask('nobody-at-all')
  expect(known.statements.length).toBeGreaterThan(3)
  expect(known.statements).toEqual(unknown.statements)
  expect([known.mails, unknown.mails]).toEqual([1, 1])
})
