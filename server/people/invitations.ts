import type { Language } from '#contract/enums.ts'
import { userStatuses, userTransitions } from '#contract/states/user.ts'
import type { People } from './people.ts'
import type { OrganizationInput } from './organization-input.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Now } from '../runtime/clock.ts'
import type { Quotas } from '../access/quotas.ts'
import type { Db } from '../db/open.ts'
import type { InvitationTable } from '../db/schema/people.ts'
import type { Mail } from '../mail/mail.ts'
import { randomId, randomSecret, sha256 } from '../runtime/secrets.ts'
import { changeState } from '../runtime/state-change.ts'
import { companyInvitationMail, hasAccountMail, installerInvitationMail, userInvitationMail } from './invitation-mails.ts'

const LIFE_MS = 7 * 24 * 60 * 60_000
const RESEND_AFTER_MS = 120_000
const pages = { user: '/user-register', company: '/company-register', installer: '/bind/installer' } as const

type Kind = InvitationTable['kind']

/** State of a link. Whether it is the right link is another question, asked first. */
export function linkStateOf(row: { used_at_ms: number | null; expires_at_ms: number }, nowMs: number): 'valid' | 'used' | 'expired' {
  if (row.used_at_ms !== null) return 'used'
  return row.expires_at_ms <= nowMs ? 'expired' : 'valid'
}

/** Invitations by e-mail: a link, good once within seven days; of its secret only a hash is kept. A newer link replaces an older one. */
export class Invitations {
  readonly #db: Db
  readonly #now: Now
  readonly #mail: Mail
  readonly #people: People
  readonly #quotas: Quotas

  constructor({ db, now, mail, people, quotas }: { db: Db; now: Now; mail: Mail; people: People; quotas: Quotas }) {
    this.#quotas = quotas
    this.#db = db
    this.#now = now
    this.#mail = mail
    this.#people = people
  }

  /** Writes an invitation and its mail. Fails with invited-already when a good one is on its way, and daily-invitations-spent. `db`: a transaction. */
  async write(
    invited: { kind: Kind; organizationId: string; email: string; userId?: string; alias?: string; language: Language },
    db: Db,
  ): Promise<string> {
    const { kind, organizationId, email, userId, alias = '', language } = invited
    const nowMs = this.#now()
    const secret = randomSecret()
    const times = { created_at_ms: nowMs, sent_at_ms: nowMs, expires_at_ms: nowMs + LIFE_MS, used_at_ms: null }
    const fresh = { id: randomId(), user_id: userId ?? null, language, secret_sha256: sha256(secret), ...times }
    const written = await db
      .insertInto('invitation')
      .values({ ...fresh, kind, organization_id: organizationId, email })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'kind', 'email'])
          .doUpdateSet(fresh)
          .where((where) => where.or([where('invitation.used_at_ms', 'is not', null), where('invitation.expires_at_ms', '<=', nowMs)])),
      )
      .returningAll()
      .executeTakeFirst()
    if (written === undefined) throw new CallFault('invited-already')
    await this.#send(written, secret, alias, db)
    return written.id
  }

  /** Sends a new link in place of the old one. Fails with not-found, wrong-state (used), too-frequent (too soon) or daily-invitations-spent. */
  async retry(inviteId: string, organizationId: string): Promise<void> {
    const nowMs = this.#now()
    await this.#db.transaction().execute(async (db) => {
      const invitations = db.selectFrom('invitation').where('id', '=', inviteId).where('organization_id', '=', organizationId)
      const row = await invitations.selectAll().executeTakeFirst()
      if (row === undefined) throw new CallFault('not-found')
      if (row.used_at_ms !== null) throw new CallFault('wrong-state')
      const secret = randomSecret()
      const renewed = await db
        .updateTable('invitation')
        .set({ secret_sha256: sha256(secret), sent_at_ms: nowMs, expires_at_ms: nowMs + LIFE_MS })
        .where('id', '=', inviteId)
        .where('used_at_ms', 'is', null)
        .where('sent_at_ms', '<=', nowMs - RESEND_AFTER_MS)
        .returningAll()
        .executeTakeFirst()
      if (renewed === undefined) throw new CallFault('too-frequent', { retryAfterMs: row.sent_at_ms + RESEND_AFTER_MS - nowMs })
      const users = db.selectFrom('user').where('id', '=', renewed.user_id ?? '')
      const user = await users.select('alias').executeTakeFirst()
      await this.#send(renewed, secret, user?.alias ?? '', db)
    })
  }

  /**
   * Takes back the invitation of a company or an installer: those of people go with the person. Fails with not-found and wrong-state
   * (used).
   */
  async withdraw(inviteId: string, organizationId: string): Promise<void> {
    const links = this.#db.selectFrom('invitation').where('id', '=', inviteId).where('organization_id', '=', organizationId)
    if ((await links.where('kind', '!=', 'user').select('id').executeTakeFirst()) === undefined) throw new CallFault('not-found')
    const unused = this.#db.deleteFrom('invitation').where('id', '=', inviteId).where('used_at_ms', 'is', null)
    if ((await unused.returning('id').executeTakeFirst()) === undefined) throw new CallFault('wrong-state')
  }

  /** The invitation of a link. Fails with link-not-valid, invited-already (used) or link-expired. */
  async require(link: { inviteId: string; uuid: string }, kinds: readonly Kind[]) {
    const row = await this.#db
      .selectFrom('invitation')
      .innerJoin('organization', 'organization.id', 'invitation.organization_id')
      .leftJoin('user', 'user.id', 'invitation.user_id')
      .where('invitation.id', '=', link.inviteId)
      .where('invitation.secret_sha256', '=', sha256(link.uuid))
      .where('organization.closed_at_ms', 'is', null)
      .selectAll('invitation')
      .select(['organization.name as organization_name', 'user.alias', 'user.status'])
      .executeTakeFirst()
    if (row === undefined || !kinds.includes(row.kind)) throw new CallFault('link-not-valid')
    const state = linkStateOf(row, this.#now())
    if (state === 'used') throw new CallFault('invited-already')
    if (state === 'expired') throw new CallFault('link-expired')
    return row
  }

  /** Uses a link up. Fails with invited-already when somebody was faster. `db`: the transaction of what it is used for. */
  async use(inviteId: string, db: Db): Promise<void> {
    const unused = db.updateTable('invitation').where('id', '=', inviteId).where('used_at_ms', 'is', null)
    const used = await unused.set({ used_at_ms: this.#now() }).returning('id').executeTakeFirst()
    if (used === undefined) throw new CallFault('invited-already')
  }

  /** Activates the person of an invitation. Fails with user-exists when the address has another account. */
  async activateUser(
    invited: Awaited<ReturnType<Invitations['require']>>,
    person: { passwordHash: string; alias?: string; phone?: string; language?: Language },
  ): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await this.use(invited.id, db)
      const users = db.selectFrom('user').where('id', '=', invited.user_id ?? '')
      const user = await users.selectAll().executeTakeFirst()
      if (user === undefined) throw new CallFault('link-not-valid')
      const status = changeState(userTransitions, user.status, userStatuses.activated)
      await this.#people.claimAddress(invited.email, db)
      const { passwordHash, alias = user.alias, phone = user.phone, language = user.language } = person
      const account = { status, login_name: invited.email, password_hash: passwordHash }
      await db
        .updateTable('user')
        .set({ ...account, alias, phone, language })
        .where('id', '=', user.id)
        .execute()
    })
  }

  /** Makes the company of an invitation and its administrator. Fails with user-exists or organization-name-taken. */
  async foundCompany(
    invited: Awaited<ReturnType<Invitations['require']>>,
    organization: OrganizationInput,
    person: { passwordHash: string; alias?: string; phone?: string; language?: Language },
  ): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await this.use(invited.id, db)
      const { passwordHash, alias, phone, language = invited.language } = person
      await this.#people.found(organization, { email: invited.email, passwordHash, alias, phone, language }, db)
    })
  }

  async #send(row: InvitationTable, secret: string, alias: string, db: Db): Promise<void> {
    const organizations = db.selectFrom('organization').where('id', '=', row.organization_id)
    const { name: organizationName } = await organizations.select('name').executeTakeFirstOrThrow()
    if (!(await this.#quotas.take(row.organization_id, 'invitations', 1, db))) throw new CallFault('daily-invitations-spent')
    // Only the address itself is told that it has an account, and that its link would lead nowhere.
    const hasAccount = (await this.#people.findByAddress(row.email, db)) !== undefined
    const link = this.#mail.link(hasAccount && row.kind !== 'installer' ? '/account' : `${pages[row.kind]}/${row.id}/${secret}`)
    const facts = { organizationName, link, expiresAtMs: row.expires_at_ms, alias }
    const joining = hasAccount
      ? { user: hasAccountMail, company: hasAccountMail }
      : { user: userInvitationMail, company: companyInvitationMail }
    const mails = { ...joining, installer: installerInvitationMail }
    const letter = { to: row.email, organizationId: row.organization_id ?? undefined }
    await this.#mail.write({ ...letter, ...mails[row.kind][row.language](facts) }, db)
  }
}
