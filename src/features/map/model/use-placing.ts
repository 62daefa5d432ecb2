import { placeOnMap, placeOnPlan, placeSite } from '../../../data/places/maps.ts'
import type { Spot } from '../../../ui/map/geometry/ground.ts'
import type { Position } from '../../../ui/map/geometry/mercator.ts'
import type { Chosen } from '../list/map-list.tsx'
import { arranging, middleOfStage } from './arranging.ts'
import { channelOfKey } from '#shared/channel-key.ts'
import { firstSpot, mapPlaceOfSpot, placeOfSpot, type CameraNode, type SiteNode } from './map-model.ts'

/** The spot of a camera on a plan, or on the map where none is named. */
export function spotOf(sites: readonly SiteNode[], key: string, planId: string | undefined): Spot | undefined {
  const placed = sites.flatMap(({ onMap, plans }) =>
    planId === undefined ? onMap : plans.filter(({ plan }) => plan.planId === planId).flatMap(({ cameras }) => cameras),
  )
  return placed.find(({ camera }) => camera.key === key)?.spot
}

/** Puts sites and cameras where somebody wants them, on what is open now. What fails is announced. */
export function usePlacing(sites: readonly SiteNode[], chosen: Chosen, choose: (next: Chosen) => void) {
  const { plan: planId } = chosen
  async function moveCamera(key: string, spot: Spot | null): Promise<void> {
    const camera = channelOfKey(key)
    if (planId !== undefined) return placeOnPlan({ planId, ...camera, place: spot && placeOfSpot(spot) })
    return placeOnMap({ ...camera, ...(spot === null ? { position: null } : mapPlaceOfSpot(spot)) })
  }
  /** It has been said. */
  const quietly = (work: Promise<void>): void => void work.catch(() => {})
  return {
    moveCamera,
    /** What was dragged or moved by keys. */
    dropCamera: (key: string, spot: Spot | null) => quietly(moveCamera(key, spot)),
    placeSite: async (siteId: string, position: Position | null) => placeSite({ siteId, position }),
    dropSite: (siteId: string, position: Position) => quietly(placeSite({ siteId, position })),
    /** Puts a camera at a place of what is open, or in its middle; false where nothing is open, so that the ground has to be pressed. */
    placeCamera: ({ key, channel }: CameraNode, at = middleOfStage()): boolean => {
      if (at === undefined) {
        arranging.placing = { kind: 'camera', key }
        return false
      }
      const before = spotOf(sites, key, planId)
      const spot = before ? { ...before, ...at } : firstSpot(at, planId === undefined ? 'map' : 'plan')
      quietly(moveCamera(key, spot))
      choose({ site: channel.siteId, plan: planId, camera: key })
      return true
    },
  }
}
export type Placing = ReturnType<typeof usePlacing>
