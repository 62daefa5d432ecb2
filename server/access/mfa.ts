import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { LoginType } from '#contract/calls/account/mfa.ts'
import { appCode } from '#contract/rules.ts'
import { mfaStatuses, mfaTransitions } from '#contract/states/mfa.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import { isMac, isSealed, type Sealer } from '../runtime/sealer.ts'
import { randomId, sha256 } from '../runtime/secrets.ts'
import { changeState } from '../runtime/state-change.ts'
import type { EmailCodes } from './email-codes.ts'

const STEP_MS = 30_000
/** Codes of one step before and after are taken too: clocks of telephones are not exact. */
const WINDOW = 1
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const RECOVERY_LENGTH = 10
/** Characters that nobody takes for another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

type Category = 'e-mail' | 'app'

/** Second steps of sign-ins: codes by e-mail, codes of authenticator apps (RFC 6238), and recovery codes. Each code is good once. */
export class Mfa {
  readonly #db: Db
  readonly #now: Now
  readonly #emailCodes: EmailCodes
  readonly #sealer: Sealer

  constructor({ db, now, emailCodes, sealer }: { db: Db; now: Now; emailCodes: EmailCodes; sealer: Sealer }) {
    this.#db = db
    this.#now = now
    this.#emailCodes = emailCodes
    this.#sealer = sealer
  }

  /** Seals secrets, and puts recovery codes under the key, that an earlier version left as they are. Before the first sign-in. */
  async sealSecrets(): Promise<void> {
    const rows = await this.#db.selectFrom('mfa_method').where('secret', 'is not', null).select(['id', 'user_id', 'secret']).execute()
    for (const { id, user_id, secret } of rows) {
      if (secret === null || isSealed(secret)) continue
      const sealed = { secret: this.#sealer.seal(secret, user_id) }
      await this.#db.updateTable('mfa_method').set(sealed).where('id', '=', id).where('secret', '=', secret).execute()
    }
    const codes = await this.#db.selectFrom('mfa_recovery').select('code_mac').execute()
    for (const { code_mac } of codes.filter((code) => !isMac(code.code_mac))) {
      const kept = { code_mac: this.#sealer.mac(code_mac) }
      await this.#db.updateTable('mfa_recovery').set(kept).where('code_mac', '=', code_mac).execute()
    }
  }

  /** The second steps that this person's sign-in needs one of; none needed, or no such person: empty. */
  async loginTypes(userId: string): Promise<LoginType[]> {
    const rows = await this.#db
      .selectFrom('user')
      .innerJoin('organization', 'organization.id', 'user.organization_id')
      .leftJoin('mfa_method', (join) => join.onRef('mfa_method.user_id', '=', 'user.id').on('mfa_method.status', '=', mfaStatuses.active))
      .where('user.id', '=', userId)
      .where((where) => where.or([where('user.mfa_enabled', '=', 1), where('organization.mfa_required', '=', 1)]))
      .select('mfa_method.category')
      .execute()
    if (rows.length === 0) return []
    const types: LoginType[] = []
    if (rows.some(({ category }) => category === 'app')) types.push('OTP')
    if (rows.some(({ category }) => category === 'e-mail') || types.length === 0) types.push('DYNAMIC_CODE')
    return types
  }

  /**
   * Fails unless the code is a good second step of this person: email-code-wrong, code-expired, authenticator-code-wrong, code-used. It is
   * used up. `network`: where from it is shown.
   */
  async passLogin(user: { id: string; login_name: string }, type: LoginType, code: string, network: string): Promise<void> {
    if (type === 'DYNAMIC_CODE') {
      await this.#emailCodes.check(user.login_name, 'mfa', code, { key: network, among: user.login_name })
      await this.#emailCodes.use(user.login_name, 'mfa')
    } else if (appCode.safeParse(code).success) {
      const app = this.#db.selectFrom('mfa_method').where('user_id', '=', user.id).where('category', '=', 'app')
      const method = await app.where('status', '=', mfaStatuses.active).selectAll().executeTakeFirst()
      if (method === undefined) throw new CallFault('authenticator-code-wrong')
      await this.#useStep(method.id, this.#stepOf(method, code))
    } else await this.#useRecovery(user.id, code)
  }

  async list(userId: string) {
    return this.#db.selectFrom('mfa_method').where('user_id', '=', userId).selectAll().orderBy('created_at_ms').execute()
  }

  async recoveryCodesLeft(userId: string): Promise<number> {
    const codes = this.#db.selectFrom('mfa_recovery').where('user_id', '=', userId).where('used_at_ms', 'is', null)
    return (await codes.select('code_mac').execute()).length
  }

  /** Begins a method in place of one that was begun and never verified. Fails with second-step-elsewhere when there is an active one. */
  async begin(userId: string, category: Category): Promise<{ id: string; secret: string }> {
    const secret = new Secret({ size: SECRET_BYTES }).base32
    const fresh = { id: randomId(), secret: category === 'app' ? this.#sealer.seal(secret, userId) : null, created_at_ms: this.#now() }
    const begun = await this.#db
      .insertInto('mfa_method')
      .values({ ...fresh, user_id: userId, category, status: mfaStatuses.pending, last_step: 0 })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'category']).doUpdateSet(fresh).where('mfa_method.status', '=', mfaStatuses.pending),
      )
      .returning('id')
      .executeTakeFirst()
    if (begun === undefined) throw new CallFault('second-step-elsewhere')
    return { id: begun.id, secret }
  }

  /**
   * Ends what was begun, and turns the second step on. Answers with recovery codes when the person had none. Fails with second-step-failed,
   * code-expired, code-used, second-step-elsewhere, wrong-state or not-found.
   */
  async verify(userId: string, mfaId: string, code: string): Promise<string[]> {
    const methods = await this.list(userId)
    const method = methods.find(({ id }) => id === mfaId)
    // Whoever has begun a method holds its identifier; that it is gone means that somebody began it anew.
    if (method === undefined)
      throw new CallFault(methods.some(({ status }) => status === mfaStatuses.pending) ? 'second-step-elsewhere' : 'not-found')
    changeState(mfaTransitions, method.status, mfaStatuses.active)
    await this.#requireCode(method, code)
    return this.#db.transaction().execute(async (db) => {
      const active = await db
        .updateTable('mfa_method')
        .set({ status: mfaStatuses.active })
        .where('id', '=', mfaId)
        .where('status', '=', mfaStatuses.pending)
        .returning('id')
        .executeTakeFirst()
      if (active === undefined) throw new CallFault('second-step-elsewhere')
      await db.updateTable('user').set({ mfa_enabled: 1 }).where('id', '=', userId).execute()
      const known = await db.selectFrom('mfa_recovery').where('user_id', '=', userId).select('user_id').executeTakeFirst()
      return known === undefined ? this.#makeRecoveryCodes(userId, db) : []
    })
  }

  /**
   * Deletes one method, or all, in a transaction. With the last one the person's sign-in needs no second step, and recovery codes are void.
   * Answers whether one of them was in use. Fails with not-found.
   */
  async delete(userId: string, db: Db, mfaId?: string): Promise<boolean> {
    let methods = db.deleteFrom('mfa_method').where('user_id', '=', userId)
    if (mfaId !== undefined) methods = methods.where('id', '=', mfaId)
    const gone = await methods.returning('status').execute()
    if (mfaId !== undefined && gone.length === 0) throw new CallFault('not-found')
    const wasUsed = gone.some(({ status }) => status === mfaStatuses.active)
    const active = db.selectFrom('mfa_method').where('user_id', '=', userId).where('status', '=', mfaStatuses.active)
    if ((await active.select('id').executeTakeFirst()) !== undefined) return wasUsed
    await db.deleteFrom('mfa_recovery').where('user_id', '=', userId).execute()
    await db.updateTable('user').set({ mfa_enabled: 0 }).where('id', '=', userId).execute()
    return wasUsed
  }

  async purge(): Promise<void> {
    await this.#db.deleteFrom('sign_in_step').where('expires_at_ms', '<=', this.#now()).execute()
  }

  async #requireCode(method: { id: string; user_id: string; category: Category; secret: string | null }, code: string): Promise<void> {
    try {
      if (method.category === 'app') await this.#useStep(method.id, this.#stepOf(method, code))
      else {
        await this.#emailCodes.check(method.user_id, 'mfa-setup', code)
        await this.#emailCodes.use(method.user_id, 'mfa-setup')
      }
    } catch (fault) {
      const isWrong = fault instanceof CallFault && (fault.error === 'email-code-wrong' || fault.error === 'authenticator-code-wrong')
      throw isWrong ? new CallFault('second-step-failed') : fault
    }
  }

  /** The 30 s that a code belongs to, since 1970. Fails with authenticator-code-wrong. */
  #stepOf(method: { user_id: string; secret: string | null }, code: string): number {
    if (method.secret === null) throw new CallFault('authenticator-code-wrong')
    const secret = this.#sealer.open(method.secret, method.user_id)
    const timestamp = this.#now()
    const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token: code, timestamp, window: WINDOW })
    if (delta === null) throw new CallFault('authenticator-code-wrong')
    return Math.floor(timestamp / STEP_MS) + delta
  }

  /** Fails with code-used unless the step is later than the last one used. */
  async #useStep(methodId: string, step: number): Promise<void> {
    const used = await this.#db
      .updateTable('mfa_method')
      .set({ last_step: step })
      .where('id', '=', methodId)
      .where('last_step', '<', step)
      .returning('id')
      .executeTakeFirst()
    if (used === undefined) throw new CallFault('code-used')
  }

  /** Earlier versions kept a plain hash, of which the MAC can still be made: so it is of the hash. */
  #macOf(userId: string, code: string): string {
    return this.#sealer.mac(sha256(`recovery ${userId} ${code.replaceAll('-', '').toUpperCase()}`))
  }

  async #makeRecoveryCodes(userId: string, db: Db): Promise<string[]> {
    const draw = () => Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    const codes = Array.from({ length: RECOVERY_CODES }, draw)
    const rows = codes.map((code) => ({ user_id: userId, code_mac: this.#macOf(userId, code), used_at_ms: null }))
    await db.insertInto('mfa_recovery').values(rows).execute()
    return codes.map((code) => `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`)
  }

  async #useRecovery(userId: string, code: string): Promise<void> {
    const mine = this.#db.selectFrom('mfa_recovery').where('user_id', '=', userId).where('code_mac', '=', this.#macOf(userId, code))
    if ((await mine.select('user_id').executeTakeFirst()) === undefined) throw new CallFault('authenticator-code-wrong')
    const used = await this.#db
      .updateTable('mfa_recovery')
      .set({ used_at_ms: this.#now() })
      .where('user_id', '=', userId)
      .where('code_mac', '=', this.#macOf(userId, code))
      .where('used_at_ms', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    if (used === undefined) throw new CallFault('code-used')
  }
}

/** The app's address of a secret, for a QR code. */
export function otpauthUri(secret: string, issuer: string, label: string): string {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret) }).toString()
}
