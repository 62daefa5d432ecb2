import { customerWebsiteGet as call } from '#contract/calls/user/customer-website-get.ts'
import { brandingOf } from '../../people/branding.ts'
import { handler } from '../handler.ts'

export const customerWebsiteGet = handler(call, (_input, context, { host }) => brandingOf(host, context))
