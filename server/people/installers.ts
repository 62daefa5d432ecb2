import type { Selectable } from 'kysely'
import { remoteAccessStatuses, remoteAccessTransitions, type RemoteAccessStatus } from '#contract/states/remote-access.ts'
import type { Language } from '#contract/enums.ts'
import { userStatuses } from '#contract/states/user.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import type { InstallerTable } from '../db/schema/people.ts'
import type { Mail } from '../mail/mail.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { peopleOf } from './team.ts'
import { randomId, randomSecret, sha256 } from '../runtime/secrets.ts'
import { hashPassword } from '../access/password-hashes.ts'
import type { Visitor } from '../access/caller.ts'
import type { Sessions } from '../access/sessions.ts'
import { changeState } from '../runtime/state-change.ts'
import { accessGrantedMail, accessRequestedMail } from './installer-mails.ts'

type InstallerRow = Selectable<InstallerTable>

const MINUTE_MS = 60_000
const PERMANENT = -1

interface Parts {
  db: Db
  now: Now
  mail: Mail
  sessions: Sessions
  sweeper: Sweeper
  objects: Pick<ObjectStore, 'delete'>
}

/** Installers and their access: asked for with the installer's key, granted for a time, ended by the clock or by an administrator. */
export class Installers {
  readonly #db: Db
  readonly #now: Now
  readonly #mail: Mail
  readonly #sessions: Sessions
  readonly #objects: Parts['objects']

  constructor({ db, now, mail, sessions, sweeper, objects }: Parts) {
    this.#db = db
    this.#now = now
    this.#mail = mail
    this.#sessions = sessions
    this.#objects = objects
    sweeper.add(() => this.#endDue())
  }

  async find(organizationId: string) {
    return this.#db.selectFrom('installer').where('organization_id', '=', organizationId).selectAll().executeTakeFirst()
  }

  /** Makes an organization's installer, by an invitation that `use` uses up. Fails with organization-has-installer. */
  async bind(
    invited: { organization_id: string; email: string; language: Language },
    { companyName, contact, phone }: { companyName: string; contact: string; phone: string },
    use: (db: Db) => Promise<void>,
  ): Promise<{ installerId: string; installerKey: string }> {
    const installerId = randomId()
    const installerKey = randomSecret()
    const userId = randomId()
    const { organization_id: organizationId, email, language } = invited
    const passwordHash = await hashPassword(randomSecret())
    await this.#db.transaction().execute(async (db) => {
      await use(db)
      const user = {
        id: userId,
        organization_id: organizationId,
        login_name: `installer ${installerId}`,
        email: '',
        alias: contact,
        phone,
        language,
      }
      await db
        .insertInto('user')
        .values({
          ...user,
          role: 'no-authority',
          status: userStatuses.activated,
          password_hash: passwordHash,
          theme: 'system',
          is_installer: 1,
        })
        .execute()
      const bound = await db
        .insertInto('installer')
        .values({
          id: installerId,
          organization_id: organizationId,
          user_id: userId,
          company_name: companyName,
          contact,
          email,
          phone,
          language,
          key_sha256: sha256(installerKey),
          bound_at_ms: this.#now(),
        })
        .onConflict((conflict) => conflict.column('organization_id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (bound === undefined) throw new CallFault('organization-has-installer')
    })
    return { installerId, installerKey }
  }

  /** Parts with the installer. Fails with not-found. */
  async unbind(organizationId: string): Promise<void> {
    const installer = await this.find(organizationId)
    if (installer === undefined) throw new CallFault('not-found')
    await this.#sessions.endAll(installer.user_id, 'permission-withdrawn')
    const gone = await this.#db.deleteFrom('user').where('id', '=', installer.user_id).returning('avatar_key').execute()
    await this.#objects.delete(gone.flatMap((user) => user.avatar_key ?? []))
  }

  /** The installer with this access key. Fails with installer-key-wrong. */
  async require(installerId: string, key: string): Promise<InstallerRow> {
    const keys = this.#db.selectFrom('installer').where('id', '=', installerId).where('key_sha256', '=', sha256(key))
    const installer = await keys.selectAll().executeTakeFirst()
    if (installer === undefined) throw new CallFault('installer-key-wrong')
    return installer
  }

  /** Asks for access. Fails with installer-request-open. */
  async request(installer: InstallerRow, asked: { minutes: number; reason: string }): Promise<string> {
    const { id: installerId, organization_id: organizationId, company_name: companyName } = installer
    const id = randomId()
    await this.#db.transaction().execute(async (db) => {
      // The row by which two requests at once wait for one another.
      await db.updateTable('installer').set({ company_name: companyName }).where('id', '=', installerId).execute()
      const open = db.selectFrom('remote_access').where('installer_id', '=', installerId).where('status', '=', remoteAccessStatuses.pending)
      if ((await open.select('id').executeTakeFirst()) !== undefined) throw new CallFault('installer-request-open')
      const { minutes, reason } = asked
      const row = { id, organization_id: organizationId, installer_id: installerId, reason, asked_minutes: minutes, granted_minutes: null }
      await db
        .insertInto('remote_access')
        .values({ ...row, status: remoteAccessStatuses.pending, secret_sha256: null, created_at_ms: this.#now(), until_ms: null })
        .execute()
      const administrators = peopleOf(organizationId, db).where('role', '=', 'administrator').where('status', '=', userStatuses.activated)
      const link = this.#mail.link('/service/installer')
      for (const { email, language } of await administrators.select(['email', 'language']).execute())
        await this.#mail.write({ to: email, ...accessRequestedMail[language]({ companyName, minutes, reason, link }) }, db)
    })
    return id
  }

  async page(organizationId: string, { pageNum, pageSize }: { pageNum: number; pageSize: number }) {
    const all = this.#db.selectFrom('remote_access').innerJoin('installer', 'installer.id', 'remote_access.installer_id')
    const mine = all.where('remote_access.organization_id', '=', organizationId)
    const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await mine
      .selectAll('remote_access')
      .select('installer.company_name')
      .orderBy('remote_access.created_at_ms', 'desc')
      .orderBy('remote_access.id')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute()
    return { total, rows }
  }

  /** Accepts a request, for the time asked for or another, or refuses it. Fails with not-found and wrong-state. */
  async decide(requestId: string, organizationId: string, { accept, minutes }: { accept: boolean; minutes?: number }): Promise<void> {
    const request = await this.#require(requestId, organizationId)
    if (!accept) return this.#change(request, remoteAccessStatuses.refused)
    const grantedMinutes = minutes ?? request.asked_minutes
    const untilMs = grantedMinutes === PERMANENT ? null : this.#now() + grantedMinutes * MINUTE_MS
    const secret = randomSecret()
    const grant = { granted_minutes: grantedMinutes, until_ms: untilMs, secret_sha256: sha256(secret) }
    await this.#db.transaction().execute(async (db) => {
      await this.#change(request, remoteAccessStatuses.accepted, grant, db)
      const { name, email, language } = await db
        .selectFrom('installer')
        .innerJoin('organization', 'organization.id', 'installer.organization_id')
        .where('installer.id', '=', request.installer_id)
        .select(['organization.name', 'installer.email', 'installer.language'])
        .executeTakeFirstOrThrow()
      // Behind a `#` browsers keep it to themselves, and no proxy writes it down.
      const link = this.#mail.link(`/remote-access-login/${requestId}#${secret}`)
      await this.#mail.write({ to: email, ...accessGrantedMail[language]({ organizationName: name, link, untilMs }) }, db)
    })
  }

  /** Ends an accepted access. Fails with not-found and wrong-state. */
  async revoke(requestId: string, organizationId: string): Promise<void> {
    await this.#change(await this.#require(requestId, organizationId), remoteAccessStatuses.terminated)
    await this.#sessions.endRemote(requestId)
  }

  /**
   * Opens a session by the link of an accepted request, or by the key of the installer who made it. Fails with link-not-valid, link-expired
   * (its time is over) and remote-access-ended (ended before).
   */
  async connect(grantId: string, secret: string, visitor: Visitor) {
    const grant = await this.#db
      .selectFrom('remote_access')
      .innerJoin('installer', 'installer.id', 'remote_access.installer_id')
      .where('remote_access.id', '=', grantId)
      .where(({ or, eb }) => or([eb('remote_access.secret_sha256', '=', sha256(secret)), eb('installer.key_sha256', '=', sha256(secret))]))
      .select(['installer.user_id', 'remote_access.organization_id', 'remote_access.until_ms', 'remote_access.status'])
      .executeTakeFirst()
    if (grant === undefined) throw new CallFault('link-not-valid')
    const isOver = grant.until_ms !== null && grant.until_ms <= this.#now()
    if (grant.status === remoteAccessStatuses.terminated) throw new CallFault('remote-access-ended')
    if (grant.status !== remoteAccessStatuses.accepted || isOver) throw new CallFault('link-expired')
    const issued = await this.#sessions.open(grant.user_id, visitor, grantId)
    // A link that somebody passed on is of use to one at a time, also when two follow it at the same moment: the other notices.
    await this.#sessions.endOlderRemote(grantId)
    return { issued, userId: grant.user_id, organizationId: grant.organization_id, untilMs: grant.until_ms }
  }

  async #require(requestId: string, organizationId: string) {
    const requests = this.#db.selectFrom('remote_access').where('id', '=', requestId).where('organization_id', '=', organizationId)
    const request = await requests.selectAll().executeTakeFirst()
    if (request === undefined) throw new CallFault('not-found')
    return request
  }

  /** Fails with wrong-state when the table forbids it, or somebody was faster. */
  async #change(
    { id, status }: { id: string; status: RemoteAccessStatus },
    to: RemoteAccessStatus,
    grant: { granted_minutes?: number; until_ms?: number | null; secret_sha256?: string } = {},
    db: Db = this.#db,
  ): Promise<void> {
    const changed = await db
      .updateTable('remote_access')
      .set({ ...grant, status: changeState(remoteAccessTransitions, status, to) })
      .where('id', '=', id)
      .where('status', '=', status)
      .returning('id')
      .executeTakeFirst()
    if (changed === undefined) throw new CallFault('wrong-state')
  }

  async #endDue(): Promise<void> {
    const accepted = this.#db.selectFrom('remote_access').where('status', '=', remoteAccessStatuses.accepted)
    const due = await accepted.where('until_ms', '<=', this.#now()).select('id').execute()
    for (const { id } of due) {
      await this.#change({ id, status: remoteAccessStatuses.accepted }, remoteAccessStatuses.expired)
      await this.#sessions.endRemote(id)
    }
  }
}
