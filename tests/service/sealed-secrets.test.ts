import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Secret, TOTP } from 'otpauth'
import { mfaCreate } from '#contract/calls/account/mfa-create.ts'
import { mfaVerify } from '#contract/calls/account/mfa-verify.ts'
import { login } from '#contract/calls/user/login.ts'
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
