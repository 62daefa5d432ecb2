import { queryOptions } from '@tanstack/react-query'
import { brandingPictureUpload } from '#contract/calls/account/branding-picture-upload.ts'
import { brandingUpdate } from '#contract/calls/account/branding-update.ts'
import { merchantLogoUpload } from '#contract/calls/account/merchant-logo-upload.ts'
import { organizationGet } from '#contract/calls/account/organization-get.ts'
import { organizationUpdate } from '#contract/calls/account/organization-update.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import type { UploadOptions } from '../records/pictures.ts'
import { overtake } from '../core/overtake.ts'
import { queryClient } from '../query/query-client.ts'

/** The person's own organization, with its branding. */
export const organizationQuery = queryOptions({ queryKey: ['organization'], queryFn: ask(organizationGet, undefined) })
export type Organization = OutputOf<typeof organizationGet>
export type BrandingPicture = 'logo' | 'background' | 'favicon'

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'organization' || queryKey[0] === 'branding' })
}

/** Changes what is given of the organization. Its error is for the form: organization-name-taken. */
export async function updateOrganization(input: InputOf<typeof organizationUpdate>): Promise<void> {
  const changed = await callCore(organizationUpdate, input, { quiet: true })
  overtake(queryClient, organizationQuery.queryKey, () => changed)
}

/** Changes what is given of the branding; every tab shows it. Its error is for the form. */
export async function updateBranding(input: InputOf<typeof brandingUpdate>): Promise<void> {
  await callCore(brandingUpdate, input, { quiet: true })
  await refresh()
}

/** Puts a picture of the branding in place of the last one. Its error is for the form: file-too-large, no-picture, daily-upload-limit. */
export async function uploadBrandingPicture(kind: BrandingPicture, file: File, options: UploadOptions): Promise<void> {
  if (kind === 'logo') await callCore(merchantLogoUpload, { file }, { ...options, quiet: true })
  else await callCore(brandingPictureUpload, { kind, file }, { ...options, quiet: true })
  await refresh()
}
