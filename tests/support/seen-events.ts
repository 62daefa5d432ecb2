import { createCanvas } from '@napi-rs/canvas'
import { vi, expect } from 'vitest'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import type { ServiceClient } from './service-client.ts'

type Report = Parameters<DeviceAgent['report']>[0]

/** A small JPEG of one colour. */
export function jpegOf(colour: string): Buffer {
  const canvas = createCanvas(16, 16)
  const pen = canvas.getContext('2d')
  pen.fillStyle = colour
  pen.fillRect(0, 0, 16, 16)
  return canvas.toBuffer('image/jpeg')
}

/** Has an agent report an event, now unless told otherwise. */
export function report(agent: DeviceAgent, event: Partial<Report> & Pick<Report, 'event'>, nowMs: number): void {
  agent.report({ chlIndex: 0, atMs: nowMs, attributes: {}, ...event })
}

/** Everything that a person finds of the last 30 days and the next, once there are so many. */
export async function waitForEvents(client: ServiceClient, count: number, nowMs: number) {
  const dayMs = 24 * 60 * 60_000
  return vi.waitFor(async () => {
    const { events } = await client.call(eventSearchList, { fromMs: nowMs - 30 * dayMs, toMs: nowMs + dayMs, pageSize: 100 })
    expect(events).toHaveLength(count)
    return events
  }, 10_000)
}
