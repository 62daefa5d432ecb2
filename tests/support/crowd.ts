import type { Db } from '#server/db/open.ts'
import { randomId, randomSecret, sha256 } from '#server/runtime/secrets.ts'

const HOUR_MS = 60 * 60_000
const AT_ONCE = 100
const ORGANIZATION = 'harbor-logistics'

/**
 * Adds people to the demonstration organization who are signed in already; the answer is their tokens. Each sees some sites as an
 * operator, all of them the same ones unless told apart by number. Signing in a thousand people one by one would take minutes, for passwords are slow on purpose.
 */
export async function addCrowd(db: Db, count: number, sites: readonly string[] | ((person: number) => string[])): Promise<string[]> {
  const people = Array.from({ length: count }, (_, index) => ({
    id: `crowd-${index}`,
    siteIds: typeof sites === 'function' ? sites(index) : sites,
    session: randomId(),
    token: randomSecret(),
  }))
  const expires_at_ms = Date.now() + HOUR_MS
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = people.slice(from, from + AT_ONCE)
    await db.transaction().execute(async (inside) => {
      await inside
        .insertInto('user')
        .values(some.map(({ id }) => userRow(id)))
        .execute()
      const roles = some.flatMap(({ id, siteIds }) => siteIds.map((site_id) => ({ user_id: id, site_id, role: 'site-operator' as const })))
      await inside.insertInto('user_site_role').values(roles).execute()
      const sessions = some.map(({ id, session }) => ({ id: session, user_id: id, address: '127.0.0.1', created_at_ms: Date.now() }))
      const open = { used_at_ms: Date.now(), expires_at_ms, ended_at_ms: null, ended_code: null, remote_access_id: null }
      await inside
        .insertInto('session')
        .values(sessions.map((session) => ({ ...session, ...open })))
        .execute()
      const tokens = some.map(({ session, token }) => ({ id: randomId(), session_id: session, token_sha256: sha256(token) }))
      const fresh = { expires_at_ms, superseded_at_ms: null }
      await inside
        .insertInto('session_token')
        .values(tokens.map((token) => ({ ...token, ...fresh })))
        .execute()
    })
  }
  return people.map(({ token }) => token)
}

function userRow(id: string) {
  const person = { id, organization_id: ORGANIZATION, login_name: id, email: `${id}@harbor.example`, alias: id, phone: '' }
  return { ...person, role: 'site-operator', status: 1, password_hash: '', language: 'en-US', theme: 'system' } as const
}
