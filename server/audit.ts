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
export async function audit(
  context: Pick<Context, 'db' | 'now'>,
  entry: { path: string; input: unknown; code: number; by: Visitor | Caller },
): Promise<void> {
  const { path, code, by } = entry
  const { organizationId = null, userId = null } = 'userId' in by ? by : (by.concerns ?? {})
  const input = JSON.stringify(entry.input ?? null, (name, value: unknown) => (secretNames.has(name) ? '(secret)' : value))
  await context.db
    .insertInto('audit')
    .values({
      id: randomId(),
      at_ms: context.now(),
      organization_id: organizationId,
      user_id: userId,
      address: by.address,
      path,
      input_json: input.slice(0, MOST_CHARACTERS),
      code,
    })
    .execute()
}
