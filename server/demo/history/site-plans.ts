import type { Insertable } from 'kysely'
import { planPlace } from '#contract/map-views.ts'
import type { Schema } from '../../db/schema.ts'
import { organization } from '../organization.ts'
import { drawPlan, type PlanDrawing } from './draw-plan.ts'
import type { PastChannel } from './past-events.ts'
import type { PutBytes } from './past-film.ts'

/** Where a camera stands, metres, where it looks and how wide, degrees, and how far, metres. */
type Stand = readonly [xM: number, yM: number, directionDeg: number, angleDeg: number, rangeM: number]

interface Plan {
  id: string
  siteId: string
  name: string
  drawing: PlanDrawing
  /** By the names of the cameras. */
  cameras: Readonly<Record<string, Stand>>
}

const plans: readonly Plan[] = [
  {
    id: 'plan-gate',
    siteId: 'harbor-gate',
    name: 'Gate and parking',
    drawing: {
      widthM: 80,
      heightM: 50,
      grass: [
        [0, 0, 80, 2],
        [0, 48, 80, 50],
        [34, 2, 38, 19],
        [34, 30, 38, 48],
      ],
      roads: [
        [0, 20, 80, 29],
        [38, 8, 78, 12],
        [38, 37, 78, 41],
        [22, 3, 26, 47],
        [76, 8, 79, 41],
      ],
      rooms: [
        [28, 13, 33, 19],
        [28, 30, 33, 34],
      ],
      doors: [[29.8, 18.6, 31.2, 19.4]],
      shelves: [],
      bays: [
        { box: [39, 3, 75, 8], count: 14 },
        { box: [39, 12, 75, 17], count: 14 },
        { box: [39, 32, 75, 37], count: 14 },
        { box: [39, 41, 75, 46], count: 14 },
        { box: [4, 32, 21, 37], count: 6 },
        { box: [4, 41, 21, 46], count: 6 },
        { box: [3, 4, 21, 17], count: 4 },
      ],
    },
    cameras: {
      'Gate 1 – entry': [33.5, 19.6, 255, 55, 16],
      'Gate 1 – exit': [27.5, 29.6, 75, 55, 16],
      'Visitors – doorbell': [30.5, 19.6, 180, 100, 6],
      'Parking – north': [57, 2.6, 180, 95, 17],
      'Parking – south': [57, 47.4, 0, 95, 17],
      'Parking – visitors': [22.6, 39, 270, 110, 18],
      'Parking – trailer': [22.6, 10.5, 270, 90, 18],
    },
  },
  {
    id: 'plan-shop',
    siteId: 'harbor-shop',
    name: 'Ground floor',
    drawing: {
      widthM: 64,
      heightM: 40,
      grass: [[0, 0, 64, 3]],
      roads: [[0, 30, 64, 33]],
      rooms: [
        [3, 4, 37, 27],
        [37, 4, 57, 17],
        [37, 17, 48, 27],
        [48, 17, 57, 27],
      ],
      doors: [
        [17, 26.6, 23, 27.4],
        [36.6, 10, 37.4, 13],
        [56.6, 8, 57.4, 11],
        [41, 26.6, 45, 27.4],
        [51, 16.6, 53, 17.4],
      ],
      shelves: [
        { box: [6, 7, 26, 19], count: 5 },
        { box: [29, 6, 34, 22], count: 2 },
        { box: [39, 6, 53, 9], count: 2 },
        { box: [6, 22, 14, 24.5], count: 2 },
      ],
      bays: [{ box: [4, 34, 50, 39], count: 18 }],
    },
    cameras: {
      'Shop – entrance': [20, 25.8, 0, 80, 12],
      'Shop – tills': [4, 20.5, 100, 70, 12],
      'Shop – aisle 3': [27.4, 13, 270, 60, 22],
      'Customer parking': [27, 28, 180, 110, 12],
      'Window – displays': [36, 26, 290, 70, 12],
      'Storeroom – shelves 1': [38, 5, 125, 70, 11],
      'Storeroom – shelves 2': [56, 5, 235, 70, 11],
      'Storeroom – counter': [38, 16, 50, 80, 9],
      'Storeroom – back door': [58, 9.5, 90, 110, 6],
      'Storeroom – cold room': [56, 26, 315, 80, 9],
      'Storeroom – deliveries': [43, 28, 180, 100, 9],
      'Storeroom – bicycles': [58, 24, 140, 90, 8],
      'Storeroom – containers': [58, 5, 60, 90, 7],
    },
  },
  {
    id: 'plan-warehouse',
    siteId: 'harbor-warehouse',
    name: 'Halls and yard',
    drawing: {
      widthM: 120,
      heightM: 75,
      grass: [
        [0, 0, 120, 4],
        [0, 71, 120, 75],
      ],
      roads: [
        [4, 54, 116, 68],
        [108, 4, 116, 68],
      ],
      rooms: [
        [8, 10, 32, 48],
        [32, 10, 56, 48],
        [56, 10, 80, 48],
        [80, 10, 104, 48],
        [110, 30, 114, 35],
      ],
      doors: [
        [14, 47.6, 20, 48.4],
        [40, 47.6, 46, 48.4],
        [64, 47.6, 70, 48.4],
        [88, 47.6, 94, 48.4],
        [31.6, 40, 32.4, 44],
        [55.6, 40, 56.4, 44],
        [79.6, 40, 80.4, 44],
      ],
      shelves: [
        { box: [11, 13, 29, 36], count: 5 },
        { box: [35, 13, 53, 36], count: 5 },
        { box: [59, 13, 77, 28], count: 4 },
        { box: [83, 13, 101, 32], count: 4 },
      ],
      bays: [
        { box: [10, 49, 30, 54], count: 4 },
        { box: [84, 49, 102, 54], count: 4 },
        { box: [8, 63, 60, 70], count: 12 },
      ],
    },
    cameras: {
      'Hall A – racks': [9, 11, 125, 60, 26],
      'Hall A – picking': [31, 46, 300, 75, 18],
      'Hall B – racks': [55, 11, 235, 60, 26],
      'Hall B – forklifts': [33, 46, 60, 75, 18],
      'Loading bay 1': [12, 49, 165, 90, 12],
      'Loading bay 2': [43, 49, 180, 90, 12],
      'Yard – trucks': [34, 71, 0, 100, 22],
      'Gate 2 – deliveries': [5, 58, 100, 70, 20],
      'Hall C – racks': [57, 11, 125, 60, 24],
      'Hall C – packing': [79, 38, 260, 80, 18],
      'Hall C – returns': [57, 46, 45, 75, 16],
      'Hall D – pallets': [103, 11, 235, 60, 24],
      'Hall D – sorting': [81, 46, 50, 75, 18],
      'Loading bay 3': [67, 49, 180, 90, 12],
      'Loading bay 4': [91, 49, 180, 90, 12],
      'Yard – empty trailers': [80, 70, 330, 90, 20],
      'Yard – fence north': [60, 6, 262, 30, 36],
      'Yard – fence south': [60, 70, 82, 30, 36],
      'Yard – weighbridge': [115, 62, 260, 70, 18],
      'Gate 3 – staff': [109, 36, 150, 90, 12],
    },
  },
]

/** Puts the pictures of the plans into the object store, and answers the rows of the plans and of the cameras on them. */
export async function pastSitePlans(channels: readonly PastChannel[], objects: { put: PutBytes }) {
  const rows: { plans: Insertable<Schema['site_plan']>[]; cameras: Insertable<Schema['plan_camera']>[] } = { plans: [], cameras: [] }
  for (const { id, siteId, name, drawing, cameras } of plans) {
    const { png, widthPx, heightPx } = drawPlan(drawing)
    const key = `plans/demo-${id}.png`
    await objects.put(key, png, organization.id)
    rows.plans.push({
      id,
      organization_id: organization.id,
      site_id: siteId,
      name,
      picture_key: key,
      width_px: widthPx,
      height_px: heightPx,
    })
    for (const { place } of channels) {
      const stand = place.site_id === siteId ? cameras[place.source_name] : undefined
      if (stand !== undefined) rows.cameras.push({ plan_id: id, sn: place.sn, chl_index: place.chl_index, ...standOn(drawing, stand) })
    }
  }
  return rows
}

function standOn({ widthM, heightM }: PlanDrawing, [xM, yM, directionDeg, angleDeg, rangeM]: Stand) {
  const { x, y, rangeShare } = planPlace.parse({ x: xM / widthM, y: yM / heightM, directionDeg, angleDeg, rangeShare: rangeM / widthM })
  return { x, y, direction_deg: directionDeg, angle_deg: angleDeg, range_share: rangeShare }
}
