import { licenseInstQuery as call } from '#contract/calls/licence/license-inst-query.ts'
import { handler } from '../handler.ts'

export const licenseInstQuery = handler(call, (_input, { licences }, { organizationId }) => licences.describe(organizationId))
