import { brandingUpdate as call } from '#contract/calls/account/branding-update.ts'
import { brandingView } from '../../people/branding-view.ts'
import { handler } from '../handler.ts'

export const brandingUpdate = handler(call, async ({ productName, pageTitle, accentColor, remove = [] }, context, { organizationId }) => {
  const { db, objects } = context
  const organizations = db.selectFrom('organization').where('id', '=', organizationId)
  const before = await organizations.selectAll().executeTakeFirstOrThrow()
  const given = Object.entries({ product_name: productName, page_title: pageTitle, accent_color: accentColor?.toLowerCase() })
  const removed = remove.flatMap((kind) => [[`${kind}_key`, null] as const, [`${kind}_url`, null] as const])
  const changes = [...given.filter(([, value]) => value !== undefined), ...removed]
  if (changes.length > 0) {
    await db.updateTable('organization').set(Object.fromEntries(changes)).where('id', '=', organizationId).execute()
  }
  const gone = remove.map((kind) => before[`${kind}_key`]).filter((key) => key !== null)
  if (gone.length > 0) await objects.delete(gone)
  return brandingView(await organizations.selectAll().executeTakeFirstOrThrow(), context)
})
