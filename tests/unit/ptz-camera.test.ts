import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { ptzLimits, type PtzEdit } from '#contract/ptz.ts'
import { Refusal } from '#device/agent/command-handlers.ts'
import { PtzCamera } from '#device/simulator/ptz/ptz-camera.ts'
import { firstMemory, type PtzMemory } from '#device/simulator/ptz/ptz-memory.ts'

const moveId = 'a-movement-of-mine'
let nowMs: number
let memory: PtzMemory
let camera: PtzCamera

/** A camera on the memory of now, as after a restart. */
function switchOn(): PtzCamera {
  const store = {
    get memory() {
      return memory
    },
    keep: (next: PtzMemory) => {
      memory = structuredClone(next)
    },
  }
  return new PtzCamera(store, () => nowMs)
}
beforeEach(() => {
  nowMs = 1_000_000
  memory = structuredClone(firstMemory)
  camera = switchOn()
})

const where = () => {
  const { pan, tilt, zoom } = camera.head.status
  return { pan, tilt, zoom }
}
const wait = (ms: number) => {
  nowMs += ms
}
const move = (motion: object, speed = 4) => camera.act({ act: 'move', moveId, motion, speed })
/** Holds a movement for a while, renewing it as a person's page does. */
function hold(motion: object, ms: number): void {
  move(motion)
  for (let left = ms; left > 0; left -= 500) {
    wait(Math.min(left, 500))
    if (left > 500) camera.renew({ moveId, motion, speed: 4 })
  }
  camera.act({ act: 'stop', moveId })
}
function faultOf(work: () => unknown): string {
  try {
    work()
  } catch (fault) {
    if (fault instanceof Refusal) return fault.fault
    throw fault
  }
  return 'none'
}

describe('a held direction', () => {
  it.each([
    [{ pan: 1 }, 1, 0],
    [{ pan: -1 }, -1, 0],
    [{ tilt: 1 }, 0, 1],
    [{ tilt: -1 }, 0, -1],
    [{ pan: 1, tilt: 1 }, 1, 1],
    [{ pan: -1, tilt: 1 }, -1, 1],
    [{ pan: 1, tilt: -1 }, 1, -1],
    [{ pan: -1, tilt: -1 }, -1, -1],
  ])('%o moves the picture that way, and no other', (motion, pan, tilt) => {
    hold(motion, 600)
    expect([Math.sign(where().pan), Math.sign(where().tilt)]).toEqual([pan, tilt])
  })

  it('moves faster at a higher speed, and slower when it is zoomed in', () => {
    const reach = (speed: number) => {
      camera = switchOn()
      move({ pan: 1 }, speed)
      wait(800)
      return where().pan
    }
    expect(reach(1)).toBeLessThan(reach(2))
    expect(reach(2)).toBeLessThan(reach(4))
    const wide = reach(1)
    camera = switchOn()
    camera.act({ act: 'area', left: 0.25, top: 0.25, width: 0.5, height: 0.5 })
    wait(5_000)
    expect(camera.head.status.zoom).toBe(2)
    move({ pan: 1 }, 1)
    wait(800)
    expect(where().pan).toBeCloseTo(wide / 2, 1)
  })

  it('stops where it is let go', () => {
    hold({ pan: 1 }, 700)
    const stopped = where()
    wait(5_000)
    expect(where()).toEqual(stopped)
    expect(camera.head.status.doing).toBe('still')
  })

  it('stops by itself when nobody renews it', () => {
    move({ pan: 0.3 }, 1)
    wait(ptzLimits.holdMs - 1)
    expect(camera.head.status.doing).toBe('moving')
    wait(1)
    expect(camera.head.status.doing).toBe('still')
    const stopped = where()
    wait(60_000)
    expect(where()).toEqual(stopped)
    expect(faultOf(() => camera.renew({ moveId, motion: { pan: 1 }, speed: 1 }))).toBe('taken-over')
    expect(where()).toEqual(stopped)
  })

  it('goes on as long as it is renewed, also in another direction', () => {
    hold({ pan: 0.1 }, 4_000)
    expect(where().pan).toBeGreaterThan(0)
    move({ pan: 0.1 })
    camera.renew({ moveId, motion: { tilt: 0.1 }, speed: 4 })
    const { pan } = where()
    wait(400)
    expect(where().pan).toBe(pan)
    expect(where().tilt).toBeGreaterThan(0)
  })

  it('belongs to whoever began last: the stop and the renewals of others do nothing', () => {
    move({ pan: 1 })
    const other = 'a-movement-of-another'
    camera.act({ act: 'move', moveId: other, motion: { pan: -1 }, speed: 1 })
    camera.act({ act: 'stop', moveId })
    expect(camera.head.status.doing).toBe('moving')
    expect(faultOf(() => camera.renew({ moveId, motion: { pan: 1 }, speed: 4 }))).toBe('taken-over')
    wait(300)
    expect(where().pan).toBeLessThan(0)
    camera.act({ act: 'stop' })
    expect(camera.head.status.doing).toBe('still')
  })

  it('never leaves the scene, whatever is held for how long', () => {
    const share = fc.double({ min: -1, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(share, share, share, fc.integer({ min: 1, max: 5_000 })), { maxLength: 12 }), (moves) => {
        camera = switchOn()
        for (const [pan, tilt, zoom, ms] of moves) {
          hold({ pan, tilt, zoom }, ms)
          const { left, top, width, height } = camera.head.look
          const isInside = left > -1e-9 && top > -1e-9 && left + width < 1 + 1e-9 && top + height < 1 + 1e-9
          if (!isInside || camera.head.status.zoom < 1 || camera.head.status.zoom > 5) return false
        }
        return true
      }),
    )
  })
})

describe('focus and iris', () => {
  it('change the picture, and turning the camera focuses it again', () => {
    hold({ focus: -1 }, 900)
    expect(camera.head.look.focus).toBeLessThan(-0.5)
    hold({ iris: 1 }, 900)
    expect(camera.head.look.iris).toBeGreaterThan(0.5)
    hold({ pan: 1 }, 100)
    expect(camera.head.look.focus).toBe(0)
    expect(camera.head.look.iris).toBeGreaterThan(0.5)
  })
})

describe('a click and a box', () => {
  it('bring the place to the middle, and the part to the whole picture', () => {
    camera.act({ act: 'centre', x: 0.75, y: 0.25 })
    expect(camera.head.status.doing).toBe('moving')
    wait(10_000)
    // The picture spans half of the scene's 100 by 56 degrees: a quarter of it is 12.5 by 7.
    expect(where()).toEqual({ pan: 12.5, tilt: 7, zoom: 1 })
    camera.act({ act: 'area', left: 0.5, top: 0.5, width: 0.5, height: 0.25 })
    wait(10_000)
    expect(where().zoom).toBe(2)
    expect(where().pan).toBe(25)
  })

  it('of no size zooms in as far as it goes', () => {
    camera.act({ act: 'area', left: 0.5, top: 0.5, width: 0, height: 0 })
    wait(30_000)
    expect(where().zoom).toBe(5)
  })
})

describe('presets', () => {
  it('bring the camera back to where it was, also after a restart', () => {
    hold({ pan: 1, zoom: 0.5 }, 800)
    const there = where()
    const { presets } = camera.edit({ edit: 'preset-create', name: 'Ramp' })
    expect(presets.at(-1)).toEqual({ index: 4, name: 'Ramp' })
    hold({ pan: -1, tilt: 1 }, 1_200)
    expect(where()).not.toEqual(there)
    camera = switchOn()
    expect(camera.act({ act: 'preset-go', index: 4 })).toMatchObject({ doing: 'preset', index: 4 })
    wait(20_000)
    expect(where()).toEqual(there)
  })

  it('are renamed, moved to where the camera looks, and deleted, with their stops in cruises', () => {
    expect(camera.edit({ edit: 'preset-rename', index: 2, name: 'Door' }).presets[1]).toEqual({ index: 2, name: 'Door' })
    hold({ pan: 1 }, 500)
    const there = where()
    camera.edit({ edit: 'preset-move', index: 1 })
    hold({ pan: -1 }, 900)
    camera.act({ act: 'preset-go', index: 1 })
    wait(20_000)
    expect(where()).toEqual(there)
    const left = camera.edit({ edit: 'preset-delete', index: 2 })
    expect(left.presets.map(({ index }) => index)).toEqual([1, 3])
    expect(left.cruises[0]?.presets.map(({ index }) => index)).toEqual([1, 3])
    expect(faultOf(() => camera.act({ act: 'preset-go', index: 2 }))).toBe('not-found')
  })

  it('have names and numbers of their own', () => {
    const fault = (edit: PtzEdit) => faultOf(() => camera.edit(edit))
    expect(fault({ edit: 'preset-create', name: 'overview' })).toBe('name-taken')
    expect(fault({ edit: 'preset-create', name: 'Ramp', index: 1 })).toBe('bad-value')
    expect(fault({ edit: 'preset-rename', index: 1, name: 'Entrance' })).toBe('name-taken')
    expect(fault({ edit: 'preset-rename', index: 1, name: 'OVERVIEW' })).toBe('none')
    expect(fault({ edit: 'preset-move', index: 9 })).toBe('not-found')
  })

  it('are 255 at most', () => {
    for (let index = 4; index <= 255; index += 1) camera.edit({ edit: 'preset-create', name: `Place ${index}` })
    expect(camera.state().presets).toHaveLength(255)
    expect(faultOf(() => camera.edit({ edit: 'preset-create', name: 'One more' }))).toBe('full')
  })
})

describe('a cruise', () => {
  const stops = (...holds: number[]) => holds.map((holdS, at) => ({ index: at + 1, speed: 8, holdS }))

  it('visits its presets in order, holds each for its time, and begins again', () => {
    camera.edit({ edit: 'cruise-create', name: 'Watch', presets: stops(15, 20, 40) })
    const places = [1, 2, 3].map((index) => {
      camera.act({ act: 'preset-go', index })
      wait(20_000)
      return where()
    })
    camera.act({ act: 'cruise-run', index: 2 })
    const visits: { place: number; heldMs: number }[] = []
    for (let step = 0; step < 1_400; step += 1) {
      wait(100)
      const place = places.findIndex((one) => JSON.stringify(one) === JSON.stringify(where()))
      if (place === -1) continue
      if (visits.at(-1)?.place === place) visits.at(-1)!.heldMs += 100
      else visits.push({ place, heldMs: 100 })
    }
    expect(visits.map(({ place }) => place)).toEqual([0, 1, 2, 0, 1, 2])
    const held = visits.map(({ heldMs }) => Math.round(heldMs / 1_000))
    expect(held.slice(0, 5)).toEqual([15, 20, 40, 15, 20])
    expect(camera.head.status).toMatchObject({ doing: 'cruise', index: 2 })
  })

  it('is where it would be after a night in which nobody looked', () => {
    camera.act({ act: 'cruise-run', index: 1 })
    const watched = switchOn()
    watched.act({ act: 'cruise-run', index: 1 })
    for (let minute = 0; minute < 8 * 60; minute += 1) {
      wait(60_000)
      void watched.head
    }
    expect(camera.head.status).toEqual(watched.head.status)
  })

  it('ends when it is stopped, when somebody steers, and when it is changed', () => {
    const run = () => camera.act({ act: 'cruise-run', index: 1 })
    run()
    expect(camera.act({ act: 'cruise-stop' }).doing).toBe('still')
    run()
    move({ pan: 1 })
    wait(10_000)
    expect(camera.head.status.doing).toBe('still')
    run()
    expect(camera.edit({ edit: 'cruise-edit', index: 1, name: 'Round', presets: stops(15) }).status.doing).toBe('still')
  })

  it('is one of eight with names of their own, of presets that are there', () => {
    const fault = (edit: PtzEdit) => faultOf(() => camera.edit(edit))
    expect(fault({ edit: 'cruise-create', name: 'ROUND', presets: stops(15) })).toBe('name-taken')
    expect(fault({ edit: 'cruise-create', name: 'Far', presets: [{ index: 77, speed: 1, holdS: 15 }] })).toBe('not-found')
    for (let index = 2; index <= 8; index += 1) camera.edit({ edit: 'cruise-create', name: `Tour ${index}`, presets: stops(15) })
    expect(fault({ edit: 'cruise-create', name: 'Ninth', presets: stops(15) })).toBe('full')
    camera.edit({ edit: 'cruise-delete', index: 3 })
    expect(camera.edit({ edit: 'cruise-create', name: 'Ninth', presets: stops(15) }).cruises.map(({ name }) => name)).toContain('Ninth')
  })

  it('without a preset left does not run', () => {
    for (const index of [1, 2, 3]) camera.edit({ edit: 'preset-delete', index })
    expect(camera.state().cruises[0]?.presets).toEqual([])
    expect(faultOf(() => camera.act({ act: 'cruise-run', index: 1 }))).toBe('busy')
  })
})

describe('a track', () => {
  it('is recorded, kept over a restart, and goes the same way again', () => {
    hold({ pan: -1 }, 400)
    const begin = where()
    expect(camera.edit({ edit: 'track-record', name: 'Patrol' }).status.doing).toBe('recording')
    hold({ pan: 1 }, 1_000)
    const middle = where()
    wait(3_000)
    hold({ tilt: 1 }, 800)
    const end = where()
    camera.act({ act: 'track-stop' })
    const { tracks } = camera.state()
    expect(tracks).toEqual([{ index: 1, name: 'Patrol', durationMs: 4_800 }])
    camera = switchOn()
    camera.act({ act: 'track-run', index: 1 })
    expect(camera.head.status).toMatchObject({ doing: 'track', index: 1 })
    const seen: unknown[] = []
    for (let step = 0; step < 80; step += 1) {
      wait(100)
      seen.push(where())
    }
    const at = (place: object) => seen.findIndex((one) => JSON.stringify(one) === JSON.stringify(place))
    expect(at(middle)).toBeGreaterThan(at(begin))
    expect(where()).toEqual(end)
    expect(camera.head.status.doing).toBe('still')
  })

  it('that runs is stopped where it is, and stays there', () => {
    camera.edit({ edit: 'track-record', name: 'Patrol' })
    hold({ pan: 0.2 }, 2_000)
    camera.act({ act: 'track-stop' })
    const end = where()
    camera.act({ act: 'preset-go', index: 1 })
    wait(20_000)
    const begin = where()
    camera.act({ act: 'track-run', index: 1 })
    wait(1_000)
    expect(camera.act({ act: 'track-stop' }).doing).toBe('still')
    const stopped = where()
    wait(60_000)
    expect(where()).toEqual(stopped)
    expect(stopped).not.toEqual(begin)
    expect(stopped).not.toEqual(end)
    expect(camera.state().tracks).toHaveLength(1)
  })

  it('needs a free name and room', () => {
    for (const name of ['A', 'B', 'C', 'D']) {
      camera.edit({ edit: 'track-record', name })
      expect(faultOf(() => camera.edit({ edit: 'track-record', name: 'E' }))).toBe('busy')
      wait(200)
      camera.act({ act: 'track-stop' })
    }
    expect(faultOf(() => camera.edit({ edit: 'track-record', name: 'E' }))).toBe('full')
    camera.edit({ edit: 'track-delete', index: 1 })
    expect(faultOf(() => camera.edit({ edit: 'track-record', name: 'b' }))).toBe('name-taken')
    expect(faultOf(() => camera.edit({ edit: 'track-rename', index: 2, name: 'Beat' }))).toBe('none')
  })
})
