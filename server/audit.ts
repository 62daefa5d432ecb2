import type { Caller, Visitor } from './caller.ts'
import type { Context } from './context.ts'
import { randomId } from './secrets.ts'

const secretNames: ReadonlySet<string> = new Set([
  'password',
  'token',
  'ticket',
  'securityCode',
  'newSecurityCode',
  'imgCode',
  'idCode',
  'sign',
  'oldPassword',
  'newPassword',
  'dynamicCode',
  'uuid',
  'installerKey',
])
const MOST_CHARACTERS = 4_096

/** Writes a call that changed something, or tried to, into the audit trail, without its secrets. */
export async function audit(context: Context, entry: { path: string; input: unknown; code: number; by: Visitor | Caller }): Promise<void> {
  const { path, code, by } = entry
  const who = 'userId' in by ? { organization_id: by.organizationId, user_id: by.userId } : { organization_id: null, user_id: null }
  const input = JSON.stringify(entry.input ?? null, (name, value: unknown) => (secretNames.has(name) ? '(secret)' : value))
  await context.db
    .insertInto('audit')
    .values({ id: randomId(), at_ms: context.now(), ...who, address: by.address, path, input_json: input.slice(0, MOST_CHARACTERS), code })
    .execute()
}
