import { mapGet as call } from '#contract/calls/map/map-get.ts'
import { channelKey } from '#shared/channel-key.ts'
import { askerOf, channelsSeen, seesSite } from '../../access/sees-channel.ts'
import { toPosition, toView } from '../../devices/map-columns.ts'
import { handler } from '../handler.ts'

export const mapGet = handler(call, async (_input, { db, settings, objectLinks }, caller) => {
  const asker = askerOf(caller)
  const plans = await db
    .selectFrom('site_plan')
    .innerJoin('site', 'site.id', 'site_plan.site_id')
    .where(seesSite(asker))
    .selectAll('site_plan')
    .orderBy('site_plan.name')
    .orderBy('site_plan.id')
    .execute()
  const seen = channelsSeen(asker, {}, db)
  // One that moved to another site with its device stands nowhere there.
  const onPlans = await seen
    .innerJoin('plan_camera', (join) =>
      join.onRef('plan_camera.sn', '=', 'channel.sn').onRef('plan_camera.chl_index', '=', 'channel.chl_index'),
    )
    .innerJoin('site_plan', (join) =>
      join.onRef('site_plan.id', '=', 'plan_camera.plan_id').onRef('site_plan.site_id', '=', 'device.site_id'),
    )
    .selectAll('plan_camera')
    .execute()
  const camerasOf = Map.groupBy(onPlans, ({ plan_id }) => plan_id)
  const onMap = await seen
    .where('channel.latitude', 'is not', null)
    .select(['channel.sn', 'channel.chl_index', 'channel.latitude', 'channel.longitude'])
    .select(['channel.direction_deg', 'channel.angle_deg', 'channel.range_m'])
    .execute()
  return {
    tiles: settings.mapTilesUrl === '' ? null : { url: settings.mapTilesUrl, attribution: settings.mapTilesAttribution },
    plans: plans.map((plan) => ({
      planId: plan.id,
      siteId: plan.site_id,
      planName: plan.name,
      pictureUrl: objectLinks.linkTo(plan.picture_key),
      widthPx: plan.width_px,
      heightPx: plan.height_px,
      cameras: (camerasOf.get(plan.id) ?? [])
        .map(({ sn, chl_index, x, y, direction_deg, angle_deg, range_share }) => {
          const looks = { directionDeg: direction_deg, angleDeg: angle_deg, rangeShare: range_share }
          return { sn, chlIndex: chl_index, x, y, ...looks }
        })
        .toSorted(byName),
    })),
    cameras: onMap
      .flatMap((row) => {
        const position = toPosition(row)
        return position === null ? [] : [{ sn: row.sn, chlIndex: row.chl_index, position, view: toView(row) }]
      })
      .toSorted(byName),
  }
})

/** One order everywhere, so that an answer that says nothing new is the same. */
function byName(one: { sn: string; chlIndex: number }, other: { sn: string; chlIndex: number }): number {
  const [first, second] = [channelKey(one.sn, one.chlIndex), channelKey(other.sn, other.chlIndex)]
  return first < second ? -1 : 1
}
