import type { Language } from '#contract/enums.ts'
import { userStatuses } from '#contract/states/user.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import type { OrganizationInput } from './organization-input.ts'
import { randomId } from '../runtime/secrets.ts'
import type { Sessions } from '../access/sessions.ts'

/** Whoever is to become the administrator of a new organization. */
interface NewAdministrator {
  email: string
  passwordHash: string
  alias: string | undefined
  phone: string | undefined
  language: Language
}

/** Accounts of people and organizations: found, made and deleted. */
export class People {
  readonly #db: Db
  readonly #now: Now
  readonly #sessions: Sessions
  readonly #objects: Pick<ObjectStore, 'delete'>

  constructor({ db, now, sessions, objects }: { db: Db; now: Now; sessions: Sessions; objects: Pick<ObjectStore, 'delete'> }) {
    this.#db = db
    this.#now = now
    this.#sessions = sessions
    this.#objects = objects
  }

  /** Somebody who signs in by this name. */
  async findByName(loginName: string, db: Db = this.#db) {
    return db.selectFrom('user').where('login_name', '=', loginName).selectAll().executeTakeFirst()
  }

  /** Somebody with an account whose e-mail address, or sign-in name, this is. Who was only invited has none yet. */
  async findByAddress(email: string, db: Db = this.#db) {
    const users = withAddress(db, email).where('status', '!=', userStatuses.unactivated)
    return users.selectAll().executeTakeFirst()
  }

  /** Somebody of this organization whose address it is, also one who was only invited. */
  async findMember(email: string, organizationId: string, db: Db = this.#db) {
    return withAddress(db, email).where('organization_id', '=', organizationId).selectAll().executeTakeFirst()
  }

  /**
   * Makes an address the sign-in name of a new account, before that is written: whoever was only invited under it stands back, whichever
   * organization that was. Fails with user-exists when somebody has an account with it. `db`: a transaction.
   */
  async claimAddress(email: string, db: Db): Promise<void> {
    if ((await this.findByAddress(email, db)) !== undefined) throw new CallFault('user-exists')
    const invited = await db.selectFrom('user').where('login_name', '=', email).select('id').executeTakeFirst()
    if (invited === undefined) return
    await db
      .updateTable('user')
      .set({ login_name: heldBackName(invited.id) })
      .where('id', '=', invited.id)
      .execute()
  }

  /**
   * Makes an organization and its administrator. Fails with user-exists (address taken) or organization-name-taken. `db`: a transaction.
   */
  async found(organization: OrganizationInput, person: NewAdministrator, db: Db): Promise<{ userId: string; organizationId: string }> {
    await this.claimAddress(person.email, db)
    await this.requireFreeName(organization.organizationName, db)
    const organizationId = randomId()
    const userId = randomId()
    const { organizationName: name, country, city, address, contact, phone } = organization
    const branding = {
      product_name: name,
      page_title: name,
      accent_color: '#3f8cff',
      logo_url: null,
      background_url: null,
      favicon_url: null,
    }
    await db
      .insertInto('organization')
      .values({ id: organizationId, name, host: null, ...branding, country, city, address, contact, phone, registered_at_ms: this.#now() })
      .execute()
    await db
      .insertInto('user')
      .values({
        id: userId,
        organization_id: organizationId,
        login_name: person.email,
        email: person.email,
        alias: person.alias ?? (person.email.split('@')[0] ?? '').slice(0, 32),
        phone: person.phone ?? '',
        role: 'administrator',
        status: userStatuses.activated,
        password_hash: person.passwordHash,
        language: person.language,
        theme: 'system',
      })
      .execute()
    return { userId, organizationId }
  }

  /** Fails with organization-name-taken when an organization has this name, in whatever case. */
  async requireFreeName(name: string, db: Db = this.#db, except = ''): Promise<void> {
    const taken = await db
      .selectFrom('organization')
      .where((where) => where(where.fn('lower', [where.ref('name')]), '=', where.fn('lower', [where.val(name)])))
      .where('id', '!=', except)
      .select('id')
      .executeTakeFirst()
    if (taken !== undefined) throw new CallFault('organization-name-taken')
  }

  /** Whether this is the only activated administrator of the organization. */
  async isLastAdministrator(userId: string, organizationId: string, db: Db = this.#db): Promise<boolean> {
    const administrators = await db
      .selectFrom('user')
      .where('organization_id', '=', organizationId)
      .where('role', '=', 'administrator')
      .where('status', '=', userStatuses.activated)
      .select('id')
      .execute()
    return administrators.length === 1 && administrators[0]?.id === userId
  }

  /**
   * Whether the account may go. Fails with account-has-users or account-has-devices for the last administrator of other people or of
   * devices.
   */
  async requireLeave(userId: string, organizationId: string, db: Db = this.#db): Promise<{ isLast: boolean }> {
    if (!(await this.isLastAdministrator(userId, organizationId, db))) return { isLast: false }
    const others = db
      .selectFrom('user')
      .where('organization_id', '=', organizationId)
      .where('id', '!=', userId)
      .where('is_installer', '=', 0)
    if ((await others.select('id').executeTakeFirst()) !== undefined) throw new CallFault('account-has-users')
    const devices = db.selectFrom('device').where('organization_id', '=', organizationId)
    if ((await devices.select('sn').executeTakeFirst()) !== undefined) throw new CallFault('account-has-devices')
    return { isLast: true }
  }

  /** Deletes one's own account; with the last administrator the organization closes, and its name is free again. */
  async leave(userId: string, organizationId: string): Promise<void> {
    await this.requireLeave(userId, organizationId)
    await this.#sessions.endAll(userId, 'account-deleted')
    const gone = await this.#db.transaction().execute(async (db) => {
      const { isLast } = await this.requireLeave(userId, organizationId, db)
      const [own] = await db.deleteFrom('user').where('id', '=', userId).returning('avatar_key').execute()
      if (!isLast) return [own]
      const others = await db.deleteFrom('user').where('organization_id', '=', organizationId).returning('avatar_key').execute()
      const nothing = { country: '', city: '', address: '', contact: '', phone: '', logo_url: null, host: null }
      await db
        .updateTable('organization')
        .set({ ...nothing, name: `(closed ${organizationId})`, registered_at_ms: this.#now(), closed_at_ms: this.#now() })
        .where('id', '=', organizationId)
        .execute()
      return [own, ...others]
    })
    await this.#objects.delete(gone.flatMap((user) => user?.avatar_key ?? []))
  }
}

/** The sign-in name of somebody who was invited under an address that is another's: nobody can type it, and it becomes the address when that is free. */
export function heldBackName(userId: string): string {
  return `invited ${userId}`
}

function withAddress(db: Db, email: string) {
  return db.selectFrom('user').where((where) => where.or([where('login_name', '=', email), where('email', '=', email)]))
}
