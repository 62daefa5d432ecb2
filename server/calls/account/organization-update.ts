import { organizationUpdate as call } from '#contract/calls/account/organization-update.ts'
import { readOrganization } from '../../people/organization-view.ts'
import { handler } from '../handler.ts'

export const organizationUpdate = handler(call, async ({ organizationName: name, ...fields }, context, { organizationId }) => {
  const { db, people } = context
  const changes = Object.entries({ name, ...fields }).filter(([, value]) => value !== undefined)
  if (changes.length > 0) {
    await db.transaction().execute(async (inside) => {
      if (name !== undefined) await people.requireFreeName(name, inside, organizationId)
      await inside.updateTable('organization').set(Object.fromEntries(changes)).where('id', '=', organizationId).execute()
    })
  }
  return readOrganization(organizationId, context)
})
