import { organizationGet as call } from '#contract/calls/account/organization-get.ts'
import { readOrganization } from '../../people/organization-view.ts'
import { handler } from '../handler.ts'

export const organizationGet = handler(call, async (_input, context, { organizationId }) => readOrganization(organizationId, context))
