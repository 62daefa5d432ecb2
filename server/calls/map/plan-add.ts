import { planAdd as call } from '#contract/calls/map/plan-add.ts'
import { planLimits } from '#contract/map-views.ts'
import { PICTURE_MOST_BYTES } from '#contract/pictures.ts'
import { keepPicture } from '../../people/pictures.ts'
import { pictureSize } from '../../people/picture-size.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const planAdd = handler(call, async ({ siteId, planName, file }, context, caller) => {
  const { rights, sitePlans } = context
  const { organizationId } = caller
  await rights.requireSite(caller, siteId)
  // Before the picture is kept, and again with nobody beside.
  await sitePlans.requireRoom(organizationId, siteId, planName)
  if (file.size > PICTURE_MOST_BYTES) throw new CallFault('file-too-large')
  const size = pictureSize(new Uint8Array(await file.arrayBuffer()))
  if (size === undefined || Math.max(size.widthPx, size.heightPx) > planLimits.sidePx) throw new CallFault('no-picture')
  const pictureKey = await keepPicture(file, { use: 'plan', folder: 'plans', path: call.path }, caller, context)
  return { planId: await sitePlans.add({ organizationId, siteId, planName, pictureKey, ...size }) }
})
