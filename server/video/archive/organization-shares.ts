import { sql } from 'kysely'
import type { InputOf } from '#contract/define-call.ts'
import type { archivesShareOrganizationList } from '#contract/calls/archive/archives-share-organization-list.ts'
import { CallFault } from '../../calls/call-fault.ts'
import { contains } from '../../db/contains.ts'
import type { Db } from '../../db/open.ts'
import type { Now } from '../../runtime/clock.ts'
import { hasNotEnded, shareRows } from './share-rows.ts'

type Wish = InputOf<typeof archivesShareOrganizationList>

/** All that an organization has shared, whoever shared it: for its administrators. */
export class OrganizationShares {
  readonly #db: Db
  readonly #now: Now

  constructor({ db, now }: { db: Db; now: Now }) {
    this.#db = db
    this.#now = now
  }

  /** One page, the newest first. */
  async page(organizationId: string, { kind, isOver = false, search = '', pageNum, pageSize }: Wish) {
    const open = hasNotEnded(this.#now())
    let shares = this.#of(organizationId)
    shares = isOver ? shares.where((where) => where.not(open(where))) : shares.where(open)
    if (kind === 'permanent') shares = shares.where('archive_share.expires_at_ms', 'is', null)
    if (kind === 'external') shares = shares.where(({ not, exists }) => not(exists(this.#member())))
    if (search !== '') shares = shares.where(contains(searched, search))
    const counted = shares.clearSelect().select(({ fn }) => fn.countAll<number | string>().as('total'))
    const { total } = await counted.executeTakeFirstOrThrow()
    const ordered = shares.orderBy('archive_share.created_at_ms', 'desc').orderBy('archive_share.id', 'desc')
    const rows = await ordered
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute()
    return { total: Number(total), rows }
  }

  /** Ends all of these shares or none; answers how many have ended by this. Fails with share-missing. */
  async revoke(organizationId: string, handles: readonly string[]): Promise<number> {
    return this.#db.transaction().execute(async (db) => {
      const named = db
        .selectFrom('archive_share')
        .where('organization_id', '=', organizationId)
        .where('id', 'in', [...handles])
      const found = await named.select('id').execute()
      if (found.length !== new Set(handles).size) throw new CallFault('share-missing')
      const nowMs = this.#now()
      const open = await shareRows(db)
        .where('archive_share.id', 'in', [...handles])
        .where(hasNotEnded(nowMs))
        .execute()
      if (open.length === 0) return 0
      const ids = open.map(({ id }) => id)
      await db.updateTable('archive_share').set({ revoked_at_ms: nowMs }).where('id', 'in', ids).execute()
      return ids.length
    })
  }

  #of(organizationId: string) {
    return shareRows(this.#db)
      .innerJoin('archive', 'archive.id', 'archive_share.archive_id')
      .where('archive_share.organization_id', '=', organizationId)
      .select(['archive.title', 'archive.site_name', 'archive.camera_name'])
      .select(() => this.#member().limit(1).as('member_id'))
      .select(({ selectFrom }) =>
        selectFrom('archive_share_clip')
          .whereRef('archive_share_clip.share_id', '=', 'archive_share.id')
          .select(({ fn }) => fn.countAll<number | string>().as('count'))
          .as('more'),
      )
  }

  /** Whoever of the organization has the address that a share went to. */
  #member() {
    return this.#db
      .selectFrom('user as member')
      .where('member.email', '=', sql<string>`${sql.ref('archive_share.recipient')}`)
      .where('member.organization_id', '=', sql<string>`${sql.ref('archive_share.organization_id')}`)
      .select('member.id')
  }
}

const searched = ['archive_share.emails_json', 'archive.title', 'archive.camera_name', 'archive.site_name', 'archive_share.shared_by']
