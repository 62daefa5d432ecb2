import { hash } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Secret, TOTP } from 'otpauth'
import { mfaCreate } from '#contract/calls/account/mfa-create.ts'
import { mfaVerify } from '#contract/calls/account/mfa-verify.ts'
import { login } from '#contract/calls/user/login.ts'
import { Sealer } from '#server/runtime/sealer.ts'
import { codeTo } from '#tests/support/mailbox.ts'
import { TestService } from '#tests/support/service.ts'

let service: TestService
beforeEach(async () => {
  service = await TestService.start()
})
afterEach(() => service.close())

const shownBy = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.now })

/** Sets up an authenticator app for the guard; the answer is its secret. */
async function setUpApp(): Promise<string> {
  const guard = await service.signIn('guard')
  const begun = await guard.call(mfaCreate, { category: 'app', password: service.person('guard').password })
  if (begun.category !== 'app') throw new Error('It is no app.')
  await guard.call(mfaVerify, { mfaId: begun.mfaId, dynamicCode: shownBy(begun.secret) })
  service.advance(60_000)
  return begun.secret
}

async function signInWith(secret: string): Promise<number> {
  service.advance(60_000)
  return (await service.client().failure(login, { ...service.person('guard'), loginTypeEnum: 'OTP', dynamicCode: shownBy(secret) })).code
}

test('whoever reads the database learns no secret of an authenticator app, and nobody else reads the key', async () => {
  const secret = await setUpApp()
  const kept = await service.edit(async (db) => JSON.stringify(await db.selectFrom('mfa_method').selectAll().execute()))
  expect(kept).not.toContain(secret)
  expect(kept).toContain('sealed.')
  expect((await stat(join(service.folder, 'secrets.key'))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(service.folder, 'secrets.key'), 'utf8')).toMatch(/^[0-9a-f]{64}$/)
  await service.restart()
  expect(await signInWith(secret)).toBe(200)
})

test('whoever reads the database finds no code of an e-mail and no recovery code by trying all that there are', async () => {
  await setUpApp()
  const guard = await service.signIn('operator')
  await guard.call(mfaCreate, { category: 'e-mail', password: service.person('operator').password })
  const code = await codeTo(service, 'operator@harbor-logistics.example')
  const [mailed, recovery] = await service.edit((db) =>
    Promise.all([
      db.selectFrom('email_code').select(['target', 'purpose', 'code_mac']).executeTakeFirstOrThrow(),
      db.selectFrom('mfa_recovery').select('code_mac').execute(),
    ]),
  )
  // Whoever tries all 31^6 codes needs a formula without a secret.
  const guess = `${mailed.purpose} ${mailed.target} ${code}`
  const unkeyed = ['hex', 'base64url'] as const
  for (const encoding of unkeyed) expect(mailed.code_mac).not.toContain(hash('sha256', guess, encoding))
  expect(mailed.code_mac).toBe(new Sealer(Buffer.from(await readFile(join(service.folder, 'secrets.key'), 'utf8'), 'hex')).mac(guess))
  expect(recovery).toHaveLength(10)
  for (const { code_mac } of recovery) expect(code_mac).toMatch(/^mac\./)
})

test('a recovery code that an earlier version kept as a plain hash still signs in, once, and is kept under the key', async () => {
  await setUpApp()
  const old = hash('sha256', 'recovery harbor-guard ABCDE23456')
  await service.edit((db) => db.insertInto('mfa_recovery').values({ user_id: 'harbor-guard', code_mac: old, used_at_ms: null }).execute())
  await service.restart()
  const shown = { ...service.person('guard'), loginTypeEnum: 'OTP', dynamicCode: 'ABCDE-23456' } as const
  expect((await service.client().failure(login, shown)).code).toBe(200)
  expect((await service.client().failure(login, shown)).code).toBe(33811)
  const kept = await service.edit((db) => db.selectFrom('mfa_recovery').select('code_mac').execute())
  expect(kept.filter(({ code_mac }) => code_mac === old)).toEqual([])
})

test('a secret that an earlier version left as it was is sealed at the next start, and works on', async () => {
  const secret = await setUpApp()
  await service.edit((db) => db.updateTable('mfa_method').set({ secret }).execute())
  await service.restart()
  const [kept] = await service.edit((db) => db.selectFrom('mfa_method').select('secret').execute())
  expect(kept?.secret).toMatch(/^sealed\./)
  expect(await signInWith(secret)).toBe(200)
})

test('a service with another key than the one that sealed does not start, and says what to do', async () => {
  const key = join(service.folder, 'secrets.key')
  const known = await readFile(key, 'utf8')
  await rm(key)
  await expect(service.restart()).rejects.toThrow(/SIGHTLINE_SECRETS_KEY/)
  await service.restart({ secretsKey: known })
})
