import { namesFor } from '#contract/masked.ts'
import type { Principal } from '../../access/caller.ts'
import type { Db } from '../../db/open.ts'

/** The name of whoever talks, as this person may see it; none when there is no such person in the organization any more. */
export async function nameOfTalker(db: Db, who: Principal, talkerId: string): Promise<string | undefined> {
  const talker = await db
    .selectFrom('user')
    .where('id', '=', talkerId)
    .where('organization_id', '=', who.organizationId)
    .select(['alias', 'login_name'])
    .executeTakeFirst()
  return talker && namesFor(who, talkerId).name(talker.alias === '' ? talker.login_name : talker.alias)
}
