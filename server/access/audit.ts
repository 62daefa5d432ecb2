import { limits } from '#contract/limits.ts'
import type { Caller, Visitor } from './caller.ts'
import type { Context } from '../context.ts'
import { randomId } from '../runtime/secrets.ts'

const secretNames: ReadonlySet<string> = new Set([
  'password',
  'pairingCode',
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
  // Some cameras carry the password in the path of their address.
  'cameraUrl',
])
const MOST_CHARACTERS = 4_096

/** Who did it: somebody known, or a visitor whom the call is about. */
type Doer = Pick<Visitor, 'address' | 'concerns'> | Pick<Caller, 'address' | 'organizationId' | 'userId'>

/** Writes a call that changed something, or tried to, into the audit trail, without its secrets. Answers with the line's identifier. */
export async function audit(
  context: Pick<Context, 'db' | 'now'>,
  entry: { path: string; input: unknown; code: number; by: Doer },
): Promise<string> {
  const { path, code, by } = entry
  const { organizationId = null, userId = null } = 'userId' in by ? by : (by.concerns ?? {})
  const id = randomId()
  await context.db
    .insertInto('audit')
    .values({
      id,
      at_ms: context.now(),
      organization_id: organizationId,
      user_id: userId,
      address: by.address,
      path,
      input_json: inputText(entry.input),
      code,
    })
    .execute()
  return id
}

/** Completes a line of the audit trail with what is known only afterwards. */
export async function amendAudit({ db }: Pick<Context, 'db'>, id: string, input: unknown): Promise<void> {
  await db
    .updateTable('audit')
    .set({ input_json: inputText(input) })
    .where('id', '=', id)
    .execute()
}

/** Forgets lines that are older than they are said to be kept. */
export async function purgeAudit({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('audit')
    .where('at_ms', '<', now() - limits.auditKeptMs)
    .execute()
}

function inputText(input: unknown): string {
  const text = JSON.stringify(input ?? null, (name, value: unknown) => (secretNames.has(name) ? '(secret)' : value))
  return text.slice(0, MOST_CHARACTERS)
}
