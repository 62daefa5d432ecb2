import { archiveRights, type ArchiveRight } from '#contract/archives.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Principal } from '../../access/caller.ts'
import type { Db } from '../../db/open.ts'

/** Archive rights, per user (rule 6.3): all five for whom none were saved. */
export class ArchiveAuthority {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async of(userId: string): Promise<ArchiveRight[]> {
    const saved = await this.#db.selectFrom('archive_authority').where('user_id', '=', userId).select('rights_json').executeTakeFirst()
    return saved === undefined ? [...archiveRights] : (JSON.parse(saved.rights_json) as ArchiveRight[])
  }

  /** Fails with no-permission, or with no-download-right when it is the right to download that lacks. */
  async require({ userId }: Pick<Principal, 'userId'>, right: ArchiveRight): Promise<void> {
    const rights = await this.of(userId)
    if (!rights.includes(right)) throw new CallFault(right === 'download' ? 'no-download-right' : 'no-permission')
  }

  /** Saves the rights of somebody in the organization, and answers with them in their usual sequence. Fails with user-missing. */
  async save(organizationId: string, userId: string, rights: readonly ArchiveRight[]): Promise<ArchiveRight[]> {
    await this.requirePerson(organizationId, userId)
    const kept = archiveRights.filter((right) => rights.includes(right))
    const rights_json = JSON.stringify(kept)
    await this.#db
      .insertInto('archive_authority')
      .values({ user_id: userId, rights_json })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ rights_json }))
      .execute()
    return kept
  }

  /** Fails with user-missing when the organization has nobody of this identifier. */
  async requirePerson(organizationId: string, userId: string): Promise<void> {
    const people = this.#db.selectFrom('user').where('id', '=', userId).where('organization_id', '=', organizationId)
    if ((await people.select('id').executeTakeFirst()) === undefined) throw new CallFault('user-missing')
  }
}
