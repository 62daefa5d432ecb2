import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { pageNumber } from '../../rules.ts'
import { share } from './share.ts'

/** Which shares are listed. `permanent`: without an end. `external`: of an address that nobody of the organization has, or of whoever was given the link. */
const shareKinds = ['all', 'permanent', 'external'] as const

/**
 * An addition to the catalogue: the shares of all archives of the organization, the newest first: those that can be opened, or with `isOver` those that
 * cannot any more. `search`: recipient, title, camera, site or who shared.
 */
export const archivesShareOrganizationList = defineCall({
  path: '/vms/archives/share/organization/list',
  input: z.object({
    pageNum: pageNumber,
    pageSize: z.int().check(z.minimum(1), z.maximum(100)),
    kind: z.enum(shareKinds),
    isOver: z.optional(z.boolean()),
    search: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  }),
  output: z.object({
    total: z.int(),
    shares: z.array(
      z.extend(share, {
        archiveId: z.string(),
        title: z.string(),
        /** How many clips beside this one it passes on. */
        more: z.int(),
        siteName: z.string(),
        cameraName: z.string(),
        isExternal: z.boolean(),
      }),
    ),
  }),
  access: administrator,
  offline: 'none',
})
